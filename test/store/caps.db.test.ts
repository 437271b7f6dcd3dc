/** Caps across runs (llm 3.4), over a real PostgreSQL. */
import { randomUUID } from 'node:crypto';
import { Client, type QueryResultRow } from 'pg';
import type { CappedCall } from '../../src/model/caps.ts';
import { NO_USAGE } from '../../src/model/usage.ts';
import type { AskedCap, CapWindow } from '../../src/ports/store/caps.ts';
import { digestOf } from '../../src/store/digest.ts';
import { useStore } from './stores.ts';

const held = useStore();

/** As the server's superuser, to see and do what the service cannot. */
async function query<Row extends QueryResultRow>(text: string, values: readonly unknown[]): Promise<readonly Row[]> {
  const client = new Client({ connectionString: held.database.url });
  await client.connect();
  try {
    return (await client.query<Row>(text, [...values])).rows;
  } finally {
    await client.end();
  }
}

let cap: AskedCap;
beforeEach(() => {
  // Each test counts under a cap of its own.
  cap = {
    name: `tokens a day, tag ${randomUUID()}`,
    window: 'day',
    most: 1_000,
    perInput: 1_000_000,
    perOutput: 1_000_000,
  };
});

function aCall(change: Partial<CappedCall> = {}): CappedCall {
  return { runId: 'run_1', token: 't1', call: `t1 ${randomUUID()}`, execution: randomUUID(), ...change };
}

const admit = (call: CappedCall, amount = { input: 100, output: 200, shortest: 200 }, caps = [cap]) =>
  held.store.caps.admit(call, amount, caps);

async function counted(name = cap.name): Promise<{ readonly used: number; readonly reserved: number }> {
  const counts = 'select used::int, reserved::int from cap_windows where cap = $1 order by begins desc';
  const [newest] = await query<{ used: number; reserved: number }>(counts, [name]);
  if (!newest) throw new Error(`nothing is counted under ${name}`);
  return newest;
}

/** The day on which a window begins, or so much later. */
function dateOf(window: CapWindow | undefined, { month = 0, day = 0 } = {}): [number, number, number] {
  const begun = new Date(window?.begins ?? 0);
  return [begun.getUTCFullYear(), begun.getUTCMonth() + month, begun.getUTCDate() + day];
}

const usage = (tokens: number) => ({ ...NO_USAGE, inputTokens: tokens, llmCalls: 1 });

test('llm 3.4: what a cap counts in its present window can be read, also of one that has counted nothing yet', async () => {
  const { caps } = held.store;
  const month = { name: `usd a month, tag ${randomUUID()}`, window: 'month' } as const;
  const call = aCall();
  await admit(call);
  await admit(aCall());
  await caps.settle({ call, usage: usage(120) });
  const windows = await caps.windows([cap, month]);
  expect(windows.get(cap.name)).toMatchObject({ used: 120, reserved: 300 });
  expect(windows.get(month.name)).toMatchObject({ used: 0, reserved: 0 });
  const [ofDay, ofMonth] = [cap, month].map(({ name }) => windows.get(name));
  expect([ofDay?.begins, ofDay?.turns]).toEqual([Date.UTC(...dateOf(ofDay)), Date.UTC(...dateOf(ofDay, { day: 1 }))]);
  expect([ofMonth?.begins, ofMonth?.turns]).toEqual([
    Date.UTC(...dateOf(ofMonth)),
    Date.UTC(...dateOf(ofMonth, { month: 1 })),
  ]);
  expect(new Date(ofMonth?.begins ?? 0).getUTCDate()).toBe(1);
  expect(await caps.windows([])).toEqual(new Map());
});

test('llm 3.4: a call reserves its prompt and its longest answer, and one that does not fit is refused', async () => {
  const calls = [aCall(), aCall(), aCall()];
  expect(await Promise.all(calls.map((call) => admit(call)))).toEqual(
    Array.from({ length: 3 }, () => ({ ok: true, output: 200 })),
  );
  expect(await counted()).toEqual({ used: 0, reserved: 900 });
  expect(await admit(aCall())).toMatchObject({ ok: false, cap: cap.name, isHeld: true });
  expect(await counted()).toEqual({ used: 0, reserved: 900 });
});

test('llm 3.4: the longest answer is lowered to what remains, where that is enough', async () => {
  await admit(aCall());
  expect(await admit(aCall(), { input: 100, output: 5_000, shortest: 256 })).toEqual({ ok: true, output: 600 });
  expect(await counted()).toEqual({ used: 0, reserved: 1_000 });
});

test('llm 3.4: the same execution reserves once, however often its statement arrives', async () => {
  const call = aCall();
  expect(await Promise.all([admit(call), admit(call), admit(call)])).toEqual(
    Array.from({ length: 3 }, () => ({ ok: true, output: 200 })),
  );
  expect(await counted()).toEqual({ used: 0, reserved: 300 });
});

test('llm 3.4: an answer counts what it used in the place of what was reserved, once', async () => {
  const call = aCall();
  await admit(call);
  await held.store.caps.settle({ call, usage: usage(120) });
  await held.store.caps.settle({ call, usage: usage(120) });
  expect(await counted()).toEqual({ used: 120, reserved: 0 });
});

test('llm 3.4: the statement that stores an artifact settles it, also where its token has an answer already', async () => {
  const runId = `run_${randomUUID()}`;
  const saved = async (used: number) => {
    const call = aCall({ runId });
    await admit(call);
    const record = {
      id: `art_${randomUUID()}`,
      runId,
      token: 't1',
      digest: digestOf('text'),
      mediaType: 'text/plain',
      bytes: 4,
      source: 'generated' as const,
      usage: usage(used),
      parents: [],
      createdAt: 1,
    };
    await held.store.artifacts.save(record, ['text'], { call, usage: record.usage });
  };
  await saved(50);
  await saved(70);
  expect(await counted()).toEqual({ used: 120, reserved: 0 });
});

