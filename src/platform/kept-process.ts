import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { childEnvironment } from './child-environment.ts';

/** How a process ended: its exit code, the signal that ended it, or why it could not be started. */
export interface Ending {
  readonly code: number | null;
  readonly signal: string | null;
  readonly error?: string;
}

/** A server that does not outlive us, not even when we are killed with SIGKILL (running 2). */
export interface KeptProcess {
  readonly pid: number | undefined;
  /** Settles once, never rejects. */
  readonly ended: Promise<Ending>;
  /** The newest lines of its output, for an error message. */
  lastLines(): readonly string[];
  /** Signals it, and kills it when it takes longer than the grace. Safe to call twice. */
  stop(): Promise<Ending>;
}

export interface KeptOptions {
  /** What asks it to stop. */
  readonly signal: 'SIGINT' | 'SIGTERM';
  readonly uid?: number;
  readonly gid?: number;
  /** Left out: what of ours is no secret. */
  readonly env?: NodeJS.ProcessEnv;
  /** The process as a whole may run under a user who cannot enter our own working directory. Default `/`. */
  readonly cwd?: string;
  /** Milliseconds between the signal and SIGKILL. */
  readonly grace?: number;
  readonly onLine?: (line: string) => void;
}

/**
 * The watcher reads a pipe whose other end only we hold: a line means that the server has ended and been waited for; the end of the pipe
 * means that we have died, so it stops the server. Its own death shows by the end of another pipe.
 */
const WATCH = `
  exec >/dev/null 2>&1
  read -r released <&3 && exit 0
  kill -s "$signal" "$server"
  looks=0
  while [ $looks -lt 50 ]; do sleep 0.2; kill -0 "$server" || exit 0; looks=$((looks + 1)); done
  kill -s KILL "$server"
`;

/**
 * A shell that becomes the server leaves a watcher behind. The server runs in a session of its own, so that Ctrl-C reaches only us and
 * the order of stopping is ours. What it writes is nobody else's to read.
 */
const KEEPER = `
signal=$1; shift
server=$$
umask 077
(${WATCH}) &
exec "$@" 3<&- 4>&-
`;

/** Takes the place of a watcher that has died. */
const NEXT_WATCHER = `signal=$1; server=$2\n${WATCH}`;

const LINES_KEPT = 20;
const LAST_WORDS = 500;
/** With it the stacks begin that a program in Go ends with; before them it says why, which they would push out. */
const STACK = /^goroutine \d+ \[/;

export function spawnKept(command: string, args: readonly string[], options: KeptOptions): KeptProcess {
  const { signal, grace = 8_000, onLine, cwd = '/', env = childEnvironment(process.env), ...account } = options;
  const child = spawn('/bin/sh', ['-c', KEEPER, 'keeper', signal.slice('SIG'.length), command, ...args], {
    ...account,
    cwd,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  let isInStack = false;
  readLines(child, (line) => {
    isInStack ||= STACK.test(line);
    if (!isInStack) lines.push(line);
    if (lines.length > LINES_KEPT) lines.shift();
    onLine?.(line);
  });
  const ended = endingOf(child, signal.slice('SIG'.length));
  return {
    pid: child.pid,
    ended,
    lastLines: () => lines,
    stop: async () => {
      child.kill(signal);
      const killer = setTimeout(() => child.kill('SIGKILL'), grace);
      return ended.finally(() => clearTimeout(killer));
    },
  };
}

/** One line for an error message: how it ended and what it said last. */
export function describeEnding(name: string, ending: Ending, lines: readonly string[]): string {
  const how = ending.error ?? (ending.signal ? `was ended by ${ending.signal}` : `exited with code ${ending.code}`);
  const said = lines.slice(-5).join('\n  ');
  return `${name} ${how}${said ? `; it said last:\n  ${said}` : ''}`;
}

function readLines(child: ChildProcess, onLine: (line: string) => void): void {
  for (const input of [child.stdout, child.stderr]) {
    if (input) createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY }).on('line', onLine);
  }
}

/** Settles with the server's end, which lets its watcher go. */
function endingOf(child: ChildProcess, signal: string): Promise<Ending> {
  const watched = keepWatched(child, signal);
  return new Promise((resolve) => {
    child.once('error', (error) => {
      watched.release();
      resolve({ code: null, signal: null, error: `could not be started: ${error.message}` });
    });
    child.once('exit', (code, endedBy) => {
      watched.release();
      const ending = { code, signal: endedBy };
      // What it said last may still be on its way; what a child of its own holds open is not waited for long.
      const late = setTimeout(() => resolve(ending), LAST_WORDS);
      child.once('close', () => {
        clearTimeout(late);
        resolve(ending);
      });
    });
  });
}

/** Puts another watcher in the place of each that dies before the server. */
function keepWatched(server: ChildProcess, signal: string): { release(): void } {
  let watcher = server;
  let released = false;
  const follow = (): void => {
    const [, , , leash, life] = watcher.stdio;
    leash?.on('error', () => {});
    life?.on('error', () => {}).once('close', replace);
    if (life instanceof Readable) life.resume();
  };
  function replace(): void {
    if (released || server.pid === undefined) return;
    watcher = spawn('/bin/sh', ['-c', NEXT_WATCHER, 'watcher', signal, String(server.pid)], {
      cwd: '/',
      env: { PATH: '/usr/bin:/bin' },
      detached: true,
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    });
    watcher.on('error', () => {});
    follow();
  }
  follow();
  return {
    release() {
      released = true;
      const leash = watcher.stdio[3];
      if (leash && 'end' in leash) leash.end('\n');
    },
  };
}
