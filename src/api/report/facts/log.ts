import { sentenceOf } from '../../../engine.ts';
import type { Event, EventOf } from '../../../model/event.ts';
import type { SwapCause } from '../../../model/events/and-or.ts';
import { backtracksIn, followBacktracks, newBacktracks } from '../../../stories/backtracks.ts';
import { inWords, type Rejections, rememberRejection } from '../../../stories/rejections.ts';
import { fitted } from '../../rows/fitted.ts';
import { timeOf } from '../../times.ts';
import { collectEnds, type Ends } from './ends.ts';
import { costOf } from './room.ts';
import { lineOf, type TimelineLine } from './timeline.ts';

/** A way back: a step that failed sent the run upstream, or the winner of a group made way for another choice. */
export interface WayBack {
  readonly seq: number;
  readonly at: string;
  readonly kind: 'backtrack' | 'swap';
  /** What failed: a step with its guard, or a leaf of the base case. */
  readonly cause: string;
  /** Where the run went back to: steps, or the choice that was taken. */
  readonly to: readonly string[];
  /** Steps that begin anew. */
  readonly reset: readonly string[];
  /** Steps that made something else than before. */
  readonly changed: readonly string[];
  /** Of a backtrack: whether the step then passed by itself; null while that is open. */
  readonly recovered: boolean | null;
}

/** What joined a step's specification. */
export interface Injected {
  readonly seq: number;
  readonly at: string;
  readonly step: string;
  readonly epoch: number;
  readonly from: string;
  readonly fromEpoch: number | null;
  /** What a person said: in words or by digest; neither where the rejections of `from` are meant. */
  readonly text?: string;
  readonly digest?: string;
}

/** What a redirect did beside what the control state keeps of it. */
export interface Redirected {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Generations that it adds to the bound. */
  readonly granted: number;
  readonly revision: string | null;
}

export interface LogFacts {
  /** Events of the log that were read. */
  readonly events: number;
  readonly timeline: Ends<TimelineLine>;
  readonly waysBack: Ends<WayBack>;
  readonly injected: Ends<Injected>;
  /** By the id of the redirect. */
  readonly redirected: ReadonlyMap<string, Redirected>;
  /** Words of people that were to become a redirect, by the step that finds out what is meant. */
  readonly instructions: ReadonlyMap<string, string>;
  /** Steps that begin anew, by what decided that: a redirect or a question. */
  readonly resetBy: ReadonlyMap<string, readonly string[]>;
  /** Token of the verdict on an artifact, of those that questions are about. */
  readonly judgedBy: ReadonlyMap<string, string>;
}

/** Bytes of the lines of a timeline, and entries of the other lists. */
const ROOM = { timeline: 900 * 1024, waysBack: 300, injected: 300 };
/** Bytes of markup around a line. */
const LINE = 150;

export interface LogReader {
  /** `feedbackOn`: what the guard said, by token. */
  add(events: readonly Event[], feedbackOn: (token: string) => string): void;
  result(): LogFacts;
}

