/**
 * What the contract makes of a definition: read from the document as a person wrote it, by the rulings alone. Nothing here knows how the
 * engine does it.
 */
type Fields = Readonly<Record<string, unknown>>;

export type GuardRead =
  | { readonly leaf: string; readonly isFinal: boolean; readonly isPerson: boolean }
  | { readonly word: 'sequence' | 'all' | 'any' | 'majority'; readonly parts: readonly GuardRead[] };

export interface StepRead {
  readonly id: string;
  readonly kind: string;
  readonly requires: readonly string[];
  readonly optionalRequires: readonly string[];
  readonly guard: GuardRead;
  readonly when?: string;
  readonly optional: boolean;
  readonly approval: boolean;
  readonly resources: readonly string[];
  readonly orGroup?: string;
  /** Of a probe: the step that it finds out about; what it does if it cannot be done. */
  readonly probes?: string;
  readonly onInfeasible?: string;
  /** Attempts of an epoch (R1, R29). */
  readonly attempts: number;
  readonly patience: number | null;
  readonly similarity: number;
  readonly diffuseAfter?: number;
  readonly eMax: number;
  readonly targets: readonly string[];
  readonly targetsByGuard: Readonly<Record<string, readonly string[]>>;
  readonly onExhausted: string;
  readonly onStagnation: string;
  readonly rungs: number;
}

export interface GroupRead {
  readonly id: string;
  readonly choices: readonly string[];
  readonly isSpeculative: boolean;
}

export type BaseCaseRead =
  | { readonly word: 'all' | 'any'; readonly parts: readonly BaseCaseRead[] }
  | { readonly name: string; readonly on?: string };

export interface Rules {
  readonly topology: string;
  readonly steps: ReadonlyMap<string, StepRead>;
  readonly groups: ReadonlyMap<string, GroupRead>;
  readonly goal: readonly string[];
  readonly baseCase?: BaseCaseRead;
  readonly budgets: Readonly<Record<string, number | undefined>>;
}

const LIST: readonly string[] = [];
const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});
const listOf = (value: unknown): readonly string[] => (Array.isArray(value) ? (value as readonly string[]) : LIST);
const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

/** What a document says there, where it is a text. */
export function textOf(value: unknown, otherwise = ''): string {
  return typeof value === 'string' ? value : otherwise;
}

/** Of a dag or an and-or definition. */
export function rulesOf(document: Fields): Rules {
  const topology = textOf(document['topology'], 'dag');
  const defaults = fieldsOf(document['defaults']);
  const written = (document['steps'] as readonly Fields[]).map((step) => stepRead(step, defaults));
  const steps = new Map(written.flatMap((step) => withProbe(step, document)).map((step) => [step.id, step]));
  const named = fieldsOf(document['goal'] === undefined ? {} : document);
  const goal = 'goal' in named ? listOf(named['goal']) : written.flatMap(({ id, optional }) => (optional ? [] : [id]));
  const { baseCase } = fieldsOf(document['objective']);
  return {
    topology,
    steps,
    groups: groupsOf(document, written),
    goal,
    ...(baseCase !== undefined && { baseCase: baseCaseRead(fieldsOf(baseCase), 'baseCase') }),
    budgets: budgetsOf(fieldsOf(document['budgets']), topology),
  };
}

/** R72: defaults for what searches; design 3: three at once. */
function budgetsOf(written: Fields, topology: string): Rules['budgets'] {
  const searches = topology === 'dag' ? {} : { maxIterations: 20, maxStall: 3 };
  return { maxParallelAgents: 3, ...searches, ...(written as Readonly<Record<string, number>>) };
}

export function stepRead(step: Fields, defaults: Fields): StepRead {
  const own = fieldsOf(step['recovery']);
  const recovery = { ...defaults, ...own };
  const { kind } = fieldsOf(step['generator']);
  const isOnce = kind === 'fixed' || kind === 'human' || kind === 'code';
  const rMax = isOnce ? 0 : (numberOf(recovery['rMax']) ?? 3);
  const patience = recovery['rPatience'] === undefined ? (rMax >= 3 ? 2 : null) : numberOf(recovery['rPatience']);
  const optional = step['optional'] === true;
  const targetsByGuard = fieldsOf(recovery['backtrackByGuard']) as StepRead['targetsByGuard'];
  const targets = listOf(recovery['backtrackTo']);
  const hasTargets = targets.length > 0 || Object.values(targetsByGuard).some((list) => list.length > 0);
  const diffuseAfter = numberOf(recovery['diffuseAfter']);
  return {
    id: textOf(step['id']),
    kind: textOf(kind),
    requires: listOf(step['requires']),
    optionalRequires: listOf(step['optionalRequires']),
    guard: guardRead(fieldsOf(step['guard'])),
    ...(step['when'] !== undefined && { when: textOf(step['when']) }),
    optional,
    approval: step['approval'] === true,
    resources: listOf(step['resources']),
    ...(step['orGroup'] !== undefined && { orGroup: textOf(step['orGroup']) }),
    attempts: isOnce ? 1 : rMax + 1,
    patience: patience ?? null,
    similarity: (numberOf(recovery['similarity']) ?? 0.7) * 1_000,
    ...(diffuseAfter !== undefined && { diffuseAfter }),
    eMax: hasTargets ? (numberOf(recovery['eMax']) ?? 1) : 0,
    targets,
    targetsByGuard,
    onExhausted: textOf(own['onExhausted'], optional ? 'skip' : textOf(defaults['onExhausted'], 'escalate')),
    onStagnation: textOf(recovery['onStagnation'], 'warn'),
    rungs: Array.isArray(recovery['ladder']) ? recovery['ladder'].length : 0,
  };
}

