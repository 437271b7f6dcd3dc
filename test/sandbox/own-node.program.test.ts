import { chmod, copyFile, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { accountCan } from '../../src/platform/server-account.ts';
import { ownNode } from '../../src/sandbox/bwrap/own-node.ts';

const NOBODY = { uid: 65_534, gid: 65_534 };
const asRoot = process.getuid?.() === 0 ? test : test.skip;

let home: string;

beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'dsap-node-'));
  await chmod(home, 0o755);
});

afterEach(() => rm(home, { recursive: true, force: true }));

async function closedClone(): Promise<string> {
  const clone = path.join(home, 'clone');
  await mkdir(clone, { mode: 0o700 });
  const node = path.join(clone, 'node');
  await copyFile('/bin/sh', node);
  await chmod(node, 0o755);
  return node;
}

asRoot("the Node of a clone in a 0700 folder goes where the sandbox's account can run it, once (R82)", async () => {
  const node = await closedClone();
  const cache = path.join(home, 'cache');
  const placed = await ownNode(NOBODY, cache, node);
  expect(path.dirname(placed)).toBe(cache);
  expect(await accountCan(NOBODY, '-x', placed)).toBe(true);
  const { ino } = await stat(placed);
  expect(await ownNode(NOBODY, cache, node)).toBe(placed);
  expect((await stat(placed)).ino).toBe(ino);
});

test('without an account of its own it stays where it is', async () => {
  expect(await ownNode(undefined, path.join(home, 'cache'))).toBe(process.execPath);
});
