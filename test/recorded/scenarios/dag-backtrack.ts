import { isOver } from '../actor.ts';
import type { Scenario } from '../scenario.ts';
import { answering, PASS, SAME, saying, step } from './documents.ts';

const DEFINITION = {
  name: 'recorded-backtrack',
  description: 'An outline, a draft and a summary.',
  specification: 'About rivers.',
  constraints: 'At most ten words.',
  input: { properties: { topic: { type: 'string' } }, required: ['topic'] },
  model: answering({
    outline: ['1. water', '1. water 2. banks'],
    draft: ['Water flows.', 'Water flows between banks.'],
    notes: ['Rivers have banks.'],
    summary: ['Water.', 'Water!', 'Water and banks.'],
  }),
  steps: [
    step('outline', [], {
      title: 'The outline',
      generator: { kind: 'llm', prompt: 'Outline {input.topic}. {specification}' },
    }),
    step('draft', ['outline']),
    step('notes'),
    step('summary', ['draft', 'notes'], {
      ...saying(SAME, SAME, PASS),
      recovery: { rMax: 4, rPatience: 2, backtrackTo: ['outline'] },
    }),
  ],
};

export const dagBacktrack: Scenario = {
  about: 'a summary goes in circles, so the run goes back to the outline and makes all that was built on it again',
  async play(actor) {
    await actor.send('POST', '/v1/workflows', DEFINITION);
    await actor.send('POST', '/v1/workflows', DEFINITION);
    const named = { workflow: { name: DEFINITION.name }, input: { topic: 'rivers' }, tags: ['recorded'] };
    await actor.send('POST', '/v1/runs', { ...named, input: {} });
    const first = actor.hold('outline');
    const once = { 'idempotency-key': 'recorded-backtrack-1' };
    const { body } = await actor.send('POST', '/v1/runs', named, once);
    await actor.send('POST', '/v1/runs', named, once);
    await first.asked;
    await actor.until(body.id, ({ guards }) => guards.notes === 'satisfied');
    await actor.look('the outline is being made', body.id);
    const second = actor.hold('outline', 2);
    first.release();
    await second.asked;
    await actor.until(body.id, ({ currentSteps }) => currentSteps.includes('outline'));
    await actor.look('the run has gone back to the outline', body.id);
    second.release();
    await actor.until(body.id, isOver);
    await actor.lookBack('the run is completed', body.id);
    await actor.get(`/v1/runs/${body.id}`, { 'if-none-match': '*' });
    await actor.get('/v1/runs/nobody');
    await actor.get(`/v1/runs/${body.id}/steps/nothing`);
    await actor.get(`/v1/runs/${body.id}/trace?limit=3`);
    await actor.send('POST', `/v1/runs/${body.id}/stop`);
  },
};
