/** Over a real PostgreSQL: the text of an attempt as whoever reads along gets it (console 3, "Text under way"; console 6.12). */
import fc from 'fast-check';
import { createFrameReader } from '../../../src/client/sse.ts';
import type { Body } from '../../../src/model/event.ts';
import type { TextPiece } from '../../../src/ports/store/texts.ts';
import { digestOf } from '../../../src/store/digest.ts';
import { anArtifact, numbered, usage } from '../../store/makers.ts';
import { cases, FEW_TIMES } from '../../support/properties.ts';
import { anyCharacter } from '../../support/random/any-character.ts';
import { countStatements } from '../../support/servers/statements.ts';
import { until } from '../../support/until.ts';
import { addressOf, aRunOf } from '../streams/readers.ts';
import { useApp } from '../test-app.ts';
import { readText, shownBy } from './text-reader.ts';

const api = useApp();
const ROOM = 64 * 2 ** 20;
const WORDS = 'Zwölf 🦀 laufen — 漢字, e\u0301, \u0000 und \u2028 auch.';

/** An attempt under way of a run of its own. */
async function anAttempt() {
  const id = await aRunOf(api);
  const append = async (...bodies: readonly Body[]): Promise<void> => {
    const { state } = (await api.store.runs.find(id)) ?? {};
    await api.store.events.append(id, numbered(bodies, (state?.seq ?? 0) + 1));
  };
  const [{ token } = { token: '' }] = (await api.store.attempts.list(id, {}, { limit: 1 })).rows;
  const at = { step: 'draft', epoch: 1, attempt: 1, token } as const;
  return {
    id,
    at,
    append,
    url: `${await addressOf(api)}/v1/runs/${id}/steps/draft/attempts/1/text`,
    keep: (text: string, change: Partial<TextPiece> = {}, room = ROOM) =>
      api.store.texts.keep(
        [
          {
            runId: id,
            token,
            execution: [1],
            place: 0,
            body: Buffer.from(text),
            cut: false,
            ended: false,
            ...change,
          },
        ],
        room,
      ),
    /** Stores the answer, and then what the log says of it. */
    answer: async (text: string, made = text): Promise<string> => {
      const facts = {
        runId: id,
        token,
        finishReason: 'stop',
        ...(made !== text && { answerDigest: digestOf(text) }),
      };
      const artifact = await api.store.artifacts.save(anArtifact(made, facts), [made, text]);
      const { id: artifactId, digest } = artifact;
      await append({ type: 'artifact.created', ...at, artifactId, digest, source: 'generated', usage: usage(1) });
      return artifactId;
    },
  };
}

test('console 3: a text grows where it is read, and ends with what was made of it', async () => {
  const { url, keep, answer } = await anAttempt();
  const reader = await readText(url);
  await keep('Once upon');
  await reader.until('the first words', () => reader.shown() === 'Once upon');
  await keep(' a time', { place: 9 });
  await reader.until('the next', () => reader.shown() === 'Once upon a time');
  const artifactId = await answer('Once upon a time there was.', 'there was.');
  expect(await reader.over()).toEqual({ finishReason: 'stop', artifactId });
  expect(reader.shown()).toBe('Once upon a time there was.');
  expect(reader.frames.map(({ id, event }) => [id, event])).toEqual([
    ['9', 'chunk'],
    ['16', 'chunk'],
    ['27', 'chunk'],
    ['27', 'end'],
  ]);
  const later = await readText(url);
  expect(await later.over()).toEqual({ finishReason: 'stop', artifactId });
  expect(later.shown()).toBe(reader.shown());
});

