// No bubblewrap on PATH, so no sandbox for programs of a system: what a play says of guards and steps that need one.
import { existsSync } from 'node:fs';
import { PlayError, play } from '../../src/testing/index.ts';
import { atom, objective } from '../support/played/and-or.ts';

const { PATH } = process.env;
beforeAll(() => {
  process.env['PATH'] = '';
});
afterAll(() => {
  process.env['PATH'] = PATH;
});

const command = { use: 'command', with: { run: ['true'] } };
const NOT_EMPTY = { use: 'not-empty' };

test.each([
  [
    'the guard of a second attempt',
    { steps: [atom('a', { guard: { sequence: [{ use: 'contains', with: { text: 'y' } }, command] } })] },
    ['x', 'y'],
    'a',
    2,
  ],
  ['a step that is a program', { steps: [atom('a', { generator: { kind: 'command', run: ['true'] } })] }, [], 'a', 1],
  [
    'a base case',
    {
      topology: 'and-or',
      objective: objective('a', {
        baseCase: {
          all: [
            { guard: NOT_EMPTY, on: 'a' },
            { guard: command, on: 'a' },
          ],
        },
      }),
      steps: [atom('a')],
    },
    ['x'],
    'baseCase',
    undefined,
  ],
])(
  'package 4: %s that needs a sandbox which is not there fails with step, attempt and what to add',
  async (_, fields, answers, step, attempt) => {
    const error: unknown = await play({ name: 'programs', ...fields }, { answers: { a: answers } }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(PlayError);
    expect(error).toMatchObject({
      code: 'sandbox_missing',
      step,
      attempt,
      add: expect.stringMatching(/Run this test where a sandbox is/),
    });
    const { message, add } = error as PlayError;
    const [page = ''] = /docs\/[\w-]+\.md/.exec(add) ?? [];
    expect(existsSync(new URL(`../../${page}`, import.meta.url))).toBe(true);
    expect(message).toMatch(attempt === undefined ? /^baseCase: / : `${step}, attempt ${attempt}: `);
    expect(message).toMatch(/a program has to run, and no sandbox of this worker runs command at isolation level os/);
    expect(message).toMatch(/bwrap is not on PATH; install bubblewrap/);
  },
);

test('a program that the sandboxes of this machine run is run beside them', async () => {
  const syntax = { name: 'syntax', steps: [atom('a', { guard: { use: 'typescript-syntax' } })] };
  expect((await play(syntax, { answers: { a: ['const a = 1;'] } })).status).toBe('completed');
});
