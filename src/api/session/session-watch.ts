import type { BrowserSessions } from './sessions.ts';

/** Milliseconds between two looks, each of one statement; there are none while nothing is held. */
const LOOK_EVERY = 1_000;

/** Ends what was opened by a session and lasts, such as a stream, at most two seconds after the session is over, wherever it was ended. */
export interface SessionWatch {
  /** `over` is aborted then; `release` is called when what was opened has ended by itself. */
  hold(token: string): { readonly over: AbortSignal; release(): void };
}

/** `closing`: from then on nobody is looked after. A database that does not answer ends nothing. */
export function createSessionWatch(sessions: Pick<BrowserSessions, 'held'>, closing: AbortSignal): SessionWatch {
  const open = new Map<string, Set<AbortController>>();
  let timer: NodeJS.Timeout | undefined;

  async function look(): Promise<void> {
    const held = await sessions.held([...open.keys()]).catch(() => undefined);
    if (!held) return;
    for (const [token, controllers] of open)
      if (!held.has(token)) for (const controller of controllers) controller.abort();
  }

  function lookLater(): void {
    if (timer || open.size === 0 || closing.aborted) return;
    timer = setTimeout(() => {
      void look().then(() => {
        timer = undefined;
        lookLater();
      });
    }, LOOK_EVERY).unref();
  }

  closing.addEventListener('abort', () => clearTimeout(timer), { once: true });
  return {
    hold(token) {
      const controller = new AbortController();
      const controllers = open.get(token) ?? new Set();
      open.set(token, controllers.add(controller));
      lookLater();
      return {
        over: controller.signal,
        release() {
          controllers.delete(controller);
          if (controllers.size === 0) open.delete(token);
        },
      };
    },
  };
}
