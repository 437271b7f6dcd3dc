import { SlowMachine } from '../../src/guards/isolation/foreign-limits.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';

/** The same sandbox, in which no program may run for longer than so many milliseconds. */
export function hurried(sandbox: Sandbox, wall: number): Sandbox {
  return {
    ...sandbox,
    start: (job, signal) => {
      const limits = { ...job.limits, wall: Math.min(wall, job.limits?.wall ?? wall) };
      return sandbox.start({ ...job, limits }, signal);
    },
  };
}

/** The same sandbox on a machine that is never late: whoever does not end within his limit is at fault himself, however busy this one is. */
export function neverLate(sandbox: Sandbox): Sandbox {
  return {
    ...sandbox,
    start(job, signal) {
      const running = sandbox.start(job, signal);
      const finished = running.finished.then(({ pace, ...rest }) =>
        pace ? { ...rest, pace: { ...pace, late: 0 } } : rest,
      );
      return { ...running, finished };
    },
  };
}

/** As the service does with guard errors: tries again what a slow machine has cut short (R110). */
export async function steadily<Answer>(judge: () => Promise<Answer>, tries = 100): Promise<Answer> {
  for (let left = tries; ; left--) {
    try {
      return await judge();
    } catch (error) {
      if (!(error instanceof SlowMachine) || left === 0) throw error;
    }
  }
}
