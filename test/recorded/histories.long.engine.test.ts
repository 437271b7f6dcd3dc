// Pure but for the workflow bundle: all recorded histories, replayed against the code as it is (U-11, I9).
import { historyNames } from '../support/histories/files.ts';
import { replayed } from '../support/histories/replayed.ts';

let results: ReadonlyMap<string, unknown>;
beforeAll(async () => {
  results = await replayed(historyNames());
}, 300_000);

test.each(historyNames())('U-11: all recorded histories replay: %s', (name) => {
  expect(results.has(name)).toBe(true);
  expect(results.get(name)).toBeUndefined();
});
