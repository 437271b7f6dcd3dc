import { isCancellation } from '@temporalio/workflow';
import { mustBeOpen, noteRefusal } from '../domain/control.ts';
import type { Event } from '../domain/event.ts';
import { type RedirectRequest, Refused } from '../domain/input.ts';
import type { WrittenRedirect } from '../domain/requests.ts';
import type { RunState } from '../domain/run-state.ts';
import { logOptions, prepareRedirect } from './activity-proxies.ts';

/** Redirects as people write them: an activity checks and stores what they name, and then they are like any other. */
export interface Redirects {
  /** Throws `Refused` when the run has ended; for handlers, which never schedule. */
  accept(written: WrittenRedirect): void;
  /** Begins to prepare what was accepted; for the loop. */
  launch(): void;
  /** Accepted and not yet dispatched. */
  readonly size: number;
}

export interface RedirectedRun {
  state(): RunState;
  dispatch(request: RedirectRequest): unknown;
  record(events: readonly Event[]): void;
}

export function createRedirects(run: RedirectedRun): Redirects {
  const accepted: WrittenRedirect[] = [];
  let underWay = 0;
  const refuse = (refused: Refused) => run.record(noteRefusal(run.state(), 'redirect', refused, Date.now()));
  const prepare = async ({ fields, by }: WrittenRedirect) => {
    const { runId, seq } = run.state();
    const options = logOptions('check and store a redirect');
    const prepared = await prepareRedirect.executeWithOptions(options, [{ runId, key: String(seq), fields, by }]);
    if (!prepared.ok) throw new Refused('invalid_request', prepared.detail);
    run.dispatch(prepared.request);
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
        void prepare(written).then(() => settled(), settled);
      }
    },
    get size() {
      return accepted.length + underWay;
    },
  };
}
