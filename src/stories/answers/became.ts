/** What came of a decision, told by the events that followed: the sentence that its button foretold, after it has happened. */
import { listed } from '../../core/events/words.ts';
import type { Event, EventOf } from '../../model/event.ts';
import type { EscalationState } from '../../model/run-state.ts';
import { againWords, settled, startedIn } from './consequence.ts';

type Asked = Pick<EscalationState, 'step' | 'leaf'>;

/** `events`: from the decision on; of later ones only those are told that the decision itself brought about. */
export function becameOf(events: readonly Event[], { step, leaf }: Asked): string | undefined {
  const [decided, ...rest] = events;
  if (decided?.type !== 'escalation.decided') return undefined;
  const { action } = decided;
  const own = until(rest, isFromOutside);
  // A word for a leaf goes to whatever asked for it, and that then says what becomes of the run.
  const isForLeaf = leaf !== undefined && own.length === 0 && (action === 'approve' || action === 'reject');
  const told = isForLeaf ? onceJudged(rest, step) : own;
  if (isForLeaf && told.length === 0)
    return `${step === undefined ? 'the base case' : `the guard of ${step}`} goes on with the answer.`;
  const started = startedIn(told);
  const again = told.flatMap((event) =>
    event.type === 'step.invalidated' || event.type === 'step.reopened' ? [event.step] : [],
  );
  const clauses = [
    ...settled(told, action === 'approve' && told.some(({ type }) => type === 'step.waived')),
    ...againWords(again.filter((each) => !started.includes(each))),
    ...begun(told, step, hasWords([decided, ...told])),
    ...ended(told, started.length > 0),
  ];
  return `${clauses.join('; ')}.`;
}

/** The verdict that follows, with what the run does by it. */
function onceJudged(events: readonly Event[], step: string | undefined): readonly Event[] {
  const judged = events.findIndex((event) =>
    step === undefined ? event.type === 'basecase.verified' : event.type === 'guard.verdict' && event.step === step,
  );
  return judged < 0 ? [] : events.slice(judged, judged + 1).concat(until(events.slice(judged + 1), isFromOutside));
}

function until(events: readonly Event[], ends: (event: Event) => boolean): readonly Event[] {
  const end = events.findIndex(ends);
  return end < 0 ? events : events.slice(0, end);
}

/** What no run does by itself: a call has answered, or somebody has asked for something. */
function isFromOutside(event: Event): boolean {
  return OUTSIDE.has(event.type) || (event.type === 'condition.evaluated' && event.by === undefined);
}

const OUTSIDE: ReadonlySet<Event['type']> = new Set<Event['type']>([
  'artifact.created',
  'guard.verdict',
  'guard.error',
  'basecase.verified',
  'basecase.broken',
  'escalation.decided',
  'escalation.expired',
  'decision.rejected',
  'run.redirected',
  'run.redirecting',
  'run.stopping',
  'run.pausing',
  'run.resumed',
  'note.added',
]);

function hasWords(events: readonly Event[]): boolean {
  return events.some(
    (event) =>
      event.type === 'context.injected' ||
      (event.type === 'escalation.decided' && (event.feedback ?? event.feedbackDigest) !== undefined),
  );
}

function begun(events: readonly Event[], step: string | undefined, hasSaid: boolean): readonly string[] {
  const attempts = events.flatMap((event) => (event.type === 'attempt.started' ? [event] : []));
  const again = attempts.find((each) => each.step === step);
  const others = attempts.flatMap((each) => (each === again ? [] : [each.step]));
  const own = again
    ? [`attempt ${again.attempt}${allowedIn(events, again)} has begun${hasSaid ? ' with your words' : ''}`]
    : [];
  const next = others.length === 0 ? [] : [`${listed(others)} ${others.length === 1 ? 'has' : 'have'} begun`];
  return [...own, ...next];
}

function allowedIn(events: readonly Event[], { step }: EventOf<'attempt.started'>): string {
  const opened = events.find((event) => event.type === 'step.started' && event.step === step);
  return opened?.type === 'step.started' ? ` of ${opened.allowed}` : '';
}

const ENDS = {
  completed: 'the run has completed',
  failed: 'the run has failed',
  stopped: 'the run has stopped',
  cancelled: 'the run was cancelled',
  terminated: 'the run was terminated',
} as const;

function ended(events: readonly Event[], goesOn: boolean): readonly string[] {
  const closed = events.findLast((event) => event.type === 'run.closed');
  if (closed?.type === 'run.closed') return [ENDS[closed.status]];
  if (goesOn) return [];
  const asked = events.flatMap((event) => (event.type === 'escalation.opened' ? (event.step ?? 'the run') : []));
  return [asked.length > 0 ? `a person was then asked about ${listed([...new Set(asked)])}` : 'the run goes on'];
}
