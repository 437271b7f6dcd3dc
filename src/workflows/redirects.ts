import { isCancellation, patched, workflowInfo } from '@temporalio/workflow';
import { mustBeOpen, noteRefusal } from '../engine.ts';
import type { Event } from '../model/event.ts';
import { type Input, Refused } from '../model/input.ts';
import type { Plan } from '../model/plan.ts';
import type { RunState } from '../model/run-state.ts';
import { type Agreed, agreedTo } from '../ports/agreed.ts';
import { logOptions, prepareRedirect } from './activity-proxies.ts';
import { lightPart, type Outbox } from './outbox.ts';
import { type WrittenRedirect } from './read-requests.ts';

/** Redirects as people write them: an activity checks and stores what they name, and then they are like any other. */
export interface Redirects {
  /** Throws `Refused` when the run has ended; for handlers, which never schedule. */
  accept(written: WrittenRedirect): void;
  /** Begins to prepare what was accepted, and what a person agreed to; for the loop. */
  launch(): void;
  /** Accepted and not yet dispatched. */
  readonly size: number;
}

export interface RedirectedRun {
  plan(): Plan;
  state(): RunState;
  dispatch(input: Input): unknown;
  record(events: readonly Event[]): void;
  /** What is not stored yet rides along: a redirect is checked against the run as it stands. */
  readonly outbox: Pick<Outbox, 'pending' | 'acknowledge'>;
}

const MOST_TRIES = 5;

export function createRedirects(run: RedirectedRun): Redirects {
  const accepted: WrittenRedirect[] = [];
  const applying = new Set<string>();
  let underWay = 0;
  let number = 0;
  let last: Promise<unknown> = Promise.resolve();
  /** One after the other, so that they are applied in order of arrival (R62). */
  const inTurn = (written: WrittenRedirect | Agreed): Promise<void> => {
    const turn = last.then(() => prepare(written));
    last = turn.catch(() => undefined);
    return turn;
  };
  const refuse = (refused: Refused) => run.record(noteRefusal(run.state(), 'redirect', refused, Date.now()));
  const prepare = (written: WrittenRedirect | Agreed) => {
    number += 1;
    return prepareAndDispatch(run, `${workflowInfo().runId}/${number}`, written);
  };
  const apply = (agreed: Agreed) => {
    const { step } = agreed.proposal;
    if (applying.has(step)) return;
    applying.add(step);
    void inTurn(agreed)
      .catch((error: unknown) => {
        if (isCancellation(error)) return;
        const detail = error instanceof Refused ? error.message : 'not stored';
        const isAttempt = agreed.decomposes !== undefined && patched('unfit-parts-are-an-attempt');
        run.dispatch({ kind: 'misunderstood', step, detail, ...(isAttempt && { isAttempt }) });
      })
      .finally(() => {
        applying.delete(step);
      });
  };
  const settled = (error?: unknown) => {
    underWay -= 1;
    if (error instanceof Refused) refuse(error);
    else if (error !== undefined && !isCancellation(error))
      refuse(new Refused('not_stored', 'It could not be stored.'));
  };
  return {
    accept(written) {
      mustBeOpen(run.state());
      accepted.push(written);
    },
    launch() {
      for (const written of accepted.splice(0)) {
        underWay += 1;
        void inTurn(written).then(() => settled(), settled);
      }
      for (const agreed of agreedTo(run.plan(), run.state())) apply(agreed);
    },
    get size() {
      return accepted.length + underWay + applying.size;
    },
  };
}

/**
 * An activity checks and stores what is asked for, and what that makes of it is dispatched. Of two redirects that change the
 * definition at once the second is made again, from what the first left. Throws `Refused`.
 */
async function prepareAndDispatch(run: RedirectedRun, key: string, written: WrittenRedirect | Agreed): Promise<void> {
  const { runId } = run.state();
  const what =
    'fields' in written
      ? { fields: written.fields }
      : { proposal: written.proposal, ...(written.decomposes !== undefined && { decomposes: written.decomposes }) };
  for (let tries = 1; ; tries += 1) {
    const events = lightPart(run.outbox.pending());
    const input = { runId, key, by: written.by, events, ...what };
    const prepared = await prepareRedirect.executeWithOptions(logOptions('check and store a redirect'), [input]);
    run.outbox.acknowledge(events.at(-1)?.seq ?? 0);
    if (!prepared.ok) throw new Refused('invalid_request', prepared.detail);
    try {
      run.dispatch(prepared.request);
      return;
    } catch (error) {
      const isStale = error instanceof Refused && error.code === 'redirect_stale';
      if (!isStale || tries === MOST_TRIES) throw error;
    }
  }
}
