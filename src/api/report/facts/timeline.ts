import { sentenceOf } from '../../../engine.ts';
import type { Backtrack } from '../../../model/backtrack.ts';
import type { Event, EventOf } from '../../../model/event.ts';
import { actorWord } from '../../../model/events/escalation-words.ts';
import type { RunStatus } from '../../../model/events/run.ts';
import { fitted } from '../../rows/fitted.ts';
import { timeOf } from '../../times.ts';

/** What a line is about, by the colours of a state (console 4). */
type Tone = 'plain' | 'work' | 'good' | 'ask' | 'bad' | 'person';

export interface TimelineLine {
  readonly seq: number;
  /** RFC 3339 in UTC. */
  readonly at: string;
  readonly tone: Tone;
  readonly step: string | null;
  readonly epoch: number | null;
  readonly text: string;
  /** The first line of what the guard said; empty where it said nothing. */
  readonly feedback: string;
}

/** Bytes of a sentence and of a line of feedback at most; the whole texts stand with attempts and questions. */
const LONGEST = 400;

/** What one event says on the timeline; undefined where it says nothing that another one does not. `feedbackOn`: by token. */
export function lineOf(
  event: Event,
  backtracks: readonly Backtrack[],
  feedbackOn: (token: string) => string,
): TimelineLine | undefined {
  const text = textOf(event, backtracks);
  if (text === undefined) return undefined;
  return {
    seq: event.seq,
    at: timeOf(event.at),
    tone: toneOf(event),
    step: ('step' in event ? event.step : undefined) ?? null,
    epoch: 'epoch' in event && event.epoch !== undefined ? event.epoch : null,
    text: fitted(text, LONGEST),
    feedback: event.type === 'guard.verdict' ? fitted(firstLine(feedbackOn(event.token)), LONGEST) : '',
  };
}

function textOf(event: Event, backtracks: readonly Backtrack[]): string | undefined {
  const { type } = event;
  if (type === 'guard.verdict') return event.verdict === 'pass' ? undefined : judged(event);
  if (type === 'attempt.finished') return event.status === 'discarded' ? discarded(event) : undefined;
  if (type === 'artifact.created') return event.source === 'human' ? given(event) : undefined;
  if (type === 'turn.started') return `Turn ${event.turn} begins in state ${event.state}.`;
  if (type === 'note.added') return event.text;
  if (type === 'context.injected')
    return sentenceOf(event, { backtracks }) ?? `${event.step} was told why ${event.from} failed.`;
  if (type === 'decision.rejected')
    return `${actorWord(event.by)} wanted to decide ${event.escalationId} (${event.action}), which was refused: ${event.reason}`;
  return sentenceOf(event, { backtracks });
}

function discarded({ attempt, step }: EventOf<'attempt.finished'>): string {
  return `Attempt ${attempt} of ${step} was discarded: it counts for nothing.`;
}

function given({ by, step }: EventOf<'artifact.created'>): string {
  return `${by === undefined ? 'A person' : actorWord(by)} gave an artifact for ${step}: it is judged like any other.`;
}

function judged({ guard, verdict, attempt, step }: EventOf<'guard.verdict'>): string {
  return verdict === 'fatal'
    ? `${guard} judged attempt ${attempt} of ${step} fatal.`
    : `${guard} rejected attempt ${attempt} of ${step}.`;
}

const TONES: { readonly [Each in Event['type']]?: Tone } = {
  'artifact.created': 'person',
  'step.satisfied': 'good',
  'step.waived': 'person',
  'branch.won': 'good',
  'escalation.opened': 'ask',
  'escalation.decided': 'person',
  'escalation.expired': 'ask',
  'run.redirecting': 'person',
  'run.redirected': 'person',
  'run.stopping': 'person',
  'run.pausing': 'person',
  'run.resumed': 'person',
  'run.failing': 'bad',
  'guard.error': 'bad',
  'budget.warning': 'ask',
  'budget.raised': 'person',
  'budget.exceeded': 'ask',
};

function toneOf(event: Event): Tone {
  if (event.type === 'guard.verdict') return event.verdict === 'fatal' ? 'bad' : 'work';
  if (event.type === 'run.closed') return ENDED[event.status] ?? 'plain';
  if (event.type === 'basecase.verified') return event.passed ? 'good' : 'work';
  if (event.type === 'step.waived' && event.condition === true) return 'plain';
  return TONES[event.type] ?? 'plain';
}

const ENDED: Partial<Record<RunStatus, Tone>> = { completed: 'good', failed: 'bad', terminated: 'bad' };

function firstLine(text: string): string {
  return text.trimStart().split('\n', 1)[0] ?? '';
}
