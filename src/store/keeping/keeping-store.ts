import { setTimeout as wait } from 'node:timers/promises';
import { StoreUnavailable } from '../../ports/store/errors.ts';
import type { Store } from '../../ports/store/store.ts';
import { messageOf } from '../../text/message-of.ts';
import { digestOf } from '../digest.ts';
import type { AnswerSpool } from './answer-spool.ts';
import { type KeptAnswer, storeKept } from './kept-answers.ts';

/** Within which calls heartbeat and hold what they have, in milliseconds; Temporal's limit of a call exceeds its own by as much (R100). */
const LONGEST_HOLD = 15 * 60_000;
/** Characters that one worker holds. */
const MOST_HELD = 64 * 2 ** 20;
/** Milliseconds between two tries. */
const PAUSE = 500;

export interface KeepingOptions {
  readonly spool: AnswerSpool;
  readonly tell: (line: string) => void;
  readonly longestHold?: number;
  readonly mostHeld?: number;
}

/** A store for calls, whose paid answers outlast a database that is away. */
export interface KeepingStore extends Store {
  /** From now on nothing is held: what is goes to the spool. To be called before the workers are closed. */
  spill(): void;
}

/**
 * What was paid for and the database cannot take is tried again while the call waits and heartbeats; when that lasts too long, when it
 * is too much, and at the end of the process it goes to the spool, and the call fails for another try, which finds it stored (R100).
 */
export function keepingAnswers(store: Store, options: KeepingOptions): KeepingStore {
  const { keep, spill } = createKeeper(options);
  const { artifacts, verdicts, contents, agents } = store;
  return {
    ...store,
    artifacts: {
      ...artifacts,
      save: (...args) => keep({ kind: 'artifact', args }, () => artifacts.save(...args)),
    },
    verdicts: {
      ...verdicts,
      save: (...args) => keep({ kind: 'verdict', args }, () => verdicts.save(...args)),
    },
    contents: {
      ...contents,
      put: (...args) =>
        keep(
          { kind: 'contents', args },
          () => contents.put(...args),
          () => args[0].map(digestOf),
        ),
    },
    agents: {
      ...agents,
      save: (...args) => keep({ kind: 'turn', args }, () => agents.save(...args)),
      saveEffect: (...args) => keep({ kind: 'effect', args }, () => agents.saveEffect(...args)),
    },
    spill,
  };
}

/** `keep` writes an answer, and holds it while the database is away; from `spill` on it holds none. */
function createKeeper(options: KeepingOptions) {
  const { spool, tell, longestHold = LONGEST_HOLD, mostHeld = MOST_HELD } = options;
  const spilling = new AbortController();
  let held = 0;
  let awaySince: number | undefined;

  /** `instead`: what the caller may go on with once it is in the spool. */
  async function keep<Stored>(
    answer: KeptAnswer,
    write: () => Promise<Stored>,
    instead?: () => Stored,
  ): Promise<Stored> {
    let weight = 0;
    try {
      for (;;) {
        try {
          const stored = await write();
          awaySince = undefined;
          return stored;
        } catch (error) {
          if (!(error instanceof StoreUnavailable)) throw error;
          awaySince ??= Date.now();
          if (weight === 0) held += weight = JSON.stringify(answer).length;
          const isOver = Date.now() - awaySince >= longestHold || held > mostHeld || spilling.signal.aborted;
          if (!isOver) {
            await wait(PAUSE, undefined, { signal: spilling.signal }).catch(() => undefined);
            continue;
          }
          if (!put(answer) || !instead) throw error;
          return instead();
        }
      }
    } finally {
      held -= weight;
    }
  }

  function put(answer: KeptAnswer): boolean {
    try {
      if (spool.put(answer)) return true;
      tell(`${lostOf(answer)}: the spool is full. Bring the database back, or make room.`);
    } catch (error) {
      tell(`${lostOf(answer)}: ${messageOf(error)}`);
    }
    return false;
  }

  return { keep, spill: () => spilling.abort() };
}

/** Stores what a former process has put into the spool; to be done before anything is polled. Answers how many. */
export function emptySpool(spool: AnswerSpool, store: Store, tell: (line: string) => void): Promise<number> {
  return spool.empty((answer) =>
    storeKept(store, answer).catch((error: unknown) => {
      if (error instanceof StoreUnavailable) throw error;
      tell(`${lostOf(answer)}: ${messageOf(error)}`);
    }),
  );
}

function lostOf(answer: KeptAnswer): string {
  const of = answer.kind === 'artifact' ? ` of run ${answer.args[0].runId}` : '';
  return `an answer that was paid for (${answer.kind}${of}) is lost`;
}
