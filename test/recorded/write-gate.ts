import type { Event } from '../../src/model/event.ts';
import type { Store } from '../../src/ports/store.ts';

/**
 * Lets the API answer before the workers store what comes next: an answer shows how the run stands when it is written, and how far a run
 * has come by then is nobody's promise.
 */
export interface WriteGate {
  /** The store as activities see it. */
  over(store: Store): Store;
  /** While the answer is made, activities store no more than it needs. */
  during<Answer>(asked: Asked, answer: () => Promise<Answer>): Promise<Answer>;
}

/**
 * What an answer needs: the one to a start nothing; to a decision that its event is stored; to an amendment also the verdict before it; to
 * the others what the run was about to store, until the log tells what was asked for.
 */
export type Asked = 'start' | 'decision' | 'amendment' | 'other';

type Kind = 'events' | 'artifacts' | 'verdicts';

const NEEDS: Readonly<Record<Asked, readonly Kind[]>> = {
  start: [],
  decision: ['events'],
  amendment: ['events', 'verdicts'],
  other: ['events', 'verdicts', 'artifacts'],
};

/** What requests lead to whose answers show the run, its question or its budget. */
const TELLS: ReadonlySet<Event['type']> = new Set<Event['type']>([
  'escalation.decided',
  'run.resumed',
  'run.redirecting',
  'run.redirected',
  'run.aligned',
  'run.started',
  'budget.raised',
]);

interface Answering {
  readonly over: PromiseWithResolvers<void>;
  needs: readonly Kind[];
}

export function createWriteGate(): WriteGate {
  let answering: Answering | undefined;
  const pass = async (kind: Kind): Promise<void> => {
    if (answering && !answering.needs.includes(kind)) await answering.over.promise;
  };
  const stored = new Map<string, number>();
  /** A batch may be stored twice: events wait with more than one call. */
  const tellsAnew = (runId: string, batch: readonly Event[]): boolean => {
    const before = stored.get(runId) ?? 0;
    stored.set(runId, Math.max(before, batch.at(-1)?.seq ?? 0));
    return batch.some(({ type, seq }) => seq > before && TELLS.has(type));
  };
  return {
    over(store) {
      const { events, artifacts, verdicts } = store;
      return {
        ...store,
        events: {
          ...events,
          async append(runId, batch) {
            await pass('events');
            await events.append(runId, batch);
            if (tellsAnew(runId, batch) && answering) answering.needs = [];
          },
        },
        artifacts: {
          ...artifacts,
          async save(record, contents) {
            await pass('artifacts');
            return artifacts.save(record, contents);
          },
        },
        verdicts: {
          ...verdicts,
          async save(runId, token, artifactId, verdict) {
            await pass('verdicts');
            return verdicts.save(runId, token, artifactId, verdict);
          },
        },
      };
    },
    async during(asked, answer) {
      const over = Promise.withResolvers<void>();
      answering = { over, needs: NEEDS[asked] };
      try {
        return await answer();
      } finally {
        answering = undefined;
        over.resolve();
      }
    },
  };
}
