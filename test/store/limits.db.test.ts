/** Rate limits that all workers share (llm 3.7), over a real PostgreSQL, by a clock of their own. */
import { randomUUID } from 'node:crypto';
import type {
  AskedLimits,
  BookedCall,
  Booking,
  KnownLimits,
  LimitScope,
  NotedLimits,
} from '../../src/ports/store/limits.ts';
import { until } from '../support/until.ts';
import { useStore } from './stores.ts';
import { countLimitRows, isWaitingForLock, lockLimitRows } from './support/limit-rows.ts';
import { noteWaiting } from './support/waiting-calls.ts';

const held = useStore();

let scope: LimitScope;
/** Milliseconds since the epoch, at the start of a second. */
let now: number;
beforeEach(() => {
  now = Math.ceil(Date.now() / 1_000) * 1_000;
  scope = { endpoint: randomUUID(), key: '', model: 'acme/large' };
});

const NOTED: NotedLimits = { counts: [], unasked: [], executions: [] };

function aCall(change: Partial<BookedCall> = {}): BookedCall {
  const call = randomUUID();
  return { runId: 'run', token: call, call, execution: randomUUID(), input: 0, longest: 0, unasked: [], ...change };
}

const book = (call: BookedCall, asked: AskedLimits = {}, change: Partial<LimitScope> = {}): Promise<Booking> =>
  held.store.limits.book({ ...scope, now, ...change }, call, asked);
const note = (noted: Partial<NotedLimits>, change: Partial<LimitScope> = {}) =>
  held.store.limits.note({ ...scope, now, ...change }, { ...NOTED, ...noted });

/** Books so many calls one after the other, and returns the seconds of their turns, from now. */
async function turns(count: number, asked: AskedLimits, change: Partial<BookedCall> = {}): Promise<readonly number[]> {
  const seconds: number[] = [];
  for (let at = 0; at < count; at += 1) seconds.push((await book(aCall(change), asked)).second - now / 1_000);
  return seconds;
}

test('llm 3.7: as many requests go out at once as a minute allows, and the next ones a minute later, in their order', async () => {
  expect(await turns(7, { requestsPerMinute: 3 })).toEqual([0, 0, 0, 62, 62, 62, 124]);
});

test('llm 3.7: a call that comes back at its time goes out, and one that comes too early keeps its turn', async () => {
  const asked = { requestsPerMinute: 1 };
  await book(aCall(), asked);
  const call = aCall();
  expect(await book(call, asked)).toMatchObject({ admitted: false, wait: 62_000, look: 31_000, reason: 'rate' });
  now += 31_000;
  expect(await book(call, asked)).toMatchObject({ admitted: false, wait: 31_000 });
  expect(await book(aCall(), asked)).toMatchObject({ admitted: false, wait: 93_000 });
  now += 31_400;
  expect(await book(call, asked)).toMatchObject({ admitted: true });
});

test('llm 3.7: of calls that book at once by several workers no minute has more than it allows', async () => {
  const all = await Promise.all(Array.from({ length: 40 }, () => book(aCall(), { requestsPerMinute: 10 })));
  const seconds = all.map(({ second }) => second - now / 1_000).toSorted((a, b) => a - b);
  expect(seconds).toEqual([0, 62, 124, 186].flatMap((second) => Array.from({ length: 10 }, () => second)));
});

test('llm 3.7: a call that comes late takes a turn that is free then', async () => {
  const asked = { requestsPerMinute: 2 };
  await turns(2, asked);
  const late = aCall();
  const [inTime, next] = [aCall(), aCall()];
  for (const call of [late, inTime, next]) await book(call, asked);
  await turns(5, asked);
  now += 90_000;
  expect(await book(late, asked)).toMatchObject({ admitted: true, second: now / 1_000 });
  expect(await book(inTime, asked)).toMatchObject({ admitted: true });
  now += 34_000;
  // The late ones have used up the minute, so that the next one comes a little later, but before all that come after it.
  expect(await book(next, asked)).toMatchObject({ admitted: false, wait: 28_000 });
});

test('llm 3.7: tokens of a minute are those of prompts and of the longest answers, and what is left unused is given back', async () => {
  const asked = { tokensPerMinute: 1_000 };
  const call = aCall({ input: 300, longest: 400 });
  const { second, reserved } = await book(call, asked);
  expect(reserved).toBe(700);
  expect(await turns(1, asked, { input: 300, longest: 100 })).toEqual([62]);
  await note({ counts: [{ second, requests: 0, tokens: -600, refused: 0 }] });
  expect(await book(aCall({ input: 300, longest: 200, patience: 0 }), asked)).toMatchObject({ admitted: false });
  const early = aCall({ input: 300, longest: 100 });
  await book(early, asked);
  expect(await book(early, asked)).toMatchObject({ admitted: true });
});

