/** The run as a whole: how it begins, rests and ends. */

import type { EventOf } from '../../model/event.ts';
import { actorWord, doneBy } from '../../model/events/escalation-words.ts';
import type { RunEvent } from '../../model/events/run.ts';
import { type EscalationState, endedAs, isClosed, NEW_STEP, type RunState } from '../../model/run-state.ts';
import { short } from '../../text/text.ts';
import { entry } from './entry.ts';
import { type Homes, unsaid, untraced } from './home.ts';
import { withStatus } from './status.ts';
import { said } from './words.ts';

export const RUN: Homes<RunEvent['type']> = {
  'run.created': {
    fold: create,
    trace: untraced,
    sentence: ({ by }) => `${actorWord(by)} created the run.`,
  },
  'run.started': { fold: start, trace: untraced, sentence: unsaid },
  'run.stopping': {
    fold: (state, { mode, reason, by }) => ({ ...state, control: { ...state.control, stop: { mode, reason, by } } }),
    trace: (event) => [entry(event, 'STOP', {})],
    sentence: ({ by, reason }) => `${actorWord(by)} asked the run to stop${said(reason)}.`,
  },
  'run.pausing': {
    fold: (state, { reason, by, at: since }) => ({
      ...state,
      control: { ...state.control, pause: { reason, by, since } },
    }),
    trace: untraced,
    sentence: ({ by, reason }) => `${actorWord(by)} asked the run to pause${said(reason)}.`,
  },
  'run.paused': { fold: settlePause, trace: untraced, sentence: unsaid },
  'run.resumed': {
    fold: resume,
    trace: untraced,
    sentence: ({ by, reason }) => `${actorWord(by)} let the run go on${said(reason)}.`,
  },
  'run.failing': {
    fold: (state, { failure }) => ({ ...state, failing: state.failing ?? failure }),
    trace: untraced,
    sentence: ({ failure }) => `The run fails once what was said is settled${said(failure.detail)}.`,
  },
  'run.closed': {
    fold: (state, { status, at, failure }) => ({ ...state, life: endedAs(status, at, failure) }),
    trace: (event) =>
      event.status === 'completed' || event.status === 'failed'
        ? [entry(event, 'REPLY-TO-USER', { status: event.status })]
        : [],
    sentence: ({ status, failure, by, reason }) =>
      `The run is ${status}${by === undefined ? '' : ` ${doneBy(by)}`}${said(failure?.detail ?? reason)}.`,
  },
  'note.added': {
    fold: warned,
    trace: untraced,
    sentence: ({ text, about }) => (about === undefined ? short(text) : undefined),
  },
};

function warned(state: RunState, { step, text, about }: EventOf<'note.added'>): RunState {
  if (about === undefined) return state;
  const warning = { ...(step !== undefined && { step }), about, text };
  return { ...state, warnings: [...(state.warnings ?? []), warning] };
}

function create(state: RunState, event: EventOf<'run.created'>): RunState {
  return {
    ...state,
    runId: event.runId,
    createdAt: event.at,
    budgets: event.budgets,
    steps: Object.fromEntries(event.steps.map((id) => [id, NEW_STEP])),
    stall: { best: event.steps.length, since: 0 },
    ...(event.rules !== undefined && { rules: event.rules }),
    ...(event.revision !== undefined && { revision: event.revision }),
    ...(event.unaligned === true && { unaligned: true, life: { status: 'awaiting_alignment' } }),
  };
}

function start({ unaligned, ...state }: RunState): RunState {
  return unaligned === true ? withStatus(state) : state;
}

function settlePause(state: RunState): RunState {
  return state.control.pause && !isClosed(state) ? { ...state, life: { status: 'paused' } } : state;
}

/** Open again as if the time in between had not been: what people had left to answer a question, they still have (R41). */
function resume(state: RunState): RunState {
  const { life, control } = state;
  const ended = 'endedAt' in life ? life.endedAt : state.at;
  const away = state.at - (control.pause?.since ?? ended);
  const escalations = Object.fromEntries(
    Object.entries(state.escalations).map(([id, escalation]) => [id, prolonged(escalation, away)]),
  );
  const { redirecting } = state;
  // What was away is made up for here, and once more it would not be.
  const held = redirecting && { redirecting: { ...redirecting, since: Math.min(state.at, redirecting.since + away) } };
  return withStatus({ ...state, life: { status: 'running' }, escalations, control: {}, ...held });
}

function prolonged(escalation: EscalationState, by: number): EscalationState {
  const { status, expiresAt } = escalation;
  return status === 'open' && expiresAt !== undefined ? { ...escalation, expiresAt: expiresAt + by } : escalation;
}
