/** The verbs that steer a run (api 1 and 4, R26, R27, R46, R47): each safe to repeat, each with who and why. */

import type { Event } from '../../model/event.ts';
import {
  type PauseRequest,
  Refused,
  type ResumeRequest,
  type StopRequest,
  type TerminateRequest,
} from '../../model/input.ts';
import { isClosed, type RunState } from '../../model/run-state.ts';
import type { Draft } from '../draft.ts';
import { close, discard } from '../endings.ts';
import { wanted } from '../wanted.ts';

/** `now` revokes what is being generated; what is being judged is kept for a resume (R27). */
export function stop(next: Draft, { reason = '', mode = 'now', by = 'anonymous' }: StopRequest): void {
  mustBeOpen(next.state);
  const asked = next.state.control.stop?.mode;
  if (asked === undefined || (asked === 'after_attempt' && mode === 'now')) {
    next.emit({ type: 'run.stopping', reason, mode, by });
  }
  if (mode === 'now') for (const call of wanted(next.state)) if (call.phase === 'generate') discard(next, call);
}

/** The attempts in flight finish and none is started (R47); what only waits for its model is revoked, and opened again by a resume. */
export function pause(next: Draft, { reason = '', by = 'anonymous', waiting = [] }: PauseRequest): void {
  mustBeOpen(next.state);
  if (next.state.control.pause === undefined) next.emit({ type: 'run.pausing', reason, by });
  for (const call of wanted(next.state))
    if (call.phase === 'generate' && waiting.includes(call.token)) discard(next, call);
}

/** Goes on after a pause, or after a stop, also one that has only been asked for (R46). A run under way stays as it is. */
export function resume(next: Draft, { reason = '', by = 'anonymous', stopped = false }: ResumeRequest): void {
  const { state } = next;
  if (!stopped || state.life.status !== 'stopped') mustBeOpen(state);
  const { pause: isPaused, stop: isStopping } = state.control;
  if (isClosed(state) || isPaused || isStopping) next.emit({ type: 'run.resumed', reason, by });
}

/** Ends the run at once and for good (R74): calls are discarded, questions withdrawn, and no resume is possible. Throws `run_not_open`. */
export function terminate(next: Draft, { reason = '', by = 'anonymous' }: TerminateRequest): void {
  mustBeOpen(next.state);
  close(next, 'terminated', undefined, { reason, by });
}

/** Throws `Refused` (`run_not_open`) when the run has ended. */
export function mustBeOpen(state: RunState): void {
  if (isClosed(state))
    throw new Refused('run_not_open', `The run is ${state.life.status}.`, { status: state.life.status });
}

/** A signal has no caller to tell: one that is refused is ignored, and noted while the log is open (R45). */
export function noteRefusal(state: RunState, kind: string, { message }: Refused, now: number): readonly Event[] {
  if (isClosed(state)) return [];
  return [{ type: 'note.added', text: `A signal "${kind}" was refused: ${message}`, seq: state.seq + 1, at: now }];
}
