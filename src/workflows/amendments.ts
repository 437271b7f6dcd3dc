import { isCancellation } from '@temporalio/workflow';
import { absorb } from '../domain/absorb.ts';
import { recordRefusal } from '../domain/decide.ts';
import { stateOf } from '../domain/draft.ts';
import type { Event } from '../domain/event.ts';
import { type DecideRequest, Refused } from '../domain/input.ts';
import type { Plan } from '../domain/plan.ts';
import type { Decision } from '../domain/requests.ts';
import type { RunState } from '../domain/run-state.ts';
import { logOptions, storeAmendment } from './activity-proxies.ts';

/** Decisions that bring an artifact along: it is stored first, by an activity, and then they are like any other (R43). */
export interface Amendments {
  /** Throws `Refused` when the state would not allow the decision with its artifact stored. */
  check(request: Decision): void;
  /** Takes a decision that `check` lets through; for handlers, which never schedule. */
  accept(request: Decision): void;
  /** Begins to store what was accepted; for the loop. */
  launch(): void;
  /** Accepted and not yet dispatched. */
  readonly size: number;
}

export interface AmendedRun {
  plan(): Plan;
  state(): RunState;
  dispatch(request: DecideRequest): unknown;
  record(events: readonly Event[]): void;
}

export function createAmendments(run: AmendedRun): Amendments {
  const accepted: Decision[] = [];
  const open = new Set<string>();
  const check = (request: Decision) => {
    absorb(run.plan(), run.state(), asStored(request, { artifactId: '', digest: '' }), Date.now());
    if (!open.has(request.escalationId)) return;
    throw new Refused('amend_in_progress', 'An amendment is being stored; wait for its verdict.');
  };
  const refuse = (request: Decision, refused: Refused) =>
    run.record(recordRefusal(run.state(), request, refused, Date.now()));
  const decided = (request: Decision, stored: Stored) => {
    open.delete(request.escalationId);
    try {
      run.dispatch(asStored(request, stored));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      refuse(request, error);
    }
  };
  const failed = (request: Decision, error: unknown) => {
    open.delete(request.escalationId);
    if (!isCancellation(error)) refuse(request, new Refused('not_stored', 'The artifact could not be stored.'));
  };
  return {
    check,
    accept(request) {
      check(request);
      open.add(request.escalationId);
      accepted.push(request);
    },
    launch() {
      for (const request of accepted.splice(0)) {
        const stored = store(run.state(), request);
        void stored.then(
          (artifact) => decided(request, artifact),
          (error: unknown) => failed(request, error),
        );
      }
    },
    get size() {
      return open.size;
    },
  };
}

interface Stored {
  readonly artifactId: string;
  readonly digest: string;
}

function asStored({ content: _content, mediaType: _mediaType, ...request }: Decision, stored: Stored): DecideRequest {
  return { ...request, ...stored };
}

function store(state: RunState, { escalationId, content = '', mediaType }: Decision): Promise<Stored> {
  const { step = '', artifactId } = state.escalations[escalationId] ?? {};
  const { epoch, attempt } = stateOf(state, step);
  const input = {
    runId: state.runId,
    key: `${escalationId}/${state.seq}`,
    place: { step, epoch, attempt },
    content,
    ...(artifactId !== undefined && { previousId: artifactId }),
    ...(mediaType !== undefined && { mediaType }),
  };
  return storeAmendment.executeWithOptions(logOptions(`${step} · store what a person sent`), [input]);
}
