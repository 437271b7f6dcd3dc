/** The texts of attempts while they are made, in a real PostgreSQL (console 3, "Text under way"). */
import fc from 'fast-check';
import type { TextPiece, TextPosition } from '../../../src/ports/store/texts.ts';
import { createStore } from '../../../src/store/postgres-store.ts';
import { cases } from '../../support/properties.ts';
import { anyCharacter } from '../../support/random/any-character.ts';
import { until } from '../../support/until.ts';
import { aStepsWork, startRun } from '../makers.ts';
import { useStatements } from '../statements.ts';
import { useStore } from '../stores.ts';

const on = useStore();
const asked = useStatements(() => on.database.url);
const ROOM = 64 * 2 ** 20;
const START: TextPosition = { generation: 1, offset: 0 };

/** A run with the attempts t3, t7 and t9 of a step. */
async function aRunWithAttempts(): Promise<string> {
  const { id } = await startRun(on.store);
  await on.store.events.append(id, aStepsWork('a'));
  return id;
}

function piece(runId: string, text: string, change: Partial<TextPiece> = {}): TextPiece {
  const body = Buffer.from(text);
  return { runId, token: 't3', execution: [1], place: 0, body, cut: false, ended: false, ...change };
}

async function textOf(runId: string, from = START, token = 't3') {
  const { part } = (await on.store.texts.read(runId, token, from)) ?? {};
  return part && { text: part.body.toString(), offset: part.offset, ...part.head };
}

/** Bytes of chunks that the database holds. */
async function bytesKept(runIds: readonly string[]): Promise<number> {
  const whole = await Promise.all(runIds.map((id) => on.store.texts.whole(id, 't3')));
  return whole.reduce((sum, { length }) => sum + length, 0);
}

test('console 3: pieces are kept one behind the other, and one that comes twice is kept once', async () => {
  const id = await aRunWithAttempts();
  expect(await textOf(id)).toBeUndefined();
  expect(await on.store.texts.keep([piece(id, 'one '), piece(id, 'other', { token: 't9' })], ROOM)).toEqual([
    { bytes: 4, cut: false },
    { bytes: 5, cut: false },
  ]);
  await on.store.texts.keep([piece(id, 'two ', { place: 4 })], ROOM);
  expect(await on.store.texts.keep([piece(id, 'two three', { place: 4, ended: true })], ROOM)).toEqual([
    { bytes: 13, cut: false },
  ]);
  expect(await textOf(id)).toEqual({
    text: 'one two three',
    offset: 0,
    generation: 1,
    bytes: 13,
    cut: false,
    gone: false,
    ended: true,
  });
  expect(await textOf(id, { generation: 1, offset: 8 })).toMatchObject({ text: 'three', offset: 8 });
  expect(await textOf(id, START, 't9')).toMatchObject({ text: 'other' });
});

test('console 3: a piece that would leave a hole is not kept, and its writer is told where to go on', async () => {
  const id = await aRunWithAttempts();
  await on.store.texts.keep([piece(id, 'one')], ROOM);
  expect(await on.store.texts.keep([piece(id, 'three', { place: 9 })], ROOM)).toEqual([{ bytes: 3, cut: false }]);
  expect(await textOf(id)).toMatchObject({ text: 'one', bytes: 3 });
});

test('console 3: a later execution begins anew, and an earlier one has no more to say', async () => {
  const id = await aRunWithAttempts();
  await on.store.texts.keep([piece(id, 'the first try', { execution: [0, 1, 500] })], ROOM);
  await on.store.texts.keep([piece(id, 'the next', { execution: [0, 2, 400] })], ROOM);
  expect(await on.store.texts.keep([piece(id, ' goes on', { execution: [0, 1, 500], place: 13 })], ROOM)).toEqual([
    undefined,
  ]);
  expect(await textOf(id)).toMatchObject({ text: 'the next', generation: 2, bytes: 8 });
  // Whoever had read the first one begins again, wherever that was.
  expect(await textOf(id, { generation: 1, offset: 6 })).toMatchObject({ text: 'the next', offset: 0 });
  expect(await textOf(id, { generation: 2, offset: 4 })).toMatchObject({ text: 'next', offset: 4 });
});