test('llm 3.7: a call that is larger than a minute allows goes out alone', async () => {
  const asked = { tokensPerMinute: 1_000 };
  expect(await turns(3, asked, { input: 900, longest: 8_192 })).toEqual([0, 62, 124]);
  expect(await turns(1, asked, { input: 1, longest: 1 })).toEqual([186]);
});

test('llm 3.7: where the wait is longer than its patience, a call books nothing', async () => {
  const asked = { requestsPerMinute: 1 };
  await book(aCall(), asked);
  expect(await book(aCall({ patience: 10_000 }), asked)).toMatchObject({ admitted: false, wait: 62_000 });
  expect(await turns(1, asked)).toEqual([62]);
});

test('llm 3.7: keys and endpoints have limits of their own; the models of a key share those of the settings', async () => {
  const asked = { requestsPerMinute: 1 };
  await book(aCall(), asked);
  expect(await book(aCall(), asked, { key: 'OTHER_KEY' })).toMatchObject({ admitted: true });
  expect(await book(aCall(), asked, { endpoint: randomUUID() })).toMatchObject({ admitted: true });
  expect(await book(aCall(), asked, { model: 'acme/small' })).toMatchObject({ admitted: false });
});

describe('llm 3.7: what headers say', () => {
  test('a learned limit applies to all workers, per model, and follows what is said next', async () => {
    await note({ requests: { limit: 2, remaining: 1, reset: 30_000 }, counts: [] });
    expect(await turns(3, {}, {})).toEqual([0, 31, 62]);
    expect(await book(aCall(), {}, { model: 'acme/small' })).toMatchObject({ admitted: true });
    await note({ requests: { limit: 100, remaining: 97, reset: 1_000 } });
    expect(await held.store.limits.look({ ...scope, now })).toMatchObject({ requests: 100, isPresumed: false });
  });

  test.each([
    ['the settings', { requestsPerMinute: 1 }],
    ['the headers', { requestsPerMinute: 50 }],
  ])('the lower limit wins: that of %s', async (_, asked) => {
    await note({ requests: { limit: asked.requestsPerMinute === 1 ? 50 : 1 } });
    expect(await turns(2, asked)).toEqual([0, 62]);
  });

  test('where others use the same key, less remains until the reset', async () => {
    await note({ requests: { limit: 10, remaining: 2, reset: 20_000 } });
    expect(await turns(4, {})).toEqual([0, 0, 21, 21]);
  });

  test('a key is blocked for all that come, and those that have a booking', async () => {
    const asked = { requestsPerMinute: 2 };
    await turns(2, asked);
    const call = aCall();
    await book(call, asked);
    now += 62_000;
    await note({ blocked: 20_000 });
    expect(await book(call, asked)).toMatchObject({ admitted: false, wait: 20_000 });
    expect(await book(aCall(), asked)).toMatchObject({ admitted: false, wait: 20_000 });
    now += 20_000;
    expect(await book(call, asked)).toMatchObject({ admitted: true });
  });

  test('a limit that turned out to be that of a day is forgotten', async () => {
    await note({ requests: { limit: 1 } });
    await note({ requests: { limit: null } });
    expect(await turns(3, {})).toEqual([0, 0, 0]);
  });

  test('models that use up one limit together share it', async () => {
    const small = { model: 'acme/small' };
    const said = (remaining: number) => ({ requests: { limit: 10, remaining, reset: 60_000 } });
    await note(said(9));
    await note(said(9), small);
    for (let at = 0; at < 4; at += 1) await book(aCall());
    for (let at = 0; at < 4; at += 1) await book(aCall(), {}, small);
    await note(said(2));
    expect(await held.store.limits.look({ ...scope, model: 'acme/other', now })).toMatchObject({ requests: 10 });
  });
});

