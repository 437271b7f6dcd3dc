/** Random definitions as people write them, of the topologies that are graphs; machines are in `machine-documents.ts`. */
import fc from 'fast-check';
import { objective } from '../played/and-or.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** Of every run: `hole` may be given and is not (R109). */
export const INPUT = { yes: true, no: false, n: 2 };
const INPUT_SCHEMA = {
  type: 'object',
  properties: { yes: { type: 'boolean' }, no: { type: 'boolean' }, n: { type: 'number' }, hole: { type: 'number' } },
  required: ['yes', 'no', 'n'],
};

/** Expressions on the input with what they are: `unknown` cannot be calculated. */
export const CONDITIONS = {
  'input.yes': 'true',
  'input.no': 'false',
  'input.n > 1 and not input.no': 'true',
  'input.n > 2 or input.no': 'false',
  'input.hole > 1': 'unknown',
  'input.no and input.hole > 1': 'false',
  'input.hole > 1 or input.yes': 'true',
  'input.hole == null': 'true',
  'input.hole > 1 and input.yes': 'unknown',
} as const;

const anyCondition = fc.constantFrom(...Object.keys(CONDITIONS));

interface Written extends Fields {
  readonly id: string;
  readonly requires: readonly string[];
  readonly orGroup?: string;
}

/** One time in so many, and so many more. */
function seldom<Value>(value: fc.Arbitrary<Value>, times: number): fc.Arbitrary<Value | undefined> {
  return fc.oneof({ arbitrary: fc.constant(undefined), weight: times }, { arbitrary: value, weight: 1 });
}

