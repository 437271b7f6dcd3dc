import { isOver, isParked } from '../actor.ts';
import type { Scenario } from '../scenario.ts';
import { answering, PASS, SAME, saying, step } from './documents.ts';

/** The guard breaks once, which costs no attempt. */
const BROKEN = { error: true, feedback: 'out of order' };

const DEFINITION = {
  name: 'recorded-ladder',
  model: answering({
    plan: [{ status: 503 }, 'a plan'],
    work: ['one', 'two', 'three', 'four', 'five'],
    end: ['the end'],
  }),
  budgets: { maxAttempts: 4, maxTokens: 100_000, maxCostUsd: 1, maxDuration: 'PT2H' },
  steps: [
    step('plan'),
    step('work', ['plan'], {
      ...saying(BROKEN, SAME, SAME, SAME, SAME, PASS),
      recovery: { rMax: 9, rPatience: 2, ladder: [{ temperature: 0 }, { temperature: 0.5 }, { temperature: 1 }] },
    }),
    step('end', ['work']),
  ],
};

export const dagLadder: Scenario = {
  about: 'a step climbs the ladder of models until the budget is used up, which a person raises',
  async play(actor) {
    const id = await actor.start(DEFINITION, { budgets: { maxAttempts: 3 } });
    await actor.until(id, isParked);
    await actor.look('the run is out of attempts', id);
    await actor.decide(id, 'budget', { action: 'raise', budgets: { maxAttempts: 3 } });
    await actor.decide(id, 'budget', { action: 'approve' });
    const fourth = actor.hold('work', 3);
    await actor.decide(id, 'budget', {
      action: 'raise',
      budgets: { maxAttempts: 5 },
      by: 'ada',
      comment: 'It is worth it.',
    });
    await fourth.asked;
    await actor.until(id, ({ currentSteps }) => currentSteps.includes('work'));
    await actor.look('the budget is raised and the third try under way', id);
    fourth.release();
    await actor.until(id, isParked);
    await actor.look('the run is out of attempts again', id);
    await actor.send('PATCH', `/v1/runs/${id}/budget`, { maxAttempts: 9 }, { 'if-match': '"1"' });
    await actor.send('PATCH', `/v1/runs/${id}/budget`, { maxAttempts: 0 });
    await actor.send('PATCH', `/v1/runs/${id}/budget`, { maxAttempts: 9 });
    await actor.until(id, isOver);
    await actor.lookBack('the run is completed on the last rung', id);
  },
};
