/**
 * How looks for runs to be told begin and end, over a store that fails and by a clock that the test sets.
 * @jest-environment <rootDir>/test/support/realm/own-realm.ts
 */
import { keepTold } from '../../../src/cli/start/keep-told.ts';
import type { Store } from '../../../src/ports/store/store.ts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** A look that is under way until it is told to fail. */
async function lookUnderWay() {
  let fail = (): void => undefined;
  const untold = (): Promise<string[]> =>
    new Promise((_, reject) => {
      fail = () => reject(new Error('the store is closed'));
    });
  const warn = jest.fn();
  const events: Pick<Store['events'], 'subscribe'> = { subscribe: () => () => undefined };
  const store = { events, tellings: { untold } };
  const kept = keepTold(Object.assign(Object.create(null), store), { warn });
  await jest.advanceTimersByTimeAsync(5_000);
  const failed = async () => {
    fail();
    await jest.advanceTimersByTimeAsync(0);
  };
  return { kept, warn, failed };
}

test('a look that fails is told once', async () => {
  const { kept, warn, failed } = await lookUnderWay();
  await failed();
  expect(warn).toHaveBeenCalledTimes(1);
  kept.end();
});

test('a look that the end of the service has cut off says nothing', async () => {
  const { kept, warn, failed } = await lookUnderWay();
  kept.end();
  await failed();
  expect(warn).not.toHaveBeenCalled();
});