test('console 6.12: from every byte on the rest follows, as it grows and afterwards, and no character is torn', async () => {
  const letters = fc.string({ unit: anyCharacter, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(fc.array(letters, { minLength: 1, maxLength: 4 }), async (drawn) => {
      const { url, keep, answer } = await anAttempt();
      const text = [WORDS, ...drawn].join('|');
      const bytes = Buffer.from(text);
      const { pathname } = new URL(url);
      await keep(text.slice(0, WORDS.length));
      const early = await readText(url);
      await early.until('what is kept', () => early.shown() === WORDS);
      await answer(text);
      await early.over();
      expect(early.shown()).toBe(text);
      for (let at = 0; at <= bytes.length; at += 1) {
        // It ends at once, so no connection is needed.
        const { body } = await api.get(pathname, { accept: 'text/event-stream', 'last-event-id': String(at) });
        const frames = createFrameReader()(body);
        expect(frames.at(-1)?.event).toBe('end');
        expect(frames.map(({ event }) => event)).not.toContain('reset');
        const [first] = frames;
        const { offset } = first?.event === 'chunk' ? JSON.parse(first.data) : { offset: bytes.length };
        expect(at - offset).toBeLessThan(4);
        expect(Buffer.from(shownBy(frames, bytes.toString('utf8', 0, offset)))).toEqual(bytes);
      }
    }),
    cases(4, FEW_TIMES),
  );
});

test('console 3: when another execution makes the answer, readers are sent back to the beginning, also those who come back', async () => {
  const { url, keep, answer } = await anAttempt();
  const reader = await readText(url);
  await keep('It was a dark');
  await reader.until('the first words', () => reader.shown() === 'It was a dark');
  await keep('Call me', { execution: [2] });
  await reader.until('the other ones', () => reader.shown() === 'Call me');
  expect(reader.frames.map(({ id, event }) => [id, event])).toEqual([
    ['13', 'chunk'],
    ['0-2', 'reset'],
    ['7-2', 'chunk'],
  ]);
  const [behind, level] = [await readText(url, '13', 'It was a dark'), await readText(url, '7-2', 'Call me')];
  await behind.until('the reset', () => behind.shown() === 'Call me');
  await answer('Call me Ishmael.');
  for (const one of [reader, behind, level]) {
    await one.over();
    expect(one.shown()).toBe('Call me Ishmael.');
  }
  expect(level.frames.map(({ event }) => event)).toEqual(['chunk', 'end']);
});

test('console 3: an answer that does not go on from what was read is told from its beginning', async () => {
  const { url, keep, answer } = await anAttempt();
  const reader = await readText(url);
  await keep('I will try to');
  await reader.until('the first words', () => reader.shown() !== '');
  await answer('fallback');
  await reader.over();
  expect(reader.frames.map(({ event }) => event)).toEqual(['chunk', 'reset', 'chunk', 'end']);
  const [again, fresh] = [await readText(url, reader.frames.at(-1)?.id, 'fallback'), await readText(url)];
  expect(await again.over()).toEqual(await fresh.over());
  expect([again.shown(), fresh.shown(), reader.shown()]).toEqual(['fallback', 'fallback', 'fallback']);
});

test('console 3: an answer that nobody saw grow is told whole, and at most a mebibyte of it', async () => {
  const { url, answer } = await anAttempt();
  const long = `${'long '.repeat(300_000)}🦀`;
  const artifactId = await answer(long);
  const reader = await readText(url);
  expect(await reader.over()).toEqual({ finishReason: 'stop', artifactId, cut: true });
  expect(reader.shown()).toBe(long.slice(0, 2 ** 20));
  const gone = await api.get(new URL(url).pathname, { 'last-event-id': String(2 ** 20 + 1) });
  expect([gone.statusCode, gone.json()]).toMatchObject([410, { code: 'text_gone', artifactId }]);
});

test('console 3: what has made way is 410 and names the artifact', async () => {
  const [old, fresh] = [await anAttempt(), await anAttempt()];
  const long = 'o'.repeat(1_000_000);
  await old.keep(long, { ended: true });
  const artifactId = await old.answer(long);
  const reader = await readText(old.url);
  expect(await reader.over()).toEqual({ finishReason: 'stop', artifactId });
  expect(reader.shown()).toBe(long);
  expect(await fresh.keep('f'.repeat(500_000), {}, 1_200_000)).toEqual([{ bytes: 500_000, cut: false }]);
  const gone = await api.get(new URL(old.url).pathname, { accept: 'text/event-stream' });
  expect([gone.statusCode, gone.json()]).toMatchObject([
    410,
    { code: 'text_gone', artifactId, detail: expect.stringContaining(`/v1/artifacts/${artifactId}/content`) },
  ]);
});

test.each([
  ['discarded', async ({ append, at }: Attempt) => append({ type: 'attempt.finished', ...at, status: 'discarded' })],
  [
    'left by a run that was terminated',
    async ({ append }: Attempt) => append({ type: 'run.closed', status: 'terminated' }),
  ],
])('console 3: the text of an attempt that was %s ends where it was cut off', async (_, cutOff) => {
  const attempt = await anAttempt();
  await attempt.keep('Half a');
  const reader = await readText(attempt.url);
  await reader.until('the first words', () => reader.shown() === 'Half a');
  await cutOff(attempt);
  await attempt.keep(' sentence', { place: 6, ended: true });
  expect(await reader.over()).toEqual({ finishReason: null, artifactId: null });
  expect(reader.shown()).toBe('Half a sentence');
});

test('console 3: where the worker has died with its last words, the end is told without them', async () => {
  const { url, keep, append } = await anAttempt();
  await keep('Half a');
  const reader = await readText(url);
  await append({ type: 'run.closed', status: 'terminated' });
  expect(await reader.over()).toEqual({ finishReason: null, artifactId: null });
  expect(reader.shown()).toBe('Half a');
});

test('console 3, R118: many readers of a text share what is read, idle ones cost nothing, and one too many is refused', async () => {
  const { url, keep, answer } = await anAttempt();
  const readers = await Promise.all(Array.from({ length: 50 }, () => readText(url)));
  const refused = await api.get(new URL(url).pathname);
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'too_many_streams']);
  await keep('Once');
  for (const reader of readers) await reader.until('the first word', () => reader.shown() === 'Once');
  const statements = countStatements();
  const taken: string[] = [];
  // What all watched runs together are looked for by tells how the time goes.
  await until('two looks', () => {
    taken.push(...statements.taken());
    return taken.filter((name) => name === 'heads').length >= 2 ? true : undefined;
  });
  expect(taken.filter((name) => name !== 'heads')).toEqual([]);
  await keep(' upon', { place: 4 });
  for (const reader of readers) await reader.until('the next', () => reader.shown() === 'Once upon');
  taken.push(...statements.taken());
  statements.stop();
  expect(taken.filter((name) => name !== 'heads').toSorted()).toEqual(['keep-texts', 'read-text']);
  await answer('Once upon a time');
  for (const reader of readers) await reader.over();
});

test('console 3: what is no run, step, attempt or byte of a text is refused', async () => {
  const { id, url } = await anAttempt();
  const { pathname } = new URL(url);
  const codeOf = async (path: string, headers = {}) => {
    const { statusCode, json } = await api.get(path, headers);
    return [statusCode, json().code];
  };
  expect(await codeOf(pathname.replace(id, 'run_none'))).toEqual([404, 'run_not_found']);
  expect(await codeOf(pathname.replace('draft', 'other'))).toEqual([404, 'step_not_found']);
  expect(await codeOf(pathname.replace('attempts/1', 'attempts/2'))).toEqual([404, 'attempt_not_found']);
  expect(await codeOf(pathname, { 'last-event-id': 'abc' })).toEqual([400, 'invalid_header']);
  expect(await codeOf(`${pathname}?after=-1`)).toEqual([400, 'invalid_query']);
  expect(await codeOf(`${pathname}?after=${'0'.repeat(29)}`)).toEqual([400, 'invalid_query']);
});

type Attempt = Awaited<ReturnType<typeof anAttempt>>;
