/** How a worker keeps the texts of its calls, over a real PostgreSQL (console 3, "Text under way"; performance 2.4). */
import fc from 'fast-check';
import { createGrowingTexts } from '../../../src/activities/generators/growing-texts.ts';
import { StoreUnavailable } from '../../../src/ports/store/errors.ts';
import type { TextPiece, Texts } from '../../../src/ports/store/texts.ts';
import { useStore } from '../../store/stores.ts';
import { cases } from '../../support/properties.ts';
import { anyCharacter } from '../../support/random/any-character.ts';
import { until } from '../../support/until.ts';

const on = useStore();
const ROOM = 64 * 2 ** 20;
let runs = 0;

/** What a worker has, with every statement that it makes. `fails`: which of them, counted from 1, the database does not take or answer. */
function aWorker({
  fails = () => undefined,
  quick = 0,
  now = () => performance.now(),
}: {
  fails?: (n: number) => 'lost' | 'away' | undefined;
  quick?: number;
  now?: () => number;
} = {}) {
  const statements: (readonly TextPiece[])[] = [];
  const lines: string[] = [];
  const store: Pick<Texts, 'keep'> = {
    async keep(pieces, room) {
      statements.push(pieces);
      const failure = fails(statements.length);
      if (failure === 'away') throw new StoreUnavailable('The database is away.');
      const kept = await on.store.texts.keep(pieces, room);
      if (failure === 'lost') throw new StoreUnavailable('The answer was lost.');
      return kept;
    },
  };
  const texts = createGrowingTexts({ store, room: ROOM, tell: (line) => lines.push(line), now, every: 5, quick });
  runs += 1;
  const runId = `run_${runs}`;
  return { texts, statements, lines, runId, open: (token: string) => texts.open({ runId, token, execution: [1] }) };
}

const kept = async (runId: string, token: string) => (await on.store.texts.whole(runId, token)).toString();

test('console 3: whatever a model writes is kept as it is, in whole characters, however statements fail', async () => {
  const pieces = fc.array(fc.string({ unit: anyCharacter, maxLength: 6 }), { minLength: 1, maxLength: 6 });
  const halves = fc.array(fc.constantFrom('\ud83e', '\udd80', 'é', 'a'), { maxLength: 4 }).map((each) => each.join(''));
  const troubles = fc.array(fc.constantFrom('lost', 'away', undefined), { maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(pieces, halves, troubles, async (before, after, failures) => {
      const { texts, statements, runId, open } = aWorker({ fails: (n) => failures[n - 1] });
      const growing = open('t1');
      // An answer that is whole before any statement is kept as an artifact alone.
      growing.grow('a');
      await until('the first statement', () => statements[0]);
      let text = 'a';
      for (const piece of [...before, ...after.split('')]) {
        text += piece;
        growing.grow(text);
        const seen = statements.length;
        await until(
          'another statement',
          () => (statements.length > seen || piece === '' ? true : undefined),
          200,
          2,
        ).catch(() => undefined);
      }
      growing.end();
      await until('all of it', async () =>
        (await kept(runId, 't1')) === Buffer.from(text).toString() ? true : undefined,
      );
      for (const { body } of statements.flat()) expect(Buffer.from(body.toString())).toEqual(body);
      await texts.close();
    }),
    cases(12),
  );
});

test('performance 2.4: one statement takes what all texts have grown by, and an answer that is whole in time takes none', async () => {
  // All of them have grown for so long at one moment.
  let time = 0;
  const { texts, statements, runId, open } = aWorker({ quick: 150, now: () => time });
  const [quick, ...slow] = Array.from({ length: 11 }, (_, at) => open(`t${at}`));
  quick?.grow('quick');
  quick?.end();
  for (const [at, one] of slow.entries()) one.grow(`slow ${at + 1}`);
  time = 150;
  await until('they are kept', async () => ((await kept(runId, 't10')) === 'slow 10' ? true : undefined));
  expect(statements).toHaveLength(1);
  expect(statements[0]?.map(({ token }) => token)).toEqual(slow.map((_, at) => `t${at + 1}`));
  for (const one of slow) one.end();
  await texts.close();
  expect(await kept(runId, 't0')).toBe('');
  expect(
    statements
      .slice(1)
      .flat()
      .map(({ ended, body }) => [ended, body.length]),
  ).toEqual(slow.map(() => [true, 0]));
});

test('console 3: of a long text the first mebibyte is kept, and no part of a character', async () => {
  const { texts, statements, runId, open } = aWorker();
  const growing = open('t1');
  const text = '漢'.repeat(400_000);
  for (let end = 50_000; end <= text.length; end += 50_000) growing.grow(text.slice(0, end));
  await until('a statement', () => statements[0]);
  growing.end();
  await texts.close();
  const bytes = await on.store.texts.whole(runId, 't1');
  expect(bytes.length).toBe(2 ** 20 - 1);
  expect(bytes.toString()).toBe(text.slice(0, bytes.length / 3));
});

test('console 3: a database that is away is told once and holds up nothing; what waits too long is given up', async () => {
  const { texts, statements, lines, open } = aWorker({ fails: () => 'away' });
  const all = Array.from({ length: 150 }, (_, at) => open(`t${at}`));
  for (const one of all) one.grow('text');
  await until('a statement', () => statements[0]);
  for (const one of all) one.end();
  await until('some are given up', () => lines[1]);
  expect(lines).toEqual([
    expect.stringContaining('attempts go on: The database is away.'),
    expect.stringContaining('of 50 texts are not kept as they grew; their artifacts have them'),
  ]);
  expect(statements.at(-1)?.length).toBeLessThanOrEqual(150);
  await texts.close();
});