test('llm 3.4: the statement that stores a turn of an agent settles it', async () => {
  const call = aCall();
  await admit(call);
  const turn = { runId: randomUUID(), token: 't1', iteration: 1, step: 'a', epoch: 1, stateRef: 'x', usage: usage(10) };
  await held.store.agents.save(turn, { call, usage: turn.usage });
  expect(await counted()).toEqual({ used: 10, reserved: 0 });
});

describe('llm 3.4: a call without an answer', () => {
  test.each([
    ['unsent', { used: 0, reserved: 0 }, { used: 0, reserved: 300 }],
    ['refused', { used: 0, reserved: 300 }, { used: 0, reserved: 300 }],
    ['spent', { used: 300, reserved: 0 }, { used: 300, reserved: 300 }],
  ] as const)('%s: counts %o, and its next try %o', async (as, after, next) => {
    const call = aCall();
    await admit(call);
    await held.store.caps.end(call, as);
    expect(await counted()).toEqual(after);
    await admit({ ...call, execution: randomUUID() });
    expect(await counted()).toEqual(next);
  });

  test('of a killed worker is spent once the call is tried again, and its own late answer counts nothing more', async () => {
    const killed = aCall();
    const next = { ...killed, execution: randomUUID() };
    await admit(killed);
    await admit(next);
    expect(await counted()).toEqual({ used: 300, reserved: 300 });
    await held.store.caps.settle({ call: killed, usage: usage(50) });
    await held.store.caps.settle({ call: next, usage: usage(60) });
    expect(await counted()).toEqual({ used: 360, reserved: 0 });
  });

  test('of a killed worker is settled from the log once its attempt is over and somebody else needs the room', async () => {
    const killed = aCall({ runId: `run_${randomUUID()}` });
    await admit(killed, { input: 0, output: 900, shortest: 900 });
    await query(
      `insert into attempt_views (run_id, token, seq, step, epoch, attempt, status, started_at, ended_at)
      values ($1, 't1', 1, 'a', 1, 1, 'discarded', 1, 2)`,
      [killed.runId],
    );
    expect(await admit(aCall())).toMatchObject({ ok: false, isHeld: true });
    expect(await counted()).toEqual({ used: 900, reserved: 0 });
    expect(await admit(aCall())).toMatchObject({ ok: false, isHeld: false });
  });
});

test('llm 3.4: a call reserves under all caps that apply, or under none', async () => {
  const month: AskedCap = { ...cap, name: `tokens a month, tag ${randomUUID()}`, window: 'month', most: 500 };
  expect(await admit(aCall(), undefined, [cap, month])).toEqual({ ok: true, output: 200 });
  expect(await admit(aCall(), undefined, [cap, month])).toMatchObject({ ok: false, cap: month.name });
  expect(await counted()).toEqual({ used: 0, reserved: 300 });
  expect(await counted(month.name)).toEqual({ used: 0, reserved: 300 });
});

test('llm 3.4: a window turns at midnight UTC by the clock of the database, and what it held stays with it', async () => {
  const call = aCall();
  await admit(call, { input: 0, output: 1_000, shortest: 1_000 });
  const refused = await admit(aCall());
  const midnight =
    "select extract(epoch from date_trunc('day', now() at time zone 'UTC') + interval '1 day') * 1000 as turns";
  const [next] = await query<{ turns: string }>(midnight, []);
  expect(refused).toMatchObject({ ok: false, until: Number(next?.turns) });
  // As if a day had passed.
  await query(`update cap_windows set begins = begins - interval '1 day' where cap = $1`, [cap.name]);
  await query(`update cap_reservations set begins = begins - interval '1 day' where cap = $1`, [cap.name]);
  expect(await admit(aCall())).toEqual({ ok: true, output: 200 });
  await held.store.caps.settle({ call, usage: usage(700) });
  const counts = 'select used::int, reserved::int from cap_windows where cap = $1 order by begins';
  expect(await query(counts, [cap.name])).toEqual([
    { used: 700, reserved: 0 },
    { used: 0, reserved: 300 },
  ]);
});

test('llm 3.4: bursts of calls never pass a cap, whichever of them settle meanwhile', async () => {
  const granted: CappedCall[] = [];
  const burst = async () => {
    const calls = Array.from({ length: 20 }, () => aCall());
    const answers = await Promise.all(calls.map((call) => admit(call, { input: 10, output: 90, shortest: 90 })));
    granted.push(...calls.filter((_, at) => answers[at]?.ok));
    const { used, reserved } = await counted();
    expect(used + reserved).toBeLessThanOrEqual(cap.most);
  };
  await burst();
  expect(granted).toHaveLength(10);
  await Promise.all(granted.splice(0).map((call) => held.store.caps.settle({ call, usage: usage(40) })));
  await burst();
  expect(granted).toHaveLength(6);
  await Promise.all(granted.splice(0).map((call) => held.store.caps.settle({ call, usage: usage(40) })));
  expect(await counted()).toEqual({ used: 640, reserved: 0 });
});

test('llm 3.4: a price in millionths of the unit is rounded up, so that what is reserved is never too little', async () => {
  const usd = { ...cap, name: `usd a day, tag ${randomUUID()}`, perInput: 150_000, perOutput: 600_000 };
  await admit(aCall(), { input: 3, output: 1, shortest: 1 }, [usd]);
  expect(await counted(usd.name)).toEqual({ used: 0, reserved: 2 });
});
