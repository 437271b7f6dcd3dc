import { isOver } from '../actor.ts';
import type { Scenario } from '../scenario.ts';
import { answering, PASS, RETRY, saying, step } from './documents.ts';

const DEFINITION = {
  name: 'recorded-resumed',
  model: answering({ plan: ['a plan'], work: ['1', '2', '3', '4', '5', '6', '7', '8'], end: ['the end'] }),
  steps: [
    step('plan'),
    step('work', ['plan'], {
      ...saying(RETRY, RETRY, RETRY, RETRY, RETRY, RETRY, PASS),
      recovery: { rMax: 9, rPatience: null },
    }),
    step('end', ['work']),
  ],
};

export const stopAndResume: Scenario = {
  about: 'a run is stopped and resumed, paused and resumed, and goes on in new executions; another is ended for good',
  settings: { maxHistoryEvents: 30 },
  async play(actor, { engine }) {
    const first = actor.hold('work');
    const id = await actor.start(DEFINITION);
    await first.asked;
    await actor.until(id, ({ currentSteps }) => currentSteps.includes('work'));
    await actor.send('POST', `/v1/runs/${id}/stop?wait=30s`, { reason: 'night' });
    await actor.until(id, ({ status }) => status === 'stopped');
    await actor.look('the run is stopped', id);
    await actor.send('POST', `/v1/runs/${id}/stop?wait=30s`);
    await actor.send('POST', `/v1/runs/${id}/pause`);
    await actor.send('POST', `/v1/runs/${id}/resume?wait=30s`, { reason: 'morning' });
    const third = actor.hold('work', 3);
    first.release();
    await third.asked;
    await actor.until(id, ({ currentSteps }) => currentSteps.includes('work'));
    await actor.look('the third try is under way', id);
    await actor.send('POST', `/v1/runs/${id}/pause`, { reason: 'lunch' });
    third.release();
    await actor.until(id, ({ status }) => status === 'paused');
    await actor.look('the run is paused', id);
    await actor.send('POST', `/v1/runs/${id}/pause?wait=30s`, { reason: 'lunch' });
    const fourth = actor.hold('work', 4);
    await actor.send('POST', `/v1/runs/${id}/resume?wait=30s`, { reason: 'fed' });
    await fourth.asked;
    await actor.send('POST', `/v1/runs/${id}/stop`, { mode: 'after_attempt' });
    fourth.release();
    await actor.until(id, ({ status }) => status === 'stopped');
    await actor.look('the run was stopped after the attempt in flight', id);
    await actor.send('POST', `/v1/runs/${id}/resume?wait=30s`);
    await actor.until(id, isOver);
    await actor.lookBack('the run is completed', id);
    const { events } = await engine.client.workflow.getHandle(id).fetchHistory();
    const began = events?.[0]?.workflowExecutionStartedEventAttributes;
    if (!began?.continuedExecutionRunId) throw new Error('the run did not continue as new');
    const other = actor.hold('plan');
    const ended = await actor.start(DEFINITION);
    await other.asked;
    await actor.until(ended, ({ currentSteps }) => currentSteps.includes('plan'));
    await actor.send('POST', `/v1/runs/${ended}/terminate?wait=30s`, { reason: 'enough' });
    await actor.send('POST', `/v1/runs/${ended}/resume`);
    await actor.until(ended, isOver);
    await actor.look('the other run is terminated', ended);
  },
};