describe('llm 3.7: refusals that name no limit', () => {
  test('as much as has passed within the minute is presumed, and tried to raise later by a little', async () => {
    for (let at = 0; at < 5; at += 1) await book(aCall());
    await note({
      presumes: true,
      blocked: 1_000,
      counts: [{ second: now / 1_000, requests: 0, tokens: 0, refused: 1 }],
    });
    await note({
      presumes: true,
      blocked: 1_000,
      counts: [{ second: now / 1_000, requests: 0, tokens: 0, refused: 1 }],
    });
    expect(await held.store.limits.look({ ...scope, now })).toEqual({
      requests: 3,
      isPresumed: true,
      blockedFor: 1_000,
    });
    now += 120_000;
    expect(await turns(5, {})).toEqual([0, 0, 0, 0, 62]);
    expect(await held.store.limits.look({ ...scope, now })).toMatchObject({ requests: 4 });
  });

  test('what other workers sent before they knew counts as well', async () => {
    await note({ presumes: true, unasked: [{ age: 100, requests: 5, tokens: 0, refused: 1 }] });
    expect(await held.store.limits.look({ ...scope, now })).toMatchObject({ requests: 4 });
    await book(aCall({ unasked: [{ age: 200, requests: 6, tokens: 0, refused: 0 }] }));
    expect(await held.store.limits.look({ ...scope, now })).toMatchObject({ requests: 10 });
  });
});

describe('llm 3.7: calls at once', () => {
  const asked = { concurrency: 2 };

  test('no more are in flight, whoever makes them, and one that ends makes room', async () => {
    const calls = [aCall(), aCall(), aCall()];
    const all = await Promise.all(calls.map((call) => book(call, asked)));
    expect(all.filter(({ admitted }) => admitted)).toHaveLength(2);
    const [waiting] = calls.filter((_, at) => !all[at]?.admitted);
    const [running] = calls.filter((_, at) => all[at]?.admitted);
    if (!waiting || !running) throw new Error('one of them waits');
    expect(await book(waiting, asked)).toMatchObject({ admitted: false, reason: 'concurrency' });
    await note({ executions: [running.execution], callTime: 4_000 });
    expect(await book(waiting, asked)).toMatchObject({ admitted: true });
  });

  test('the leases of a killed worker expire, those of a living one are renewed', async () => {
    const [one, other] = [aCall(), aCall()];
    await book(one, asked);
    await book(other, asked);
    now += 25_000;
    await held.store.limits.renew({ ...scope, now }, [one.execution]);
    now += 10_000;
    expect(await book(aCall(), asked)).toMatchObject({ admitted: true });
    expect(await book(aCall(), asked)).toMatchObject({ admitted: false });
  });

  test('who waits looks at about the time at which calls usually end, the later in the queue the later', async () => {
    await note({ callTime: 10_000, executions: [] });
    await Promise.all([book(aCall(), asked), book(aCall(), asked)]);
    const waits: number[] = [];
    for (let at = 0; at < 6; at += 1) waits.push((await book(aCall(), asked)).look);
    expect(waits).toEqual([5_000, 5_000, 10_000, 10_000, 15_000, 15_000]);
  });

  test('a call that waits for one to end takes no turn of the minute', async () => {
    const both = { concurrency: 1, requestsPerMinute: 2 };
    const first = aCall();
    await book(first, both);
    const second = aCall();
    await book(second, both);
    await note({ executions: [first.execution] });
    now += 1_000;
    expect(await book(second, both)).toMatchObject({ admitted: true });
    await note({ executions: [second.execution] });
    expect(await book(aCall(), both)).toMatchObject({ admitted: false, reason: 'rate' });
  });
});

test('llm 3.7: the turns of runs that were stopped go to others', async () => {
  const asked = { requestsPerMinute: 1 };
  const waiting = async (runId: string) => {
    const call = aCall({ runId });
    await book(call, asked);
    await noteWaiting(held.database.url, call);
    return call;
  };
  await book(aCall(), asked);
  const stays = await waiting(randomUUID());
  await turns(3, asked);
  now += 31_000;
  // The first one that comes then finds that the others no longer wait.
  expect(await turns(2, asked)).toEqual([93, 155]);
  now += 31_000;
  expect(await book(stays, asked)).toMatchObject({ admitted: true });
});

