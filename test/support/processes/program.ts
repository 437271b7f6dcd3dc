import type { ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** A program of the tests in a process of its own, so that it can be killed. */
export interface Program {
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  /** Everything it printed so far. */
  output(): string;
  /** The next line that matches, also one that was printed already. Rejects when the program ends, or a limit passes, without it. */
  line(pattern: RegExp): Promise<RegExpExecArray>;
  /** The exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
}

/** Reads along with a child; `lineLimit` in milliseconds is how long a line is waited for. */
export function programOf(child: Program['child'], lineLimit?: number): Program {
  const lines: string[] = [];
  for (const input of [child.stdout, child.stderr]) {
    createInterface({ input }).on('line', (line) => {
      lines.push(line);
      child.emit('line');
    });
  }
  const ended = once(child, 'close').then(([code, signal]) => code ?? signal);
  let over = false;
  void ended.then(() => {
    over = true;
    child.emit('line');
  });
  const output = () => lines.join('\n');
  const line = async (pattern: RegExp): Promise<RegExpExecArray> => {
    const limit = lineLimit === undefined ? undefined : AbortSignal.timeout(lineLimit);
    for (;;) {
      const found = lines.map((text) => pattern.exec(text)).find((match) => match !== null);
      if (found) return found;
      if (over || limit?.aborted) {
        throw new Error(`the program ${over ? 'ended' : 'runs'} without ${String(pattern)}:\n${output()}`);
      }
      await once(child, 'line', { signal: limit }).catch((error: unknown) => {
        if (!limit?.aborted) throw error;
      });
    }
  };
  return { child, output, line, ended };
}
