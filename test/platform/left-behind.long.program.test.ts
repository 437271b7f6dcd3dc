import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { endLeftBehind } from '../../src/platform/left-behind.ts';
import { untilGone } from '../support/processes/processes.ts';

const FILE = `/nowhere/${process.pid}/temporal.db`;

/** A program with the file among its arguments, as Temporal's is. */
async function serving(script: string) {
  const child = spawn(
    process.execPath,
    ['-e', `${script}; console.log('up'); setInterval(() => {}, 1_000)`, '--', FILE],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  await once(child.stdout, 'data');
  return child;
}

test.each([
  ['heeds SIGTERM', ''],
  ['heeds nothing', "process.on('SIGTERM', () => {})"],
])('a server of our own that was left behind and %s is ended, and told', async (_, script) => {
  const child = await serving(script);
  const told: string[] = [];
  await endLeftBehind(FILE, (line) => told.push(line));
  await untilGone(child.pid ?? 0);
  expect(told).toEqual([`ending process ${child.pid}, which a killed dsap has left running on ${FILE}`]);
});

test('a server on another file is left alone', async () => {
  const child = await serving('');
  await endLeftBehind(`${FILE}2`, () => {});
  expect(child.exitCode).toBeNull();
  child.kill('SIGKILL');
  await once(child, 'exit');
});
