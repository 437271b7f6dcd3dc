/** What the contract makes of a state machine (design 3.3, R53, R54, R88). */
import type { GuardRead, Rules, StepRead } from './rules.ts';
import { baseCaseRead, guardRead, stepRead, textOf } from './rules.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface MachineStepRead {
  readonly id: string;
  readonly type: string;
  readonly inStates: readonly string[];
  readonly code: string;
  readonly to?: string;
  readonly map: Readonly<Record<string, string>>;
  readonly runIf?: string;
  readonly policy?: string;
}

export interface MachineRead {
  readonly initial: string;
  readonly states: readonly string[];
  readonly finals?: readonly string[];
  /** None at all: every move is permitted. */
  readonly transitions: readonly {
    readonly from: readonly string[];
    readonly to: string;
    readonly condition?: string;
  }[];
  readonly steps: ReadonlyMap<string, MachineStepRead>;
}

const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});
const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? (value as readonly string[]) : value === undefined ? [] : [textOf(value)];

export function machineRules(document: Fields): Rules & { readonly machine: MachineRead } {
  const workflow = fieldsOf(document['workflow']);
  const declared = fieldsOf(workflow['state_machine']);
  const written = (workflow['steps'] as readonly Fields[] | undefined) ?? [];
  const inherited = (field: string) => workflow[field] ?? fieldsOf(workflow['error_handling'])[field];
  const steps = new Map(written.map((step) => [textOf(step['name']), asStep(step, inherited)]));
  const { baseCase } = fieldsOf(document['objective']);
  const finals = declared['final_states'];
  return {
    topology: 'machine',
    steps,
    groups: new Map(),
    goal: [],
    ...(baseCase !== undefined && { baseCase: baseCaseRead(fieldsOf(baseCase), 'baseCase') }),
    budgets: { maxParallelAgents: 3, maxIterations: 20, maxStall: 3, ...fieldsOf(document['budgets']) },
    machine: {
      initial: textOf(declared['initial_state']),
      states: textsOf(declared['states']),
      ...(finals !== undefined && { finals: textsOf(finals) }),
      transitions: ((declared['transitions'] as readonly Fields[] | undefined) ?? []).map(
        ({ from, to, condition }) => ({
          from: textsOf(from),
          to: textOf(to),
          ...(condition !== undefined && { condition: textOf(condition) }),
        }),
      ),
      steps: new Map(written.map((step) => [textOf(step['name']), machineStep(step, inherited)])),
    },
  };
}

/** R54: `max_retries` come first under every policy but `fail`; then `retry` and `fail` end the run, `skip` gives the step up. */
function asStep(step: Fields, inherited: (field: string) => unknown): StepRead {
  const policy = step['on_failure'] ?? inherited('default_on_failure');
  const rMax = policy === 'fail' ? 0 : (step['max_retries'] ?? inherited('default_max_retries'));
  const onExhausted = policy === 'skip' ? 'skip' : policy === undefined ? undefined : 'fail';
  const isChoice = step['type'] === 'transition';
  const chosen: GuardRead = { leaf: 'transition', isFinal: false, isPerson: false };
  const recovery = {
    ...(rMax !== undefined && { rMax }),
    ...(onExhausted && { onExhausted }),
    ...fieldsOf(step['recovery']),
  };
  const generator = { kind: step['type'] === 'code' ? 'code' : 'llm' };
  const guard = step['guard'] ?? { use: 'not-empty' };
  const read = stepRead({ id: step['name'], generator, guard, recovery, approval: step['approval'] }, {});
  const when = step['run_if'];
  return {
    ...read,
    guard: isChoice ? chosen : guardRead(fieldsOf(guard)),
    ...(when !== undefined && { when: textOf(when) }),
  };
}

function machineStep(step: Fields, inherited: (field: string) => unknown): MachineStepRead {
  const { name, type, in_state: inState, code, transition_to: to, transition_map: map, run_if: runIf } = step;
  const policy = step['on_failure'] ?? inherited('default_on_failure');
  return {
    id: textOf(name),
    type: textOf(type),
    inStates: textsOf(inState),
    code: textOf(code),
    ...(to !== undefined && { to: textOf(to) }),
    map: fieldsOf(map) as Readonly<Record<string, string>>,
    ...(runIf !== undefined && { runIf: textOf(runIf) }),
    ...(policy !== undefined && { policy: textOf(policy) }),
  };
}
