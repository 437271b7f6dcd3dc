import type { FastifyBaseLogger } from 'fastify';
import type { ScheduleName } from '../../ports/store/schedules.ts';
import { type ApiDependencies, createContext } from '../dependencies.ts';
import { concludeOver, startDue } from './fires.ts';
import { mendSchedules, syncSchedule } from './sync.ts';

/** Milliseconds between looks that nothing has asked for, and between comparisons with Temporal. */
const LOOK_EVERY = 5_000;
const MEND_EVERY = 60_000;
/** Milliseconds in which what is heard of the runs of schedules is gathered for one look. */
const GATHERED = 200;
/** By its name a run may be that of a fire. */
const OF_FIRE = /-\d{8}T\d{6}Z$/;

type Logger = Pick<FastifyBaseLogger, 'warn'>;

/**
 * Does what schedules ask for: at once when one has fired, soon after something has happened in a run of theirs, and every `lookEvery`
 * milliseconds. `end` answers at once; what is under way ends by itself.
 */
export function keepSchedules(
  dependencies: ApiDependencies,
  logger: Logger,
  lookEvery: number = LOOK_EVERY,
): { end(): void } {
  const context = createContext(dependencies);
  let hasEnded = false;
  const warn = (error: unknown, what: string) => {
    // Of what the end has cut off there is nothing to say.
    if (!hasEnded) logger.warn({ err: error }, what);
  };
  const look = oneAtATime(async () => {
    if (!hasEnded)
      await lookOnce(context, warn).catch((error: unknown) => warn(error, 'looking for due schedules failed'));
  });
  let from: ScheduleName | undefined;
  const mend = oneAtATime(async () => {
    try {
      from = await mendSchedules(context, from);
    } catch (error) {
      warn(error, 'comparing the schedules with those of Temporal failed');
    }
  });
  let gathering: NodeJS.Timeout | undefined;
  const lookSoon = () => {
    gathering ??= setTimeout(() => {
      gathering = undefined;
      look();
    }, GATHERED);
  };
  const timers = [setInterval(look, lookEvery), setInterval(mend, MEND_EVERY)];
  const forgets = [
    context.store.schedules.onFire(look),
    context.store.changes.follow({
      hear: (runId) => {
        if (OF_FIRE.test(runId)) lookSoon();
      },
      returned: lookSoon,
    }),
  ];
  return {
    end() {
      hasEnded = true;
      for (const forget of forgets) forget();
      for (const timer of timers) clearInterval(timer);
      clearTimeout(gathering);
    },
  };
}

async function lookOnce(
  context: ReturnType<typeof createContext>,
  warn: (error: unknown, what: string) => void,
): Promise<void> {
  const { unsynced, hasFires } = await context.store.schedules.work();
  for (const schedule of unsynced)
    await syncSchedule(context, schedule).catch((error: unknown) =>
      warn(error, `Temporal could not be given the schedule ${schedule.id}; this is tried again`),
    );
  if (!hasFires) return;
  await startDue(context, (error, { schedule, at }) =>
    warn(
      error,
      `the fire of ${schedule.id} for ${new Date(at).toISOString()} could not be started; this is tried again`,
    ),
  );
  await concludeOver(context);
}

/** Asked while it works, it works once more afterwards. */
function oneAtATime(work: () => Promise<void>): () => void {
  let state: 'at rest' | 'at work' | 'asked again' = 'at rest';
  const run = async () => {
    do {
      state = 'at work';
      await work();
    } while (isAskedAgain());
    state = 'at rest';
  };
  const isAskedAgain = () => state === 'asked again';
  return () => {
    if (state === 'at rest') void run();
    else state = 'asked again';
  };
}
