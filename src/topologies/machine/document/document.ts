import { z } from 'zod';
import { closed } from '../../../definitions/compile/closed.ts';
import { identifier } from '../../../definitions/parse/names.ts';
import { definitionSchema, MAX_STEPS } from '../../../definitions/schema/definition.ts';
import { template } from '../../../definitions/schema/template-fields.ts';
import { fieldOf } from '../../../text/loose.ts';
import { conditionSchema, failurePolicy, machineStepSchema, maxRetries, stateName } from './step-document.ts';

const MAX_STATES = 200;

const source = z.string().min(1);

const transition = closed({
  from: z.union([source, z.array(source).min(1)]).describe('A state, several, or "*" for any.'),
  to: stateName.describe('The state that it leads to.'),
  condition: conditionSchema
    .describe('The move is permitted while this is true; always when left out.')
    .exactOptional(),
}).meta({
  id: 'TransitionDefinition',
  description: 'A move that is permitted. Steps ask for moves; transitions only permit them.',
});

const stateMachine = closed({
  states: z.array(stateName).min(1).max(MAX_STATES).describe('Every state that the machine can be in.'),
  initial_state: stateName.describe('Where a run begins; one of the states.'),
  transitions: z
    .array(transition)
    .max(1_000)
    .describe('The moves that are permitted; any move when there are none.')
    .exactOptional(),
  final_states: z.array(stateName).describe('The run is complete as soon as it is in one of these.').exactOptional(),
});

const failureDefaults = {
  default_on_failure: failurePolicy.describe('Of every step that writes no policy of its own.').exactOptional(),
  default_max_retries: maxRetries.describe('Of every step that writes no number of its own.').exactOptional(),
};

const trait = closed({
  name: z.string().min(1).max(200).describe('For people.').exactOptional(),
  version: z.union([z.string(), z.number()]).describe('For people.').exactOptional(),
  description: z.string().describe('For people.').exactOptional(),
  inject_into: z.array(identifier).describe('Names of steps.'),
  prompt_fragment: template(
    z.string(),
    'Appended to the prompts of those steps, in the order of this list; a template.',
  ),
}).meta({ id: 'TraitDefinition', description: 'A part of the prompts of several steps.' });

const { name, steps: _steps, goal: _goal, topology: _topology, ...shared } = definitionSchema.shape;

/** A state machine as it is written (S2-2), with the fields that every definition of dsap may have (design 3.3). */
export const machineSchema = closed({
  name: name.exactOptional(),
  topology: z.literal('machine').describe('Needs not be written: the state machine says so.').exactOptional(),
  ...shared,
  variables: z
    .record(z.string(), z.unknown())
    .describe('Variables that prompts and conditions know from the start; the input of the run overrides them.')
    .exactOptional(),
  components: closed({
    traits: z.array(trait).max(MAX_STEPS).describe('In the order in which they are appended.').exactOptional(),
  })
    .describe('What is injected into prompts.')
    .exactOptional(),
  workflow: closed({
    state_machine: stateMachine.describe('The states, and the moves between them that are permitted.'),
    steps: z
      .array(machineStepSchema)
      .min(1)
      .max(MAX_STEPS)
      .describe('In the order in which those that match the state run.')
      .exactOptional(),
    ...failureDefaults,
    error_handling: closed(failureDefaults)
      .describe('The same defaults, where the origin of the format has them.')
      .exactOptional(),
  }).describe('The state machine and its steps.'),
});

/** Whether a document is a state machine: it says so, or it says nothing and has a `workflow`. */
export function isMachine(document: unknown): boolean {
  const topology = fieldOf(document, 'topology');
  return topology === 'machine' || (topology === undefined && fieldOf(document, 'workflow') !== undefined);
}

export type MachineDocument = z.infer<typeof machineSchema>;
