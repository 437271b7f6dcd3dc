import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { childEnvironment } from '../platform/child-environment.ts';
import { groupBy } from '../text/node-20.ts';

/** A live process; zombies are not alive. */
export interface ProcessRow {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** Differs between two processes that get the same pid one after the other. */
  readonly started: string;
  /** Resident bytes. */
  readonly memory: number;
  /** Milliseconds of processor time: its own, and of those children that it has waited for, where that is told. */
  readonly processor: { readonly own: number; readonly ended: number };
}

const ON_LINUX = process.platform === 'linux';

/**
 * The given processes that still live, and all below them. A given process whose start is known and is another one now does not
 * count. Linux is read synchronously: /proc answers in microseconds, and a detour over the thread pool would let processes slip by.
 */
export async function family(known: ReadonlyMap<number, string | undefined>): Promise<readonly ProcessRow[]> {
  const source = ON_LINUX ? { row: readRow, children: childrenOf } : await fromTable();
  const rows = new Map<number, ProcessRow>();
  const queue = [...known.keys()];
  for (const pid of queue) {
    const row = rows.has(pid) ? undefined : source.row(pid);
    const started = known.get(pid);
    if (!row || (started !== undefined && started !== row.started)) continue;
    rows.set(pid, row);
    queue.push(...source.children(pid));
  }
  return [...rows.values()];
}

/** The child that a process knows by this pid, which to us is another one where a namespace of processes lies between. Linux only. */
export function childKnownAs(parent: number, pid: number): number | undefined {
  const known = (child: number) => /^NSpid:\t(.*)$/m.exec(read(`/proc/${child}/status`) ?? '')?.[1]?.split('\t') ?? [];
  // The last one of its names is the one in its own namespace.
  return childrenOf(parent).find((child) => known(child).at(-2) === String(pid));
}

/** Whether a child of ours lives, also before we have been told of its end; elsewhere than on Linux what we were told counts. */
export function lives(pid: number): boolean {
  return !ON_LINUX || readRow(pid) !== undefined;
}

/** All processes in a process group, or whose environment names the text; on Linux alone the environment can be read. */
export async function marked(group: number, text: string): Promise<readonly ProcessRow[]> {
  if (!ON_LINUX) return (await psRows()).filter((row) => row.group === group);
  const rows = allPids().flatMap((pid) => readRow(pid) ?? []);
  return rows.filter((row) => row.group === group || read(`/proc/${row.pid}/environ`)?.includes(text));
}

/** Resident bytes where what is shared with other processes is divided among them; as in the row where that cannot be read. */
export function proportionalMemory({ pid, memory }: ProcessRow): number {
  const kilobytes = ON_LINUX ? /^Pss:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/smaps_rollup`) ?? '')?.[1] : undefined;
  return kilobytes === undefined ? memory : Number(kilobytes) * 1024;
}

/** Milliseconds that each thread of a process was ready to run and had to wait for a processor, by its id; empty where nobody says. */
export function waitsForProcessor({ pid }: Pick<ProcessRow, 'pid'>): ReadonlyMap<string, number> {
  const threads = ON_LINUX ? list(`/proc/${pid}/task`) : [];
  return new Map(
    threads.flatMap((thread) => {
      const [, nanoseconds] = read(`/proc/${pid}/task/${thread}/schedstat`)?.split(' ') ?? [];
      return nanoseconds === undefined ? [] : [[thread, Number(nanoseconds) / 1_000_000] as const];
    }),
  );
}

function readRow(pid: number): ProcessRow | undefined {
  const stat = read(`/proc/${pid}/stat`);
  // The command's name follows the pid in parentheses and may itself hold anything, so fields are counted from the last one.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? [];
  const [state, parent, group] = fields;
  const [started, pages] = [fields[19], fields[21]];
  if (started === undefined || state === 'Z' || state === 'X') return undefined;
  const memory = Number(pages) * pageSize();
  return { pid, parent: Number(parent), group: Number(group), started, memory, processor: processorIn(fields) };
}

/** Of a process itself: in user mode and in the kernel; then of the children that it has waited for. */
function processorIn(fields: readonly string[]): ProcessRow['processor'] {
  const [user = 0, kernel = 0, endedUser = 0, endedKernel = 0] = fields.slice(11, 15).map(Number);
  const tick = 1_000 / auxiliary(AT_CLKTCK, USUAL_TICKS);
  return { own: (user + kernel) * tick, ended: (endedUser + endedKernel) * tick };
}

/** A kernel built without the lists of children has the whole table read instead. */
function childrenOf(pid: number): readonly number[] {
  const threads = list(`/proc/${pid}/task`);
  const lists = threads.map((thread) => read(`/proc/${pid}/task/${thread}/children`));
  if (threads.length > 0 && lists.every((text) => text === undefined) && read(`/proc/${pid}/stat`) !== undefined) {
    return allPids().filter((child) => readRow(child)?.parent === pid);
  }
  return lists.flatMap((text) => text?.split(' ').filter(Boolean).map(Number) ?? []);
}

function allPids(): readonly number[] {
  return list('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

const AT_PAGESZ = 6n;
const USUAL_PAGE = 4096;
/** Clock ticks a second. */
const AT_CLKTCK = 17n;
const USUAL_TICKS = 100;

function pageSize(): number {
  return auxiliary(AT_PAGESZ, USUAL_PAGE);
}

const known = new Map<bigint, number>();

function auxiliary(type: bigint, usual: number): number {
  const value = known.get(type) ?? auxiliaryFrom('/proc/self/auxv', type) ?? usual;
  known.set(type, value);
  return value;
}

/** The kernel hands each process pairs of 64-bit numbers: what a value is, and the value. */
function auxiliaryFrom(file: string, type: bigint): number | undefined {
  try {
    const words = new BigUint64Array(new Uint8Array(readFileSync(file)).buffer);
    const at = words.findIndex((word, index) => index % 2 === 0 && word === type);
    return at === -1 ? undefined : Number(words[at + 1]);
  } catch {
    return undefined;
  }
}

interface Source {
  row(pid: number): ProcessRow | undefined;
  children(pid: number): readonly number[];
}

async function fromTable(): Promise<Source> {
  const rows = await psRows();
  const byPid = new Map(rows.map((row) => [row.pid, row]));
  const byParent = groupBy(rows, ({ parent }) => parent);
  return {
    row: (pid) => byPid.get(pid),
    children: (pid) => byParent.get(pid)?.map((row) => row.pid) ?? [],
  };
}

const run = promisify(execFile);

async function psRows(): Promise<readonly ProcessRow[]> {
  const { stdout } = await run('ps', ['-axo', 'pid=,ppid=,pgid=,rss=,stat=,time=,lstart='], {
    maxBuffer: 16 * 1024 * 1024,
    env: childEnvironment(process.env),
  });
  return stdout.split('\n').flatMap((line) => {
    const [pid, parent, group, kilobytes, state, time = '', ...started] = line.trim().split(/\s+/);
    if (!pid || state === undefined || state.startsWith('Z')) return [];
    const numbers = { pid: Number(pid), parent: Number(parent), group: Number(group) };
    const processor = { own: processorTime(time), ended: 0 };
    return [{ ...numbers, started: started.join(' '), memory: Number(kilobytes) * 1024, processor }];
  });
}

/** Milliseconds of `1-02:03:04`, or of `3:04.56`. */
function processorTime(written: string): number {
  const [clock = '', days = '0'] = written.split('-').toReversed();
  const seconds = clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  return (Number(days) * 86_400 + seconds) * 1_000;
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return undefined;
  }
}

function list(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
