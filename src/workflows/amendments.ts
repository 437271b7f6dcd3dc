import { isCancellation } from '@temporalio/workflow';
import { absorb, recordRefusal } from '../engine.ts';
import type { Event } from '../model/event.ts';
import { type DecideRequest, Refused } from '../model/input.ts';
import type { Plan } from '../model/plan.ts';
import type { RunState } from '../model/run-state.ts';
import { amendmentInput } from '../ports/amendment.ts';
import type { RefusedAmendment, StoreAmendmentOutput, StoredAmendment } from '../ports/calls.ts';
import { logOptions, storeAmendment } from './activity-proxies.ts';
import type { Applied } from './messages.ts';
import { type Decision } from './read-requests.ts';

/** Decisions that bring an artifact along: it is stored first, by an activity, and then they are like any other (R43). */
export interface Amendments {
  /** Throws `Refused` when the state would not allow the decision with its artifact stored. */
  check(request: Decision): void;
  /** Takes a decision that `check` lets through; for handlers, which never schedule. What becomes of it is told, or else noted. */
  accept(request: Decision, tell?: Tell): void;
  /** Begins to store what was accepted; for the loop. */
  launch(): void;
  /** Accepted and not yet dispatched. */
  readonly size: number;
}

const CANCELLED = new Refused('run_not_open', 'The run was cancelled.');

/** Hears what became of a decision once its artifact is stored: what it led to, or why it was refused. */
type Tell = (outcome: Applied | Refused) => void;

export interface AmendedRun {
  plan(): Plan;
  state(): RunState;
  dispatch(request: DecideRequest): Applied;
  record(events: readonly Event[]): void;
}

export function createAmendments(run: AmendedRun): Amendments {
  const accepted: { readonly request: Decision; readonly tell: Tell }[] = [];
  const open = new Set<string>();
  const check = (request: Decision) => {
    absorb(run.plan(), run.state(), asStored(request, { artifactId: '', digest: '' }), Date.now());
    if (!open.has(request.escalationId)) return;
    throw new Refused('amend_in_progress', 'An amendment is being stored; wait for its verdict.');
  };
  const note = (request: Decision, outcome: Applied | Refused) => {
    if (outcome instanceof Refused && outcome !== CANCELLED)
      run.record(recordRefusal(run.state(), request, outcome, Date.now()));
  };
  const decide = (request: Decision, stored: StoreAmendmentOutput): Applied | Refused => {
    if ('refused' in stored) return refusalOf(stored);
    try {
      return run.dispatch(asStored(request, stored));
    } catch (error) {
      if (error instanceof Refused) return error;
      throw error;
    }
  };
  const failure = (error: unknown) =>
    isCancellation(error) ? CANCELLED : new Refused('not_stored', 'The artifact could not be stored.');
  return {
    check,
    accept(request, tell = (outcome) => note(request, outcome)) {
      check(request);
      open.add(request.escalationId);
      accepted.push({ request, tell });
    },
    launch() {
      for (const { request, tell } of accepted.splice(0)) {
        const end = (outcome: () => Applied | Refused) => {
          open.delete(request.escalationId);
          tell(outcome());
        };
        void store(run.plan(), run.state(), request).then(
          (stored) => end(() => decide(request, stored)),
          (error: unknown) => end(() => failure(error)),
        );
      }
    },
    get size() {
      return open.size;
    },
  };
}

function refusalOf({ refused: { code, detail, ...facts } }: RefusedAmendment): Refused {
  return new Refused(code, detail, facts);
}

function asStored(
  { content: _content, mediaType: _mediaType, ...request }: Decision,
  stored: StoredAmendment,
): DecideRequest {
  return { ...request, ...stored };
}

function store(plan: Plan, state: RunState, request: Decision): Promise<StoreAmendmentOutput> {
  const input = amendmentInput({ plan, state }, request);
  return storeAmendment.executeWithOptions(logOptions(`${input.place.step} · store what a person sent`), [input]);
}
