import { aMachine } from '../a-machine.ts';
import { objective } from '../and-or.ts';
import { contains, type Told } from './told.ts';

const FINAL = { final_states: ['end'] };
const COUNT = { name: 'count', type: 'code', in_state: 'a', code: 'context["n"] = context.get("n", 0) + 1' };
const work = (more: object = {}) => ({ name: 'work', in_state: 'a', transition_to: 'end', ...more });
const choose = (map: object, more: object = {}) => ({
  name: 'decide',
  type: 'transition',
  in_state: 'a',
  prompt: 'Which?',
  transition_map: map,
  ...more,
});

/** Runs of state machines. */
export const MACHINE_RUNS: Readonly<Record<string, Told>> = {
  'machine-of-code': {
    definition: aMachine({
      machine: { ...FINAL, transitions: [{ from: 'a', to: 'end', condition: 'n > 2' }] },
      steps: [{ ...COUNT, transition_to: 'end' }],
    }),
  },
  'machine-guarded': {
    definition: aMachine({
      machine: FINAL,
      outputs: { work: ['no', 'x'] },
      steps: [work({ guard: contains('x'), max_retries: 2 })],
    }),
  },
  'machine-used-up': {
    definition: aMachine({
      machine: FINAL,
      outputs: { work: ['no', 'no', 'x'] },
      steps: [work({ guard: contains('x'), max_retries: 1 })],
    }),
    decisions: [{ action: 'retry', guidance: 'With an x.' }],
  },
  'machine-fails': {
    definition: aMachine({ machine: FINAL, steps: [work({ guard: contains('never said'), on_failure: 'fail' })] }),
  },
  'machine-retries-and-fails': {
    definition: aMachine({
      machine: FINAL,
      workflow: { default_on_failure: 'retry', error_handling: { default_max_retries: 1 } },
      steps: [work({ guard: contains('never said') })],
    }),
  },
  'machine-skips': {
    definition: aMachine({
      machine: FINAL,
      steps: [
        { name: 'try', in_state: 'a', guard: contains('never said'), max_retries: 0, on_failure: 'skip' },
        work(),
      ],
    }),
  },
  'machine-by-choice': {
    definition: aMachine({
      machine: {
        ...FINAL,
        transitions: [
          { from: 'a', to: 'b' },
          { from: 'b', to: 'a' },
          { from: 'a', to: 'end' },
        ],
      },
      outputs: { decide: ['over', ' SIDE ', '{"decision": "over"}'] },
      steps: [choose({ side: 'b', over: 'end' }), { name: 'back', in_state: 'b', transition_to: 'a' }],
    }),
  },
  'machine-not-permitted': {
    definition: aMachine({
      machine: {
        ...FINAL,
        transitions: [
          { from: 'a', to: 'b' },
          { from: 'b', to: 'end' },
        ],
      },
      outputs: { decide: ['over', 'side'] },
      steps: [choose({ side: 'b', over: 'end' }), { name: 'leave', in_state: 'b', transition_to: 'end' }],
    }),
  },
  'machine-from-anywhere': {
    definition: aMachine({
      machine: {
        ...FINAL,
        transitions: [
          { from: '*', to: 'end', condition: 'n > 1' },
          { from: 'a', to: 'b' },
          { from: 'b', to: 'a' },
        ],
      },
      steps: [
        { ...COUNT, in_state: ['a', 'b'] },
        { name: 'leave', in_state: ['a', 'b'], run_if: 'n > 1', transition_to: 'end' },
        { name: 'there', in_state: 'a', transition_to: 'b' },
        { name: 'back', in_state: 'b', transition_to: 'a' },
      ],
    }),
  },
  'machine-told': {
    definition: aMachine({
      machine: FINAL,
      fields: {
        variables: { mood: 'calm' },
        components: {
          traits: [{ name: 'loop_breaker', inject_into: ['work'], prompt_fragment: 'Before:\n{action_history}' }],
        },
      },
      steps: [work({ prompt: 'Be {mood}, {tick} of {progress_percent}.' })],
    }),
  },
  'machine-to-a-base-case': {
    definition: aMachine({
      fields: { objective: objective('', { baseCase: { guard: contains('x'), on: 'work' } }) },
      outputs: { work: ['1', '2', 'x'] },
      steps: [
        { name: 'work', in_state: 'a', transition_to: 'b' },
        { name: 'back', in_state: 'b', transition_to: 'a' },
      ],
    }),
  },
  'machine-approved': {
    definition: aMachine({ machine: FINAL, steps: [work({ approval: true })] }),
    decisions: [{ action: 'approve' }],
  },
  'machine-out-of-turns': {
    definition: aMachine({
      machine: {
        ...FINAL,
        transitions: [
          { from: 'a', to: 'b' },
          { from: 'b', to: 'a' },
          { from: 'b', to: 'end', condition: 'n > 2' },
        ],
      },
      fields: { budgets: { maxIterations: 3 } },
      steps: [
        { ...COUNT, transition_to: 'b' },
        {
          name: 'leave',
          type: 'code',
          in_state: 'b',
          run_if: 'n > 2',
          code: 'context["left"] = True',
          transition_to: 'end',
        },
        { name: 'back', in_state: 'b', transition_to: 'a' },
      ],
    }),
    decisions: [{ action: 'raise', budgets: { maxIterations: 20 } }],
  },
  'machine-climbs': {
    definition: aMachine({
      machine: FINAL,
      outputs: { work: ['1', '1', '1', 'x'] },
      steps: [
        work({
          guard: contains('x'),
          max_retries: 5,
          recovery: { rPatience: 2, ladder: [{ temperature: 0 }, { temperature: 1 }] },
        }),
      ],
    }),
  },
  'machine-falls-back': {
    definition: aMachine({
      machine: FINAL,
      outputs: { decide: [{ status: 400 }] },
      steps: [choose({ continue: 'end' })],
    }),
  },
  'machine-stalled-at-once': {
    definition: aMachine({
      machine: FINAL,
      fields: { budgets: { maxStall: 1 } },
      steps: [{ name: 'work', in_state: 'a' }],
    }),
    decisions: [{ action: 'abort', reason: 'It turns in circles.' }],
  },
};
