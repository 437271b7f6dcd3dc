import { describeEnding, spawnKept } from '../../src/platform/kept-process.ts';
import { treeOf } from '../support/processes/process-table.ts';
import { untilGone, usePrograms } from '../support/processes/processes.ts';
import { until } from '../support/until.ts';

const runProgram = usePrograms();

const STAYS = 'echo up; exec sleep 600';
const IGNORES_TERM = 'trap "" TERM; echo up; while :; do sleep 1; done';

test('Running 2: a kept process does not outlive a SIGKILL of the process that started it', async () => {
  const holder = runProgram('test/platform/fixtures/keep.ts', [STAYS]);
  const pid = Number((await holder.line(/^kept (\d+)/))[1]);
  await holder.line(/^up/);
  holder.child.kill('SIGKILL');
  expect(await holder.ended).toBe('SIGKILL');
  await untilGone(pid);
});

test('Running 2: a watcher that is killed is replaced, so that the next kill of us leaves no orphan either', async () => {
  const holder = runProgram('test/platform/fixtures/keep.ts', [STAYS]);
  const pid = Number((await holder.line(/^kept (\d+)/))[1]);
  await holder.line(/^up/);
  for (let kills = 0; kills < 2; kills += 1) {
    const watchers = await untilWatched(pid, holder.child.pid ?? 0);
    for (const watcher of watchers) process.kill(watcher, 'SIGKILL');
    for (const watcher of watchers) await untilGone(watcher);
  }
  await untilWatched(pid, holder.child.pid ?? 0);
  holder.child.kill('SIGKILL');
  await untilGone(pid);
});

/** The shells below a server and below us that watch over it. */
async function untilWatched(server: number, holder: number): Promise<readonly number[]> {
  return until('there is a watcher', async () => {
    const tree = await treeOf(holder);
    const shells = tree.filter(({ pid, about }) => pid !== server && about.startsWith('/bin/sh -c'));
    return shells.length > 0 ? shells.map(({ pid }) => pid) : undefined;
  });
}

test('Running 2: one that does not heed the signal is killed after its grace', async () => {
  const up = Promise.withResolvers<string>();
  const kept = spawnKept('/bin/sh', ['-c', IGNORES_TERM], { signal: 'SIGTERM', grace: 200, onLine: up.resolve });
  await up.promise;
  expect(await kept.stop()).toEqual({ code: null, signal: 'SIGKILL' });
});

test('stopping is done once it has ended, and may be asked for twice', async () => {
  const kept = spawnKept('/bin/sleep', ['600'], { signal: 'SIGTERM' });
  const [first, second] = await Promise.all([kept.stop(), kept.stop()]);
  expect(first).toEqual({ code: null, signal: 'SIGTERM' });
  expect(second).toEqual(first);
  await untilGone(kept.pid ?? 0);
});

test('the stacks of a program in Go do not push out why it ended', async () => {
  const panic = 'echo bind: address already in use; echo "panic: nil"; echo; echo "goroutine 1 [running]:"';
  const kept = spawnKept('/bin/sh', ['-c', `${panic}; seq 50; sleep 0.1; exit 2`], { signal: 'SIGTERM' });
  const ending = await kept.ended;
  expect(describeEnding('The server', ending, kept.lastLines())).toMatch(/address already in use[^]*panic: nil\s*$/);
});

test('an ending that nobody asked for tells its code and the last lines', async () => {
  const kept = spawnKept('/bin/sh', ['-c', 'echo first; echo the disk is full >&2; sleep 0.1; exit 3'], {
    signal: 'SIGTERM',
  });
  const ending = await kept.ended;
  expect(ending).toEqual({ code: 3, signal: null });
  expect(describeEnding('The server', ending, kept.lastLines())).toMatch(
    /^The server exited with code 3;[^]*the disk is full$/,
  );
});
