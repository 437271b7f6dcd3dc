import { runProgram, untilGone } from '../support/processes.ts';

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

test('a part that breaks while it is closed does not keep the others open', async () => {
  const program = runProgram(TREE, ['breaks']);
  await program.line(/^ready/);
  program.child.kill('SIGTERM');
  expect(await program.ended).toBe(0);
  expect(program.output()).toMatch(/closing second: the door is stuck/);
  expect(program.output()).toContain('closed first');
});

test('a second signal ends it at once', async () => {
  const program = runProgram(TREE, ['stalls']);
  await program.line(/^ready/);
  const pressing = setInterval(() => program.child.kill('SIGINT'), 200);
  expect(await program.ended.finally(() => clearInterval(pressing))).toBe(130);
  expect(program.output()).toContain('SIGINT again: ending at once');
});

test('Running 2: one Ctrl-C that comes twice, from the terminal and from npm, is one', async () => {
  const program = runProgram(TREE, []);
  await program.line(/^ready/);
  program.child.kill('SIGINT');
  program.child.kill('SIGINT');
  await program.line(/^stopping/);
  program.child.kill('SIGINT');
  expect(await program.ended).toBe(0);
  expect(program.output()).not.toContain('again');
});

test('Running 2: started by npm, it stops when npm is killed', async () => {
  const launcher = runProgram('test/cli/fixtures/launch-tree.ts', []);
  await launcher.line(/ready/);
  const [, pid] = await launcher.line(/^launched (\d+)/);
  launcher.child.kill('SIGKILL');
  await untilGone(Number(pid));
});