/** Reads a log portion by portion, in order from its first event; what it keeps is bounded. `askedAbout`: artifacts that questions are about. */
export function createLogReader(askedAbout: ReadonlySet<string>): LogReader {
  const memory = newBacktracks();
  const lines = collectEnds<{ line: TimelineLine; back?: EventOf<'backtrack.started'> }>(
    ROOM.timeline,
    ({ line }) => LINE + costOf(line.text) + costOf(line.feedback),
  );
  const ways = collectEnds<EventOf<'backtrack.started' | 'branch.swapped'>>(ROOM.waysBack, () => 1);
  const injected = collectEnds<Injected>(ROOM.injected, () => 1);
  const redirected = new Map<string, Redirected>();
  const instructions = new Map<string, string>();
  const resetBy = new Map<string, string[]>();
  const judgedBy = new Map<string, string>();
  const rejections: Rejections = new Map();
  let events = 0;

  const follow = (event: Event): void => {
    if (event.type === 'backtrack.started' || event.type === 'branch.swapped') ways.add(event);
    if (event.type === 'guard.verdict' && askedAbout.has(event.artifactId)) judgedBy.set(event.artifactId, event.token);
    if (event.type === 'context.injected') injected.add(injectedBy(event));
    if (event.type === 'run.redirecting') instructions.set(event.step, event.instruction ?? '');
    if (event.type === 'run.redirected') redirected.set(event.redirectId, redirectedBy(event));
    if (event.type === 'escalation.decided') resetBy.set(event.escalationId, []);
    if (event.type === 'run.redirected') resetBy.set(event.redirectId, []);
    if (event.type === 'step.invalidated' || event.type === 'step.reopened') resetBy.get(event.cause)?.push(event.step);
  };
  return {
    add(portion, feedbackOn) {
      for (const event of portion) followBacktracks(memory, event);
      const backtracks = backtracksIn(memory);
      for (const event of portion) {
        follow(event);
        if (event.type === 'guard.verdict') rememberRejection(rejections, event, feedbackOn(event.token));
        const line = lineOf(inWords(event, rejections), backtracks, feedbackOn);
        if (line) lines.add({ line, ...(event.type === 'backtrack.started' && { back: event }) });
      }
      events += portion.length;
    },
    result() {
      const backtracks = backtracksIn(memory);
      const found = new Map(backtracks.map((one) => [one.seq, one]));
      return {
        events,
        // What a way back undid is told whole only once it is undone.
        timeline: mapped(lines.result(), ({ line, back }) =>
          back ? { ...line, text: fitted(sentenceOf(back, { backtracks }) ?? line.text, 400) } : line,
        ),
        waysBack: mapped(ways.result(), (event) => entryOf(event, found)),
        injected: injected.result(),
        redirected,
        instructions,
        resetBy: new Map([...resetBy].map(([cause, steps]) => [cause, [...new Set(steps)]])),
        judgedBy,
      };
    },
  };
}

function mapped<From, To>({ head, leftOut, tail }: Ends<From>, change: (item: From) => To): Ends<To> {
  return { head: head.map(change), leftOut, tail: tail.map(change) };
}

function entryOf(
  event: EventOf<'backtrack.started' | 'branch.swapped'>,
  found: ReadonlyMap<number, ReturnType<typeof backtracksIn>[number]>,
): WayBack {
  const { seq, at } = event;
  const facts = { seq, at: timeOf(at) };
  if (event.type === 'branch.swapped') {
    const { orGroup, from, to, cause, reset } = event;
    return {
      ...facts,
      kind: 'swap',
      cause: `${causeOf(cause)}: of ${orGroup}, ${from} made way`,
      to: [to],
      reset,
      changed: [],
      recovered: null,
    };
  }
  const { undone = [], changed = {}, recovered = null } = found.get(seq) ?? {};
  return {
    ...facts,
    kind: 'backtrack',
    cause: causeOf(event),
    to: event.targets,
    reset: [...undone, event.step],
    changed: Object.keys(changed).filter((step) => changed[step] === true),
    recovered,
  };
}

function causeOf(cause: SwapCause | EventOf<'backtrack.started'>): string {
  return 'leaf' in cause
    ? `the base case lacked ${cause.leaf}`
    : `${cause.step}, epoch ${cause.epoch}, failed at ${cause.guard}`;
}

function injectedBy(event: EventOf<'context.injected'>): Injected {
  const { seq, at, step, epoch, from, fromEpoch, text, digest } = event;
  return {
    seq,
    at: timeOf(at),
    step,
    epoch,
    from,
    fromEpoch: fromEpoch ?? null,
    ...(text !== undefined && { text }),
    ...(digest !== undefined && { digest }),
  };
}

function redirectedBy({ added, removed, granted, revision }: EventOf<'run.redirected'>): Redirected {
  return { added, removed, granted, revision: revision ?? null };
}
