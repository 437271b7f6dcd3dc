const LOOK_EVERY = 500;

/**
 * Resolves when the npm that started us is gone. A killed npm passes nothing on, so without this `npm start` would leave the
 * service behind as an orphan. Never resolves where npm did not start us: a shell that goes away means nothing.
 */
export function parentGone(env: NodeJS.ProcessEnv): Promise<void> {
  if (!env['npm_lifecycle_event']) return new Promise(() => {});
  const parent = process.ppid;
  return new Promise((resolve) => {
    const look = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(look);
      resolve();
    }, LOOK_EVERY);
    look.unref();
  });
}

/**
 * How often one Ctrl-C arrives: the terminal sends it to the whole group, and the npm that started us passes on what it gets; one npm
 * within another makes three of it. Who presses twice is over that, and nothing else sends so many.
 */
export function signalsOfOnePress(env: NodeJS.ProcessEnv): number {
  return env['npm_lifecycle_event'] ? 3 : 1;
}
