import type { Run } from '../../model/run.ts';
import { askedOutside } from '../../stories/hindered.ts';
import type { RunClient } from '../run-client.ts';

/** What runs wait for that somebody else's workers have to do, and who polls for that. */
export interface NeededWorkers {
  /** Of the task queues that these runs ask, those that nobody polls. Who follows hears when that changes for one of these runs. */
  unpolledOf(runs: readonly Run[]): Promise<ReadonlySet<string>>;
  /** Runs that asked when they were last shown. */
  asking(): readonly string[];
  /** The answer ends it. */
  follow(hear: (runIds: readonly string[]) => void): () => void;
}

/** Milliseconds between two looks, while somebody follows and a run asks. */
const REST = 5_000;
/** Runs that are remembered; those that were shown last. */
const MOST = 250;

/** One for all readers: each task queue is asked about once, however many runs wait there and whoever looks. */
export function createNeededWorkers(runs: Pick<RunClient, 'unpolled'>, rest = REST): NeededWorkers {
  /** By the run. */
  const asked = new Map<string, readonly string[]>();
  /** The task queues that nobody polls, and those that somebody does, as they were told last. */
  const told = new Map<string, boolean>();
  const hearers = new Set<(runIds: readonly string[]) => void>();
  let timer: NodeJS.Timeout | undefined;

  function remember(run: Run): readonly string[] {
    const { runId } = run.state;
    asked.delete(runId);
    const queues = askedOutside(run).map(({ queue }) => queue);
    if (queues.length > 0) asked.set(runId, queues);
    const [oldest] = asked.keys();
    if (oldest !== undefined && asked.size > MOST) asked.delete(oldest);
    return queues;
  }
  async function look(queues: readonly string[]): Promise<ReadonlySet<string>> {
    if (queues.length === 0) return NONE;
    const found = await runs.unpolled(queues);
    const changed = queues.filter((queue) => told.has(queue) && told.get(queue) !== found.has(queue));
    for (const queue of queues) told.set(queue, found.has(queue));
    const waiting = [...asked].flatMap(([id, theirs]) => (theirs.some((one) => changed.includes(one)) ? [id] : []));
    if (waiting.length > 0) for (const hear of hearers) hear(waiting);
    return found;
  }
  function lookLater(): void {
    if (timer || hearers.size === 0 || asked.size === 0) return;
    timer = setTimeout(() => {
      const queues = new Set([...asked.values()].flat());
      for (const queue of told.keys()) if (!queues.has(queue)) told.delete(queue);
      void look([...queues]).finally(() => {
        timer = undefined;
        lookLater();
      });
    }, rest).unref();
  }

  return {
    async unpolledOf(shown) {
      const queues = new Set(shown.flatMap(remember));
      const found = await look([...queues]);
      lookLater();
      return found;
    },
    asking: () => [...asked.keys()],
    follow(hear) {
      hearers.add(hear);
      lookLater();
      return () => void hearers.delete(hear);
    },
  };
}

const NONE: ReadonlySet<string> = new Set();
