// A pip of our own stands in for the person's: it notes each call, and installs one file or fails.
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pytestFolder } from '../../src/sandbox/bwrap/pytest-cache.ts';

const { PATH } = process.env;
const made: string[] = [];

afterEach(() => {
  process.env['PATH'] = PATH;
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true });
});

/** A cache folder, and the calls of a `python3` on PATH that ends as the script does. */
function withPip(script: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'dsap-pip-'));
  made.push(folder);
  const [bin, calls, cacheDirectory] = ['python3', 'calls', 'cache'].map((name) => path.join(folder, name));
  writeFileSync(bin ?? '', `#!/bin/sh\necho "$@" >>'${calls}'\n${script}\n`);
  chmodSync(bin ?? '', 0o755);
  chmodSync(folder, 0o755);
  process.env['PATH'] = `${folder}:${PATH}`;
  return {
    cacheDirectory: cacheDirectory ?? '',
    calls: () =>
      readFileSync(calls ?? '', 'utf8')
        .trim()
        .split('\n'),
  };
}

const INSTALL = 'while [ "$1" != --target ]; do shift; done; sleep 0.1; echo ok >"$2/pytest.py"';

test('pytest is brought once, checked by its digest, and kept where the account of jobs can read it', async () => {
  const { cacheDirectory, calls } = withPip(INSTALL);
  const options = { cacheDirectory, log: (line: string) => expect(line).toBe('nothing to tell') };
  const folders = await Promise.all([pytestFolder(options), pytestFolder(options)]);
  const folder = (await pytestFolder(options)) ?? '';
  expect(folders).toEqual([folder, folder]);
  expect(readFileSync(path.join(folder, 'pytest.py'), 'utf8')).toBe('ok\n');
  expect(statSync(folder).mode & 0o777).toBe(0o755);
  expect(calls().length).toBeLessThan(3);
  expect(calls()[0]).toContain('--require-hashes');
  expect(readdirSync(cacheDirectory)).toEqual([path.basename(folder)]);
});

test('where it cannot be had there is none, the log says why, and nothing half-made is kept', async () => {
  const { cacheDirectory } = withPip('echo no index >&2; exit 1');
  const lines: string[] = [];
  expect(await pytestFolder({ cacheDirectory, log: (line) => lines.push(line) })).toBeUndefined();
  expect(lines).toEqual([
    expect.stringMatching(/^runs Python without pytest, which could not be fetched: .*no index/s),
  ]);
  expect(readdirSync(cacheDirectory)).toEqual([]);
});