describe('llm 3.7: a call of a route that asks for two models of one endpoint', () => {
  const small = { model: 'acme/small' };

  test('gives back the booking of the other model when it goes out, and takes nothing from its own', async () => {
    for (const change of [{}, small]) await note({ requests: { limit: 1 } }, change);
    const call = aCall();
    await book(aCall());
    expect(await book(call)).toMatchObject({ admitted: false, wait: 62_000 });
    expect(await book(call, {}, small)).toMatchObject({ admitted: true });
    expect(await countLimitRows(held.database.url, scope.endpoint)).toMatchObject({ bookings: 0 });
    expect(await turns(2, {})).toEqual([62, 124]);
    scope = { ...scope, ...small };
    expect(await turns(2, {})).toEqual([62, 124]);
  });

  test('gives back the tokens of the booking as well, also to the limit that the models share', async () => {
    await note({ tokens: { limit: 100 } });
    const asked = { tokensPerMinute: 200 };
    const call = aCall({ input: 100 });
    await book(aCall({ input: 100 }), asked);
    expect(await book(call, asked)).toMatchObject({ admitted: false, wait: 62_000 });
    now += 1_000;
    expect(await book(call, asked, small)).toMatchObject({ admitted: true });
    expect(await turns(1, asked, { input: 100 })).toEqual([61]);
  });

  test('keeps a booking for each', async () => {
    for (const change of [{}, small]) await note({ requests: { limit: 1 } }, change);
    const call = aCall();
    for (const change of [{}, small]) await book(aCall(), {}, change);
    for (const change of [{}, small]) expect(await book(call, {}, change)).toMatchObject({ wait: 62_000 });
    now += 62_000;
    expect(await book(call, {}, small)).toMatchObject({ admitted: true });
    expect(await book(aCall())).toMatchObject({ admitted: true });
  });

  test('keeps its place among the calls that wait for one to end, and does not wait for itself', async () => {
    const asked = { concurrency: 1 };
    const [first, call, later] = [aCall(), aCall(), aCall()];
    await book(first, asked);
    const { wait } = await book(call, asked);
    await book(later, asked);
    expect(await book(call, asked, small)).toMatchObject({ admitted: false, reason: 'concurrency', wait });
    await note({ executions: [first.execution] });
    expect(await book(call, asked, small)).toMatchObject({ admitted: true });
  });
});

describe('llm 3.7: a day after a refusal has named the calls at once', () => {
  const DAY = 86_400_000;

  test('calls go out again as before', async () => {
    await note({ concurrency: 1 });
    expect(await book(aCall())).toMatchObject({ admitted: true });
    expect(await book(aCall())).toMatchObject({ admitted: false, reason: 'concurrency' });
    now += DAY;
    for (const call of [aCall(), aCall()]) expect(await book(call)).toMatchObject({ admitted: true });
  });

  test.each([
    ['an hour', 3_600_000, [3]],
    ['a day', DAY + 1_000, []],
  ])('after %s, only a limit that still applies is known', async (_, ago, known) => {
    await note({ concurrency: 3 }, { now: now - ago });
    const looked = await held.store.limits.look({ ...scope, now });
    const ofKey = (await held.store.limits.all()).filter(({ endpoint }) => endpoint === scope.endpoint);
    const named = (all: readonly KnownLimits[]) => all.flatMap(({ concurrency }) => concurrency ?? []);
    expect([named([looked]), named(ofKey)]).toEqual([known, known]);
  });
});

describe('llm 3.7: rows that nobody gives back are deleted', () => {
  test('leases a minute after they expired', async () => {
    await held.store.limits.renew({ ...scope, now }, [randomUUID()]);
    now += 90_000;
    await note({});
    expect(await countLimitRows(held.database.url, scope.endpoint)).toMatchObject({ leases: 1 });
    now += 1;
    await note({});
    expect(await countLimitRows(held.database.url, scope.endpoint)).toMatchObject({ leases: 0 });
  });

  test.each([
    ['a second', { requestsPerMinute: 1 }, 662_000],
    ['a call to end', { concurrency: 1 }, 600_250],
  ])('bookings that wait for %s, ten minutes after their time', async (_, asked, later) => {
    await book(aCall(), asked);
    await book(aCall(), asked);
    now += later;
    await note({});
    expect(await countLimitRows(held.database.url, scope.endpoint)).toMatchObject({ bookings: 1 });
    now += 1;
    await note({});
    expect(await countLimitRows(held.database.url, scope.endpoint)).toMatchObject({ bookings: 0 });
  });

  test('leases are renewed behind the lock of their limits, so that no other statement can deadlock with it', async () => {
    await note({});
    let renewed: Promise<void> | undefined;
    await lockLimitRows(held.database.url, scope.endpoint, async () => {
      renewed = held.store.limits.renew({ ...scope, now }, [randomUUID()]);
      await until('the lease waits for the lock', async () => (await isWaitingForLock(held.database.url)) || undefined);
    });
    await renewed;
    expect(await countLimitRows(held.database.url, scope.endpoint)).toMatchObject({ leases: 1 });
  });
});
