// Pure but for the workflow bundle: recorded histories of every kind of run, replayed against the code as it is (U-11, I9).
import { Worker } from '@temporalio/worker';
import { historyNames, historyText } from '../support/histories/files.ts';
import { BUNDLE, idIn, replayed } from '../support/histories/replayed.ts';
import { SCENARIOS } from '../support/played/scenarios.ts';
import { TOLD_SCENARIOS } from '../support/played/told/told-scenarios.ts';

test('there is a history of every kind of run', () => {
  expect(historyNames()).toEqual(Object.keys(SCENARIOS).toSorted());
});

/** Of those that are told as rows, which differ less; the others are replayed by `npm run test:long`. */
const EVERY = 4;

const told = Object.keys(TOLD_SCENARIOS);
const NAMES = [
  ...Object.keys(SCENARIOS).filter((name) => !told.includes(name)),
  ...told.filter((_, at) => at % EVERY === 0),
];

let results: ReadonlyMap<string, unknown>;
beforeAll(async () => {
  results = await replayed(NAMES);
});

test.each(NAMES)('U-11: a recorded run replays: %s', (name) => {
  expect(results.has(name)).toBe(true);
  expect(results.get(name)).toBeUndefined();
});

test('a renamed activity fails the replay', async () => {
  const text = historyText('refined');
  const renamed = JSON.parse(
    text.replaceAll('"activityType":{"name":"generate"}', '"activityType":{"name":"produce"}'),
  );
  await expect(Worker.runReplayHistory({ workflowBundle: BUNDLE }, renamed, idIn(text))).rejects.toThrow(
    /TMPRL1100|Nondeterminism/i,
  );
});