test('console 3: texts that are over make way, oldest first; one that still grows never does', async () => {
  const ids = [await aRunWithAttempts(), await aRunWithAttempts(), await aRunWithAttempts(), await aRunWithAttempts()];
  const [growing = '', oldest = '', newer = '', last = ''] = ids;
  const { texts } = on.store;
  const before = await bytesInRoom();
  const room = before + 3_000;
  await texts.keep([piece(growing, 'g'.repeat(1_000))], room);
  for (const id of [oldest, newer]) {
    await texts.keep([piece(id, 'o'.repeat(1_000), { ended: true })], room);
    await until('a later millisecond', async () => (Date.now() > (await endedAt(id)) ? true : undefined));
  }
  expect(await texts.keep([piece(last, 'l'.repeat(500))], room)).toEqual([{ bytes: 500, cut: false }]);
  const goneOf = async () => Promise.all(ids.map(async (id) => (await textOf(id))?.gone));
  expect(await goneOf()).toEqual([false, true, false, false]);
  await texts.keep([piece(last, 'l'.repeat(900), { place: 500 })], room);
  expect(await goneOf()).toEqual([false, true, true, false]);
  // Nothing is over any more: what does not fit is not kept, and its writer is told.
  expect(await texts.keep([piece(growing, 'g'.repeat(1_000), { place: 1_000 })], room)).toEqual([
    { bytes: 1_000, cut: true },
  ]);
  expect(await textOf(growing)).toMatchObject({ bytes: 1_000, cut: true, gone: false });
  expect(await bytesInRoom()).toBeLessThanOrEqual(room);
});

test('console 6.12: however many write at once, all texts together stay within the limit', async () => {
  const ids = await Promise.all(Array.from({ length: 40 }, aRunWithAttempts));
  const other = await createStore({ databaseUrl: on.database.url });
  const room = (await bytesInRoom()) + 100_000;
  const written = ids.map(async (id, at) => {
    const { texts } = at % 2 === 0 ? on.store : other;
    for (let place = 0; place < 20_000; place += 5_000)
      await texts.keep([piece(id, 'x'.repeat(5_000), { place, ended: place === 15_000 })], room);
  });
  await Promise.all(written);
  await other.close();
  const kept = await bytesKept(ids);
  expect(kept).toBeGreaterThan(80_000);
  expect(kept).toBeLessThanOrEqual(100_000);
  expect(await bytesInRoom()).toBe(await bytesOfChunks());
});

test('console 3: from every byte on the same text is read, and never half a character', async () => {
  const letters = fc.string({ unit: anyCharacter, minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(fc.array(letters, { minLength: 1, maxLength: 5 }), async (parts) => {
      const id = await aRunWithAttempts();
      const bodies = parts.map((part) => Buffer.from(part));
      let place = 0;
      for (const body of bodies) {
        await on.store.texts.keep([{ ...piece(id, ''), body, place }], ROOM);
        place += body.length;
      }
      const all = Buffer.concat(bodies);
      for (let offset = 0; offset <= all.length; offset += 1) {
        const { part } = (await on.store.texts.read(id, 't3', { generation: 1, offset })) ?? {};
        const from = part?.offset ?? -1;
        expect(offset - from).toBeLessThan(4);
        expect(part?.body).toEqual(all.subarray(from));
        expect(Buffer.from(part?.body.toString() ?? '')).toEqual(part?.body);
      }
    }),
    cases(8),
  );
});

test('console 3: whoever follows hears which text has grown, whoever has written it', async () => {
  const id = await aRunWithAttempts();
  const other = await createStore({ databaseUrl: on.database.url });
  const heard: unknown[] = [];
  const end = on.store.texts.follow((told) => heard.push(told));
  await other.texts.keep([piece(id, 'one')], ROOM);
  await until('it is heard', () => heard.find((told) => told !== undefined));
  expect(heard).toContainEqual({ runId: id, token: 't3' });
  end();
  await other.close();
});

test('console 3: of a run the texts are told that are not judged yet', async () => {
  const { id } = await startRun(on.store);
  const [started, began] = aStepsWork('a');
  await on.store.events.append(
    id,
    [started, began].flatMap((event) => event ?? []),
  );
  await on.store.texts.keep([piece(id, 'draft')], ROOM);
  const under = async (from: ReadonlyMap<string, TextPosition>) =>
    (await on.store.texts.underWay(id, from)).map(({ body, head: _head, ...rest }) => ({
      ...rest,
      text: body.toString(),
    }));
  const known = { token: 't3', step: 'a', epoch: 1, attempt: 1, n: 1 };
  expect(await under(new Map())).toEqual([{ ...known, offset: 0, text: 'draft' }]);
  expect(await under(new Map([['t3', { generation: 1, offset: 3 }]]))).toEqual([{ ...known, offset: 3, text: 'ft' }]);
  await on.store.texts.keep([piece(id, 's', { place: 5, ended: true })], ROOM);
  expect(await under(new Map())).toEqual([]);
  expect(await under(new Map([['t3', { generation: 1, offset: 5 }]]))).toEqual([{ ...known, offset: 5, text: 's' }]);
});

async function endedAt(runId: string): Promise<number> {
  const [row] = await asked.database.query<{ ended_at: number }>(
    { text: 'select ended_at from texts where run_id = $1' },
    [runId],
  );
  return Number(row?.ended_at);
}

async function bytesInRoom(): Promise<number> {
  return Number((await asked.database.query<{ bytes: number }>({ text: 'select bytes from text_room' }))[0]?.bytes);
}

async function bytesOfChunks(): Promise<number> {
  return Number(
    (await asked.database.query<{ bytes: number }>({ text: 'select sum(length(body)) as bytes from text_chunks' }))[0]
      ?.bytes,
  );
}
