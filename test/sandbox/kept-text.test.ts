import { mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { keptText } from '../../src/sandbox/kept-text.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dsap-kept-'));
});
afterEach(() => rm(folder, { recursive: true }));

const SOURCES = { 'a.py': 'x = 1\n', 'b.py': 'y = 2\n' };

/** Asks each time as a process would that has just begun; what is made are the numbers of the times. */
function asking() {
  let times = 0;
  return {
    ask: (
      { version = 'deno 1', keptIn = folder }: Pick<Partial<Sandbox>, 'version' | 'keptIn'> = {},
      sources: Readonly<Record<string, string>> = SOURCES,
      make = async (): Promise<string | undefined> => `${++times}`,
    ) => keptText({ version, keptIn } as Sandbox, { name: 'codes', sources, make }),
  };
}

test('what was made once is there for those that ask later, without a trace of how it came', async () => {
  const { ask } = asking();
  expect([await ask(), await ask()]).toEqual(['1', '1']);
  expect(await readdir(folder)).toEqual([expect.stringMatching(/^codes-[\da-f]{32}$/)]);
});

test('it is made anew for another version and for other sources, and the former stays', async () => {
  const { ask } = asking();
  expect(await ask()).toBe('1');
  expect(await ask({ version: 'deno 2' })).toBe('2');
  expect(await ask({}, { ...SOURCES, 'b.py': 'y = 3\n' })).toBe('3');
  expect(await ask({}, { 'a.py': 'x = 1\ny', 'b.py': ' = 2\n' })).toBe('4');
  expect(await ask()).toBe('1');
});

test('what could not be made is not kept, what is empty is', async () => {
  const { ask } = asking();
  expect(await ask({}, SOURCES, async () => undefined)).toBeUndefined();
  expect(await readdir(folder)).toEqual([]);
  expect(await ask({}, SOURCES, async () => '')).toBe('');
  expect(await ask()).toBe('');
});

test.each([
  ['empty', 0],
  ['cut', 70],
])('a file that is %s is made anew', async (_, length) => {
  const { ask } = asking();
  expect(await ask({}, SOURCES, async () => 'several\nlines')).toBe('several\nlines');
  const [file = ''] = await readdir(folder);
  await truncate(path.join(folder, file), length);
  expect([await ask(), await ask()]).toEqual(['1', '1']);
});

test('where it cannot be kept it is made each time', async () => {
  await writeFile(path.join(folder, 'file'), '');
  const { ask } = asking();
  const keptIn = path.join(folder, 'file');
  expect([await ask({ keptIn }), await ask({ keptIn })]).toEqual(['1', '2']);
});