/** R91, S1-7.3.1-c: a step of unknown territory has a probe before it, which needs what it needs. */
function withProbe(step: StepRead, document: Fields): readonly StepRead[] {
  const written = (document['steps'] as readonly Fields[]).find(({ id }) => id === step.id);
  const unknown = written?.['unknown'];
  if (unknown === undefined || unknown === false) return [step];
  const id = `probe_${step.id}`;
  const { requires, optionalRequires } = step;
  const probe = {
    ...stepRead({ id, generator: { kind: 'llm' }, requires, optionalRequires }, fieldsOf(document['defaults'])),
    guard: { leaf: '', isFinal: false, isPerson: false },
    probes: step.id,
    rungs: step.rungs,
    onInfeasible: textOf(fieldsOf(unknown)['onInfeasible'], 'escalate'),
    ...(step.when !== undefined && { when: step.when }),
  };
  return [probe, { ...step, requires: [...step.requires, id] }];
}

export function guardRead(guard: Fields): GuardRead {
  for (const word of ['sequence', 'all', 'any', 'majority'] as const) {
    const parts = guard[word];
    if (Array.isArray(parts)) return { word, parts: parts.map((part) => guardRead(fieldsOf(part))) };
  }
  const { use, id, onFail } = guard;
  return { leaf: textOf(id ?? use), isFinal: onFail === 'fatal', isPerson: use === 'human' };
}

function groupsOf(document: Fields, steps: readonly StepRead[]): ReadonlyMap<string, GroupRead> {
  const ids = new Set([
    ...Object.keys(fieldsOf(document['orGroups'])),
    ...steps.flatMap(({ orGroup }) => orGroup ?? []),
  ]);
  return new Map(
    [...ids].map((id) => {
      const written = fieldsOf(fieldsOf(document['orGroups'])[id]);
      const members = steps.flatMap((step) => (step.orGroup === id ? [step.id] : []));
      const choices = [...new Set([...listOf(written['choices']), ...members])];
      return [id, { id, choices, isSpeculative: written['speculative'] === true && choices.length > 1 }];
    }),
  );
}

export function baseCaseRead(tree: Fields, name: string): BaseCaseRead {
  for (const word of ['all', 'any'] as const) {
    const parts = tree[word];
    if (Array.isArray(parts))
      return { word, parts: parts.map((part, at) => baseCaseRead(fieldsOf(part), `${name}/${word}/${at}`)) };
  }
  return tree['on'] === undefined ? { name } : { name, on: textOf(tree['on']) };
}

/** The verdict of a tree (design 3, R60): `fatal` anywhere is fatal, but under `any` one that passes is enough. */
export function judgedBy(
  tree: GuardRead,
  leaf: (id: string, isPerson: boolean) => { readonly verdict: 'pass' | 'retry' | 'fatal' },
): { readonly verdict: 'pass' | 'retry' | 'fatal'; readonly guard: string; readonly before: number } {
  if ('leaf' in tree) {
    const { verdict } = leaf(tree.leaf, tree.isPerson);
    return { verdict: verdict === 'retry' && tree.isFinal ? 'fatal' : verdict, guard: tree.leaf, before: 0 };
  }
  const found = [];
  for (const part of tree.parts) {
    const one = judgedBy(part, leaf);
    found.push(one);
    if (tree.word === 'sequence' && one.verdict !== 'pass') break;
  }
  const passed = found.filter(({ verdict }) => verdict === 'pass').length;
  const isFatal = found.some(({ verdict }) => verdict === 'fatal');
  const enough = tree.word === 'majority' ? passed > tree.parts.length / 2 : passed === tree.parts.length;
  const isPass = tree.word === 'any' ? passed > 0 : !isFatal && enough;
  const first = found.findIndex(({ verdict }) => verdict !== 'pass');
  const guard = (isPass ? found.findLast(({ verdict }) => verdict === 'pass') : found[first])?.guard ?? '';
  return { verdict: isPass ? 'pass' : isFatal ? 'fatal' : 'retry', guard, before: Math.max(0, first) };
}

/** Whether a person is asked about a leaf before the tree has its verdict. */
export function peopleIn(tree: GuardRead): readonly string[] {
  if ('leaf' in tree) return tree.isPerson ? [tree.leaf] : [];
  return tree.parts.flatMap(peopleIn);
}

/** The steps whose artifacts a step needs, as far as they are known before a group is decided: its choices (R64). */
function upstreamOf({ steps, groups }: Rules, id: string): readonly string[] {
  const step = steps.get(id);
  if (!step) return [];
  return [...step.requires, ...step.optionalRequires].flatMap((edge) => groups.get(edge)?.choices ?? [edge]);
}

/** The steps and all that depend on them (formal Def 7). */
export function withDependents(rules: Rules, from: readonly string[]): ReadonlySet<string> {
  const fallen = new Set(from.flatMap((id) => rules.groups.get(id)?.choices ?? [id]));
  for (let before = -1; before < fallen.size; ) {
    before = fallen.size;
    for (const id of rules.steps.keys()) if (upstreamOf(rules, id).some((edge) => fallen.has(edge))) fallen.add(id);
  }
  return fallen;
}

export function leavesOf(tree: BaseCaseRead | undefined): readonly { readonly name: string; readonly on?: string }[] {
  if (!tree) return [];
  return 'word' in tree ? tree.parts.flatMap(leavesOf) : [tree];
}
