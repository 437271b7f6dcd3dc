import { isOver, isParked } from '../actor.ts';
import type { Scenario } from '../scenario.ts';
import { answering, FATAL, saying, step } from './documents.ts';

const ORIGIN = {
  name: 'recorded-origin',
  specification: 'Be brief.',
  // What a fork takes over begins together, and nothing says what of it is stored first.
  budgets: { maxParallelAgents: 1 },
  model: answering({ rough: ['rough'], plan: ['a plan'], work: ['first work', 'second work'], beside: ['beside'] }),
  steps: [
    { id: 'colour', generator: { kind: 'human', question: 'Which colour?' }, guard: { use: 'not-empty' } },
    step('rough', ['colour'], { ...saying(FATAL), recovery: { rMax: 0 } }),
    step('plan', ['rough']),
    step('work', ['plan']),
    step('beside'),
  ],
};

const MACHINE = {
  name: 'recorded-machine-origin',
  model: answering({ work: ['work'] }),
  variables: { n: 0 },
  workflow: {
    state_machine: { states: ['a', 'b', 'end'], initial_state: 'a', final_states: ['end'] },
    steps: [
      { name: 'count', type: 'code', in_state: 'a', code: 'context["n"] = context["n"] + 1', transition_to: 'b' },
      { name: 'work', type: 'llm', in_state: 'b', prompt: 'n is {n}. {constraints}', transition_to: 'end' },
    ],
  },
};

export const fork: Scenario = {
  about: 'new runs begin in the middle of others: from a step, with other constraints, and from a turn of a machine',
  async play(actor) {
    const id = await actor.start(ORIGIN);
    await actor.until(id, isParked);
    await actor.decide(id, 'input', { action: 'amend', content: 'blue' });
    await actor.until(id, isParked);
    const { artifactDigest } = await actor.question(id, 'fatal');
    await actor.decide(id, 'fatal', { action: 'approve', artifactDigest });
    await actor.until(id, isOver);
    await actor.look('the origin is completed', id);
    await actor.send('POST', `/v1/runs/${id}/fork`, { fromStep: 'nothing' });
    await actor.send('POST', '/v1/runs/nobody/fork', { fromStep: 'work' });
    const body = { fromStep: 'work', constraints: 'At most ten words.' };
    const once = { 'idempotency-key': 'recorded-fork-1' };
    const forked = await actor.send('POST', `/v1/runs/${id}/fork`, body, once);
    await actor.send('POST', `/v1/runs/${id}/fork`, body, once);
    await actor.until(forked.body.id, isOver);
    await actor.lookBack('the fork is completed', forked.body.id);
    const again = await actor.send('POST', `/v1/runs/${forked.body.id}/fork`, { fromStep: 'beside' });
    await actor.until(again.body.id, isOver);
    await actor.look('the fork of the fork is completed', again.body.id);
    const machine = await actor.start(MACHINE);
    await actor.until(machine, isOver);
    const turn = await actor.send('POST', `/v1/runs/${machine}/fork`, { fromTurn: 2, constraints: 'Be kind.' });
    await actor.until(turn.body.id, isOver);
    await actor.lookBack('the fork of the machine is completed', turn.body.id);
  },
};
