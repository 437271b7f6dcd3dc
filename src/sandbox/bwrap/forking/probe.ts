import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { type Job, type Running, SandboxFault } from '../../sandbox.ts';

const reportSchema = z.object({
  capabilities: z.array(z.string()),
  noNewPrivileges: z.string(),
  seccomp: z.string(),
  namespaces: z.array(z.string()),
  further: z.number(),
  processes: z.array(z.string()),
  mount: z.number(),
  unshare: z.array(z.number()),
});

const REFUSED = -1;
/** Of the kernel: the calls of a process are filtered. */
const FILTERED = '2';

/** The walls that a child lacks by what it says of itself; `parent` are the namespaces of its parent. */
export function lackingIn(report: z.infer<typeof reportSchema>, parent: readonly string[]): readonly string[] {
  const { capabilities, noNewPrivileges, seccomp, namespaces, further, processes, mount, unshare } = report;
  const shared = namespaces.filter((name) => parent.includes(name));
  const walls = {
    'it has rights': capabilities.every((set) => /^0+$/.test(set)),
    'it may gain rights': noNewPrivileges === '1',
    'its system calls are not filtered': seccomp === FILTERED,
    [`it shares ${shared.join(', ')} with its parent`]: shared.length === 0 && namespaces.length === parent.length,
    'it may make user namespaces': further === 0 && unshare.every((answer) => answer === REFUSED),
    'it may mount': mount === REFUSED,
    'it sees processes of others': processes.length === 2,
  };
  return Object.entries(walls).flatMap(([lacking, stands]) => (stands ? [] : [lacking]));
}

const PROGRAM = 'probe.py';
const FILES = { [PROGRAM]: readFileSync(new URL(`../hosts/${PROGRAM}`, import.meta.url), 'utf8') };

/** Milliseconds. */
const PATIENCE = 10_000;

/** Rejects with what a child lacks. */
export async function probe(start: (job: Job) => Running, parent: readonly string[]): Promise<void> {
  const running = start({ toolchain: 'python', argv: [PROGRAM], files: FILES, limits: { wall: PATIENCE } });
  running.finishInput();
  const { stdout, stderr } = await running.finished;
  const report = reportSchema.safeParse(jsonIn(stdout));
  if (!report.success) throw new SandboxFault(`a child says nothing of itself: ${(stderr || stdout).slice(-500)}`);
  const lacking = lackingIn(report.data, parent);
  if (lacking.length > 0) throw new SandboxFault(`a child is not walled in: ${lacking.join(', ')}`);
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
