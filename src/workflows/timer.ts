import { CancellationScope, isCancellation, sleep } from '@temporalio/workflow';

/** One timer, touched only when the instant moves: a timed wait in the loop would cost two history events per wake (engine 5.4). */
export interface DeadlineTimer {
  /** Milliseconds since the epoch; undefined: none. */
  set(instant: number | undefined): void;
}

export function createDeadlineTimer(due: () => void): DeadlineTimer {
  let armed: { readonly instant: number; readonly scope: CancellationScope } | undefined;
  // An instant that has passed may stay the deadline until a call ends; told again at once, it would fill the history.
  let told: number | undefined;
  const arm = (instant: number) => {
    const scope = new CancellationScope();
    armed = { instant, scope };
    void scope
      .run(() => sleep(Math.max(1, instant - Date.now()), { summary: 'time budget' }))
      .then(
        () => {
          armed = undefined;
          told = instant;
          due();
        },
        (error: unknown) => {
          if (!isCancellation(error)) throw error;
        },
      );
  };
  return {
    set(instant) {
      if (armed?.instant === instant) return;
      armed?.scope.cancel();
      armed = undefined;
      const isTold = instant === told && Date.now() >= (told ?? 0);
      if (instant !== undefined && !isTold) arm(instant);
    },
  };
}
