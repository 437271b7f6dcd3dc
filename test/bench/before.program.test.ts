// With git: the checkout that the bench alternates with.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openBefore } from '../../bench/harness/before.ts';

const here = mkdtempSync(path.join(tmpdir(), 'dsap-before-'));
const git = (...args: readonly string[]) =>
  execFileSync('git', ['-C', here, '-c', 'user.name=bench', '-c', 'user.email=bench@localhost', ...args], {
    encoding: 'utf8',
    stdio: 'pipe',
  });
const checkouts = () => git('worktree', 'list').trim().split('\n').length;
const NEVER = new AbortController().signal;

beforeAll(() => {
  git('init', '--quiet');
  for (const words of ['then', 'now']) {
    writeFileSync(path.join(here, 'package-lock.json'), '{}');
    writeFileSync(path.join(here, 'says.txt'), words);
    git('add', '.');
    git('commit', '--quiet', '-m', words);
  }
  writeFileSync(path.join(here, 'says.txt'), 'not committed');
});
afterAll(() => rmSync(here, { recursive: true }));

test('a checkout of the commit, with our packages where both lock the same; closed, it leaves nothing, and ours is as it was', async () => {
  const before = await openBefore('HEAD~1', NEVER, here);
  expect(readFileSync(path.join(before.root, 'says.txt'), 'utf8')).toBe('then');
  expect(git('rev-parse', 'HEAD~1')).toMatch(new RegExp(`^${before.commit}`));
  writeFileSync(path.join(before.root, 'left.txt'), 'what a service left');
  await before.close();
  expect(existsSync(path.dirname(before.root))).toBe(false);
  expect(checkouts()).toBe(1);
  expect(readFileSync(path.join(here, 'says.txt'), 'utf8')).toBe('not committed');
});

test('a commit that there is not is named', async () => {
  await expect(openBefore('nowhere', NEVER, here)).rejects.toThrow('git knows no commit "nowhere"');
  expect(checkouts()).toBe(1);
});

test('told to stop, it removes what it has made', async () => {
  const stopped = AbortSignal.abort(new Error('stopped by SIGINT'));
  await expect(openBefore('HEAD', stopped, here)).rejects.toThrow('stopped by SIGINT');
  expect(checkouts()).toBe(1);
});
