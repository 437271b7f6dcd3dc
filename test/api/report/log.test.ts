// Pure: what a report tells of a log.
import { createLogReader } from '../../../src/api/report/facts/log.ts';
import { aPlan, aStep } from '../../support/played/plans.ts';
import { play } from '../../support/played/played.ts';

test('console 5: the line of a question says what the guard said, as it wrote it', () => {
  const feedback = 'The text lacks "3 May".';
  const plan = aPlan([aStep('a', { attempts: 1 })]);
  const { events, verdicts } = play(plan, { a: [{ verdict: 'retry', guard: 'Dates', feedback }] });
  const reader = createLogReader(new Set());
  reader.add(events, (token) => verdicts.get(token)?.feedback ?? '');
  const { head } = reader.result().timeline;
  expect(head.map(({ text }) => text).at(-1)).toContain(`Dates rejected the last one (${feedback})`);
});
