import { entriesOf, type Found, fieldOf, itemsOf, textOf, textsOf } from '../../../text/loose.ts';
import { below } from '../../../text/pointer.ts';

/** What can be read of a machine that may be wrong in parts: the names of states and where they stand, and its conditions. */
export interface MachineSketch {
  readonly states: readonly Found[];
  readonly initial: readonly Found[];
  readonly finals: readonly Found[];
  readonly transitions: readonly TransitionSketch[];
  readonly steps: readonly MachineStepSketch[];
  readonly traits: readonly { readonly into: readonly Found[] }[];
  readonly hasBaseCase: boolean;
  /** What happens where steps write nothing of their own, if that is written. */
  readonly onFailure: unknown;
  /** Names of variables. */
  readonly variables: readonly Found[];
}

interface TransitionSketch {
  readonly from: readonly Found[];
  readonly to: readonly Found[];
  readonly condition: unknown;
  readonly pointer: string;
}

export interface MachineStepSketch {
  readonly pointer: string;
  readonly raw: unknown;
  readonly name: string | undefined;
  readonly type: unknown;
  /** None: every state. */
  readonly inStates: readonly Found[];
  /** The states that it may ask to move to. */
  readonly asks: readonly Found[];
  readonly map: readonly (readonly [answer: string, pointer: string])[];
}

export const MACHINE = '/workflow/state_machine';

export function sketchMachine(document: unknown): MachineSketch {
  const workflow = fieldOf(document, 'workflow');
  const machine = fieldOf(workflow, 'state_machine');
  const traits = itemsOf(fieldOf(fieldOf(document, 'components'), 'traits'));
  return {
    states: textsOf(fieldOf(machine, 'states'), `${MACHINE}/states`),
    initial: textOf(machine, MACHINE, 'initial_state'),
    finals: textsOf(fieldOf(machine, 'final_states'), `${MACHINE}/final_states`),
    transitions: itemsOf(fieldOf(machine, 'transitions')).map((raw, index) => {
      const pointer = below(`${MACHINE}/transitions`, index);
      return {
        pointer,
        from: oneOrMore(raw, pointer, 'from'),
        to: textOf(raw, pointer, 'to'),
        condition: fieldOf(raw, 'condition'),
      };
    }),
    steps: itemsOf(fieldOf(workflow, 'steps')).map((raw, index) => stepSketch(raw, below('/workflow/steps', index))),
    traits: traits.map((trait, index) => ({
      into: textsOf(fieldOf(trait, 'inject_into'), below('/components/traits', index, 'inject_into')),
    })),
    hasBaseCase: fieldOf(fieldOf(document, 'objective'), 'baseCase') !== undefined,
    onFailure:
      fieldOf(workflow, 'default_on_failure') ?? fieldOf(fieldOf(workflow, 'error_handling'), 'default_on_failure'),
    variables: entriesOf(fieldOf(document, 'variables')).map(([name]) => ({
      value: name,
      pointer: below('/variables', name),
    })),
  };
}

function stepSketch(raw: unknown, pointer: string): MachineStepSketch {
  const [name] = textOf(raw, pointer, 'name');
  const map = fieldOf(raw, 'transition_map');
  const here = below(pointer, 'transition_map');
  return {
    pointer,
    raw,
    name: name?.value,
    type: fieldOf(raw, 'type'),
    inStates: oneOrMore(raw, pointer, 'in_state'),
    asks: [
      ...textOf(raw, pointer, 'transition_to'),
      ...entriesOf(map).flatMap(([answer]) => textOf(map, here, answer)),
    ],
    map: entriesOf(map).map(([answer]) => [answer, below(here, answer)]),
  };
}

function oneOrMore(holder: unknown, pointer: string, field: string): readonly Found[] {
  return [...textOf(holder, pointer, field), ...textsOf(fieldOf(holder, field), below(pointer, field))];
}
