import { untilGone, usePrograms } from '../../support/processes/processes.ts';

const runProgram = usePrograms();

test('a worker that the bench has started ends with it, also when the bench is killed (R99)', async () => {
  const program = runProgram('test/cli/fixtures/bench-worker.ts', []);
  const [, pid] = await program.line(/^worker (\d+)$/);
  program.child.kill('SIGKILL');
  expect(await program.ended).toBe('SIGKILL');
  await untilGone(Number(pid));
});
