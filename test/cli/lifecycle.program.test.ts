import { setTimeout as wait } from 'node:timers/promises';
import { untilGone, usePrograms } from '../support/processes/processes.ts';
import type { Program } from '../support/processes/program.ts';

const runProgram = usePrograms();

const TREE = 'test/cli/fixtures/tree.ts';

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'Running 2: %s closes the parts in reverse order and is a success',
  async (signal) => {
    const program = runProgram(TREE, []);
    await program.line(/^ready/);
    program.child.kill(signal);
    expect(await program.ended).toBe(0);
    expect(program.output()).toMatch(new RegExp(`stopping: ${signal}\\nclosed second\\nclosed first$`));
  },
);

test('Running 2: one line per part as it comes up', async () => {
  const program = runProgram(TREE, []);
  await program.line(/^ready/);
  expect(program.output()).toMatch(/^\s*0\.\d s {2}first +is here\n\s*0\.\d s {2}second\nready$/);
});

test('Running 2: a part that ends by itself ends everything, with an error that names it', async () => {
  const program = runProgram(TREE, ['dies']);
  expect(await program.ended).toBe(1);
  expect(program.output()).toContain('first ended unexpectedly: it ran out of memory');
  expect(program.output()).toMatch(/^closed second$[^]*^closed first$/m);
});

test('Running 2: what waits in vain for a part that has gone is not given the whole grace', async () => {
  const program = runProgram(TREE, ['bereaves']);
  expect(await program.ended).toBe(1);
  expect(program.output()).toContain(
    'it ran out of memory; everything ends, and what was under way goes on at the next',
  );
  expect(program.output()).toMatch(/^closing second: did not finish in 1 s$[^]*^closed first$/m);
});

test('Running 2: a part that cannot start takes those before it down, and says why', async () => {
  const program = runProgram(TREE, ['refuses']);
  expect(await program.ended).toBe(1);
  expect(program.output()).toContain('there is no room for it');
  expect(program.output()).toMatch(/^closed first$/m);
});

test('Running 2: a part that is still coming up at the signal is closed as well', async () => {
  const program = runProgram(TREE, ['slow']);
  await program.line(/^second begins/);
  program.child.kill('SIGTERM');
  expect(await program.ended).toBe(0);
  expect(program.output()).toMatch(/closed second\nready\nclosed first$/);
});

test('a rejection that nobody handles is told with its place in the own parts, and ends nothing', async () => {
  const program = runProgram(TREE, ['floats']);
  await program.line(/^ready/);
  await program.line(/^a rejection that nobody handled in your own parts, \/.*own\.ts:1: Error: floating$/);
  await program.line(/^ {4}at file:.*own\.ts:1:/);
  program.child.kill('SIGTERM');
  expect(await program.ended).toBe(0);
});

test('an exception that nobody catches ends everything in good order, and is told alike', async () => {
  const program = runProgram(TREE, ['throws']);
  expect(await program.ended).toBe(1);
  expect(program.output()).toMatch(
    /^an exception that nobody caught in your own parts, .*own\.ts:1: Error: in a timer$/m,
  );
  expect(program.output()).toMatch(/^closed second$[^]*^closed first$/m);
});

test('a part that breaks while it is closed does not keep the others open', async () => {
  const program = runProgram(TREE, ['breaks']);
  await program.line(/^ready/);
  program.child.kill('SIGTERM');
  expect(await program.ended).toBe(0);
  expect(program.output()).toMatch(/closing second: the door is stuck/);
  expect(program.output()).toContain('closed first');
});

const UNDER_NPM = { ...process.env, npm_lifecycle_event: 'start' };
const BY_HAND = { ...process.env, npm_lifecycle_event: undefined };

/** Sends the signal again once the program has handled the one before: two that are pending together are one to a process. */
async function press(program: Program, times: number): Promise<void> {
  for (let sent = 0; sent < times; sent += 1) {
    program.child.kill('SIGINT');
    await wait(100);
  }
}

test('a second signal ends it at once', async () => {
  const program = runProgram(TREE, ['stalls'], { env: BY_HAND });
  await program.line(/^ready/);
  program.child.kill('SIGINT');
  await program.line(/^stopping/);
  program.child.kill('SIGINT');
  expect(await program.ended).toBe(130);
  expect(program.output()).toContain('SIGINT again: ending at once');
});

test('Running 2: one Ctrl-C that comes as two or three, from the terminal and from npm, however late, is one', async () => {
  const program = runProgram(TREE, ['lingers'], { env: UNDER_NPM });
  await program.line(/^ready/);
  program.child.kill('SIGINT');
  await program.line(/^stopping/);
  await wait(1_200);
  await press(program, 2);
  expect(await program.ended).toBe(0);
  expect(program.output()).not.toContain('again');
});

test('Running 2: one that arrives when everything is closed already changes nothing', async () => {
  const program = runProgram(TREE, ['exits late'], { env: UNDER_NPM });
  await program.line(/^ready/);
  program.child.kill('SIGINT');
  await program.line(/^exiting/);
  program.child.kill('SIGINT');
  expect(await program.ended).toBe(0);
});

test('Running 2: a second Ctrl-C under npm ends it at once, however soon', async () => {
  const program = runProgram(TREE, ['stalls'], { env: UNDER_NPM });
  await program.line(/^ready/);
  const pressing = setInterval(() => program.child.kill('SIGINT'), 50);
  expect(await program.ended.finally(() => clearInterval(pressing))).toBe(130);
});

test('Running 2: started by npm, it stops when npm is killed', async () => {
  const launcher = runProgram('test/cli/fixtures/launch-tree.ts', []);
  await launcher.line(/ready/);
  const [, pid] = await launcher.line(/^launched (\d+)/);
  launcher.child.kill('SIGKILL');
  await untilGone(Number(pid));
});
