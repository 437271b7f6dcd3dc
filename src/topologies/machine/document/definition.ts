import type { MachineDocument } from './document.ts';
import type { ConditionDefinition, StepType } from './step-document.ts';

/** What activities and views read of a state machine beside its steps: conditions and variables, as written. */
export interface MachineDefinition {
  readonly states: readonly string[];
  readonly initial: string;
  readonly finals: readonly string[];
  readonly transitions: readonly Transition[];
  readonly variables: Readonly<Record<string, unknown>>;
  readonly steps: ReadonlyMap<string, MachineStep>;
}

export interface Transition {
  /** States, or `*` for any. */
  readonly from: readonly string[];
  readonly to: string;
  readonly condition?: ConditionDefinition;
}

interface MachineStep {
  readonly type: StepType;
  /** Left out: every state. */
  readonly inStates?: readonly string[];
  readonly transitionTo?: string;
  readonly map: Readonly<Record<string, string>>;
}

export function machineOf({ workflow, variables = {} }: MachineDocument): MachineDefinition {
  const { state_machine: machine, steps = [] } = workflow;
  return {
    states: [...new Set(machine.states)],
    initial: machine.initial_state,
    finals: machine.final_states ?? [],
    transitions: (machine.transitions ?? []).map(({ from, to, condition }) => ({
      from: listOf(from),
      to,
      ...(condition !== undefined && { condition }),
    })),
    variables,
    steps: new Map(
      steps.map(({ name, type, in_state: inState, transition_to: transitionTo, transition_map: map = {} }) => [
        name,
        {
          type,
          ...(inState !== undefined && { inStates: listOf(inState) }),
          ...(transitionTo !== undefined && { transitionTo }),
          map,
        },
      ]),
    ),
  };
}

function listOf(value: string | readonly string[]): readonly string[] {
  return typeof value === 'string' ? [value] : value;
}