export function without(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** Trees of at most three leaves, each with an id of its own; a leaf may be final, or a person's. */
export const anyGuard: fc.Arbitrary<object> = fc
  .record({
    shape: fc.nat(9),
    words: fc.tuple(anyComposite(), anyComposite()),
    final: fc.array(fc.nat(14), { minLength: 3, maxLength: 3 }),
    person: fc.nat(11),
  })
  .map(({ shape, words: [outer, inner], final, person }) => {
    const [a, b, c] = ['a', 'b', 'c'].map((id, at) => {
      if (at === 1 && person === 0) return { use: 'human', id, with: { question: 'Is it right?' } };
      return { use: 'not-empty', id, ...(final[at] === 0 && { onFail: 'fatal' }) };
    });
    if (shape < 3) return a ?? {};
    if (shape < 5) return { [outer]: [a, b] };
    if (shape < 7) return { [outer]: [a, b, c] };
    return shape < 9 ? { [outer]: [a, { [inner]: [b, c] }] } : { [outer]: [{ [inner]: [a, b] }, c] };
  });

function anyComposite() {
  return fc.constantFrom('sequence', 'all', 'any', 'majority');
}

/** What happens when attempts fail; targets are upstream by a direct edge, or are a group among them. */
function anyRecovery(edges: readonly string[]): fc.Arbitrary<object> {
  return fc
    .record({
      rMax: fc.constantFrom(0, 1, 2, 3, 3, 4, 4),
      rPatience: fc.constantFrom(null, undefined, undefined, 2, 3),
      eMax: fc.option(fc.integer({ min: 0, max: 2 }), { nil: undefined }),
      onExhausted: fc.constantFrom(undefined, 'escalate', 'backtrack', 'backtrack', 'fail', 'skip'),
      onStagnation: fc.constantFrom(undefined, 'warn', 'escalate', 'escalate', 'fail'),
      backtrackTo: seldom(
        fc.subarray([...edges], { minLength: Math.min(1, edges.length), maxLength: Math.min(2, edges.length) }),
        2,
      ),
      byGuard: seldom(
        fc.subarray([...edges], { minLength: Math.min(1, edges.length), maxLength: Math.min(1, edges.length) }),
        1,
      ),
      diffuseAfter: seldom(fc.integer({ min: 2, max: 4 }), 1),
      rungs: fc.constantFrom(0, 0, 0, 1, 2, 3),
    })
    .map(({ rPatience, rungs, byGuard, backtrackTo, ...recovery }) => {
      const hasPatience = rPatience === null || (rPatience !== undefined && rPatience < recovery.rMax);
      return without({
        ...recovery,
        rPatience: hasPatience ? rPatience : undefined,
        backtrackTo: backtrackTo?.length === 0 ? undefined : backtrackTo,
        backtrackByGuard: byGuard === undefined || byGuard.length === 0 ? undefined : { a: byGuard },
        ladder: rungs === 0 ? undefined : ['small', 'medium', 'large'].slice(0, rungs),
      });
    });
}

function anyStep(at: number, isSearch: boolean): fc.Arbitrary<Written> {
  const earlier = Array.from({ length: at }, (_, k) => `s${k}`);
  return fc.subarray(earlier, { maxLength: Math.min(isSearch ? 2 : 3, at) }).chain((requires) =>
    fc
      .record({
        kind: isSearch
          ? fc.constant('llm')
          : fc.constantFrom('llm', 'llm', 'llm', 'llm', 'llm', 'llm', 'fixed', 'human'),
        loose: seldom(fc.subarray(earlier, { maxLength: Math.min(1, at) }), 2),
        guard: anyGuard,
        recovery: anyRecovery(requires),
        when: seldom(anyCondition, 5),
        optional: fc.nat(isSearch ? 20 : 5).map((roll) => (roll === 0 ? true : undefined)),
        approval: fc.nat(14).map((roll) => (roll === 0 ? true : undefined)),
        resources: fc.constantFrom(undefined, undefined, ['repository'], ['browser'], ['repository', 'browser']),
        orGroup: isSearch
          ? fc.constantFrom(undefined, undefined, 'left', 'left', 'right', 'right')
          : fc.constant(undefined),
        unknown: seldom(
          fc.constantFrom(true, true, { onInfeasible: 'proceed' }, { onInfeasible: 'skip' }, { onInfeasible: 'fail' }),
          8,
        ),
      })
      .map(({ kind, loose, recovery, unknown, ...fields }) => {
        const optionalRequires = loose?.filter((id) => !requires.includes(id)) ?? [];
        return {
          ...without({
            ...fields,
            unknown: isSearch ? unknown : undefined,
            optionalRequires: optionalRequires.length === 0 ? undefined : optionalRequires,
            recovery: kind === 'llm' ? recovery : onceMade(recovery),
            generator: generatorOf(kind),
          }),
          id: `s${at}`,
          requires,
          ...(fields.orGroup !== undefined && { orGroup: fields.orGroup }),
        };
      }),
  );
}

/** What is not retried has no attempts to count (R29). */
function onceMade(recovery: object): object {
  const { onExhausted, backtrackTo, eMax }: Fields = Object(recovery);
  return without({ onExhausted, backtrackTo, eMax });
}

function generatorOf(kind: string): object {
  if (kind === 'fixed') return { kind, content: 'as ever' };
  return kind === 'human' ? { kind, question: 'What is it?' } : { kind, prompt: 'Make it.' };
}

const anyBudgets = fc.record({
  maxParallelAgents: fc.integer({ min: 1, max: 4 }),
  maxAttempts: seldom(fc.integer({ min: 2, max: 30 }), 5),
  maxIterations: seldom(fc.integer({ min: 3, max: 20 }), 5),
});

const anyDefaults = seldom(
  fc.record({ rMax: fc.integer({ min: 0, max: 3 }), onExhausted: fc.constantFrom('escalate', 'skip', 'fail') }),
  3,
);

/** At most seven steps of topology dag. */
export const anyGraph: fc.Arbitrary<Fields> = fc.integer({ min: 1, max: 7 }).chain((count) =>
  fc
    .record({
      steps: fc.tuple(...Array.from({ length: count }, (_, at) => anyStep(at, false))),
      budgets: anyBudgets,
      defaults: anyDefaults,
      goal: seldom(
        fc.subarray(
          Array.from({ length: count }, (_, at) => `s${at}`),
          { minLength: 1 },
        ),
        4,
      ),
    })
    .map(({ budgets, ...fields }) =>
      without({ name: 'graph', model: 'small', input: INPUT_SCHEMA, budgets: without(budgets), ...fields }),
    ),
);

/** At most eight steps in at most two groups, over one another or nested, with a base case. */
export const anySearching: fc.Arbitrary<Fields> = fc.integer({ min: 2, max: 8 }).chain((count) =>
  fc
    .record({
      steps: fc.tuple(...Array.from({ length: count }, (_, at) => anyStep(at, true))),
      budgets: anyBudgets,
      maxSwaps: seldom(fc.integer({ min: 0, max: 3 }), 4),
      generous: fc.nat(2),
      speculative: fc.tuple(fc.boolean(), fc.boolean()),
      on: fc.tuple(fc.nat(count - 1), fc.nat(count - 1)),
      shape: fc.constantFrom('leaf', 'leaf', 'all', 'any', 'file', 'all file'),
    })
    .map(({ steps, budgets, maxSwaps, generous, speculative, on, shape }) => {
      const written = withGroups(steps);
      const used = ['left', 'right'].filter((id) => steps.some(({ orGroup }) => orGroup === id));
      const groupOf = (at: number) => steps[at]?.orGroup;
      const looked = on.map((at) => groupOf(at) ?? `s${at}`);
      return {
        name: 'search',
        topology: 'and-or',
        model: 'small',
        input: INPUT_SCHEMA,
        objective: objective('', { baseCase: baseCaseOf(shape, looked) }),
        orGroups: Object.fromEntries(used.map((id, at) => [id, { speculative: speculative[at] === true }])),
        budgets: without({
          ...budgets,
          maxSwaps,
          ...(generous > 0 && { maxIterations: 200, maxStall: 60, maxAttempts: undefined }),
        }),
        steps: written,
      };
    }),
);

function baseCaseOf(shape: string, on: readonly string[]): object {
  const [one, other] = on.map((id) => ({ guard: { use: 'not-empty' }, on: id }));
  if (shape === 'all') return { all: [one, other] };
  if (shape === 'any') return { any: [one, other] };
  if (shape === 'file') return { any: [{ file: 'done' }, one] };
  return shape === 'all file' ? { all: [{ file: 'done' }, one] } : (one ?? {});
}

/** Who needs a choice needs its group, as often as it may; never its own. */
function withGroups(steps: readonly Written[]): readonly Written[] {
  const groupOf = new Map(steps.flatMap(({ id, orGroup }) => (orGroup === undefined ? [] : [[id, orGroup] as const])));
  const lastOf = (group: string) => steps.findLastIndex((step) => step.orGroup === group);
  return steps.map((step, at) => {
    // Who needs a choice that is not settled yet, needs it for another choice of its group: that could never be.
    const isNamed = (id: string) => groupOf.get(id) === undefined || lastOf(groupOf.get(id) ?? '') < at;
    const named = (id: string) => {
      const group = groupOf.get(id);
      return group !== undefined && group !== step.orGroup && lastOf(group) < at ? group : id;
    };
    const { recovery, optionalRequires, ...rest } = step;
    const notBeside = (id: string) => step.orGroup === undefined || groupOf.get(id) !== step.orGroup;
    const { backtrackTo, backtrackByGuard, ...policies }: Fields = Object(recovery);
    const targets = (ids: unknown) =>
      Array.isArray(ids) ? [...new Set(ids.filter(notBeside).filter(isNamed).map(named))] : undefined;
    return {
      ...rest,
      requires: [...new Set(step.requires.filter(notBeside).filter(isNamed).map(named))],
      ...(Array.isArray(optionalRequires) && { optionalRequires: optionalRequires.filter((id) => !groupOf.has(id)) }),
      recovery: without({
        ...policies,
        backtrackTo: targets(backtrackTo),
        backtrackByGuard: backtrackByGuard && { a: targets(Object(backtrackByGuard)['a']) },
      }),
    };
  });
}
