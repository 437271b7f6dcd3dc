import { type Running, SandboxFault } from './sandbox.ts';

/** The jobs of one sandbox that are under way, so that it can be closed. */
export interface OpenJobs {
  /** Starts one with a signal that is aborted also by `close`. Throws `SandboxFault` once closed. */
  run(signal: AbortSignal, start: (signal: AbortSignal) => Running): Running;
  /** Ends them; to whoever waits for one it is a `SandboxFault`. Resolves when nothing is left of them. */
  close(): Promise<void>;
}

export function openJobs(name: string): OpenJobs {
  const closing = new AbortController();
  const open = new Set<Promise<void>>();
  return {
    run(signal, start) {
      closing.signal.throwIfAborted();
      const running = start(AbortSignal.any([signal, closing.signal]));
      const over = (): void => void open.delete(done);
      const done: Promise<void> = running.finished.then(over, over);
      open.add(done);
      return running;
    },
    async close() {
      closing.abort(new SandboxFault(`The sandbox ${name} was closed.`));
      await Promise.all(open);
    },
  };
}
