import { isOver, isParked } from '../actor.ts';
import type { Scenario } from '../scenario.ts';
import { answering } from './documents.ts';

const DEFINITION = {
  name: 'recorded-machine',
  model: answering({ work: ['first work', 'second work'], decide: ['maybe', 'again', 'leave'] }),
  budgets: { maxIterations: 12, maxStall: 3 },
  variables: { limit: 2, n: 0 },
  workflow: {
    state_machine: {
      states: ['ready', 'working', 'checking', 'done'],
      initial_state: 'ready',
      final_states: ['done'],
      transitions: [
        { from: 'ready', to: 'working' },
        { from: 'working', to: 'checking', condition: 'n > 0' },
        { from: 'checking', to: 'working' },
        { from: 'checking', to: 'ready', condition: 'n > limit' },
      ],
    },
    steps: [
      { name: 'begin', type: 'code', in_state: 'ready', code: 'context["n"] = 0', transition_to: 'working' },
      { name: 'count', type: 'code', in_state: 'working', code: 'context["n"] = context["n"] + 1' },
      {
        name: 'hurry',
        type: 'code',
        in_state: 'working',
        code: 'context["hurried"] = 1',
        transition_to: 'done',
        run_if: 'n == 1',
      },
      { name: 'never', type: 'llm', in_state: 'working', prompt: 'Never.', run_if: 'n > 9' },
      {
        name: 'work',
        type: 'llm',
        in_state: 'working',
        prompt: 'n is {n}. {action_history} {constraints}',
        transition_to: 'checking',
      },
      {
        name: 'decide',
        type: 'transition',
        in_state: 'checking',
        prompt: 'Again, or done?',
        transition_map: { again: 'working', leave: 'done' },
      },
    ],
  },
};

export const machineRefused: Scenario = {
  about:
    'a machine counts its turns, asks for a move that no transition allows, stands still, and a person moves it to its end',
  async play(actor) {
    const work = actor.hold('work', 2);
    const id = await actor.start(DEFINITION, { input: {} });
    await work.asked;
    await actor.until(id, ({ currentSteps }) => currentSteps.includes('work'));
    await actor.look('the machine works for the second time', id);
    await actor.send('POST', `/v1/runs/${id}/fork`, { fromStep: 'work' });
    await actor.redirect(id, { type: 'constraint_change', description: 'kindly', constraints: 'Be kind.' });
    work.release();
    await actor.until(id, isParked);
    await actor.look('the move was refused, and the machine stands still', id);
    await actor.redirect(id, { type: 'dag_adjustment', description: 'x', state: 'nowhere' });
    await actor.redirect(id, { type: 'bindings_override', description: 'a number', variables: { n: 'many' } });
    await actor.redirect(id, { type: 'dag_adjustment', description: 'enough', state: 'done' });
    await actor.until(id, isOver);
    await actor.lookBack('a person has moved the machine to its end', id);
  },
};
