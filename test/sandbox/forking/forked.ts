import { cacheDirectory } from '../../../src/platform/cache-directory.ts';
import { createBwrap } from '../../../src/sandbox/bwrap/bwrap.ts';
import { type Finished, type Limits, runJob, type Sandbox } from '../../../src/sandbox/sandbox.ts';
import { treeOf } from '../../support/processes/process-table.ts';
import { until } from '../../support/until.ts';
import { warmly } from '../support/warmly.ts';

/** A bubblewrap whose Python forks, with what it has said; its jobs all have something loaded ahead, though nothing is. */
export async function openForking(): Promise<{ readonly sandbox?: Sandbox; readonly said: readonly string[] }> {
  const said: string[] = [];
  const log = (line: string) => said.push(line);
  const made = await createBwrap({ cacheDirectory: cacheDirectory(process.env), pool: 3, fork: true, log });
  return made ? { sandbox: warmly(made), said } : { said };
}

export function start(sandbox: Sandbox, text: string, limits: Partial<Limits> = {}) {
  const job = { toolchain: 'python', argv: ['main.py'], files: { 'main.py': text }, limits } as const;
  return sandbox.start(job, new AbortController().signal);
}

export function run(sandbox: Sandbox, text: string): Promise<Finished> {
  const job = { toolchain: 'python', argv: ['main.py'], files: { 'main.py': text } } as const;
  return runJob(sandbox, job, new AbortController().signal);
}

/** The first process of a child is the Python that it was forked from; otherwise it is bubblewrap. */
const WHOSE = 'print(open("/proc/1/comm").read().strip())\n';

export async function isForked(sandbox: Sandbox): Promise<boolean> {
  const { stdout } = await run(sandbox, WHOSE);
  return stdout.startsWith('python');
}

/** The parents among all that descend from a process: their children have the same command line. */
export async function parentsBelow(root: number): Promise<readonly number[]> {
  const rows = await treeOf(root);
  const pythons = rows.filter(({ about }) => /^\S*python\S* .*\/opt\/dsap\/host/.test(about));
  const pids = new Set(pythons.map(({ pid }) => pid));
  return pythons.filter(({ parent }) => !pids.has(parent)).map(({ pid }) => pid);
}

/** Once a parent is there that has nothing loaded, which it is not where three others were asked for in the last seconds. */
export async function forkingNow(sandbox: Sandbox): Promise<void> {
  await until('a job is forked', async () => (await isForked(sandbox)) || undefined, 60_000, 250);
}
