/** How the present state of a run came about, told to a person (api 2, `Why`): derived from the log, never stored. */

import { conditions } from '../core/conditions.ts';
import { sentenceOf } from '../core/events/homes.ts';
import { listed, said } from '../core/events/words.ts';
import type { Backtrack } from '../model/backtrack.ts';
import type { Event, EventOf } from '../model/event.ts';
import type { RunStatus } from '../model/events/run.ts';
import type { Plan } from '../model/plan.ts';
import type { Run } from '../model/run.ts';
import { isClosed, openEscalations, type RunState } from '../model/run-state.ts';
import { backtracksOf } from './backtracks.ts';
import { topologyWordsOf } from './topology-words.ts';

export interface Why {
  readonly status: RunStatus;
  readonly summary: string;
  /** Oldest first; rejections in a row that are alike are told once, at the newest. `at` is in milliseconds. */
  readonly chain: readonly Reason[];
  /** What can happen next, and who can make it happen; empty once the run has ended. */
  readonly next: readonly Next[];
}

interface Reason {
  readonly seq: number;
  readonly at: number;
  readonly because: string;
}

interface Next {
  readonly who: 'engine' | 'person';
  readonly action: string;
}

/** `events` is the whole log, `state` its fold. */
export function whyOf(events: readonly Event[], plan: Plan, state: RunState): Why {
  const backtracks = backtracksOf(events);
  return {
    status: state.status,
    summary: summaryOf(events, backtracks, { plan, state }),
    chain: chainOf(events, backtracks),
    next: nextOf(plan, state),
  };
}

/** A rejection that is told, and where: one like it takes its place. */
interface Told {
  readonly key: string;
  readonly first: number;
  readonly at: number;
}

function chainOf(events: readonly Event[], backtracks: readonly Backtrack[]): readonly Reason[] {
  const reasons = new Map<number, Reason>();
  const told = new Map<string, Told>();
  for (const event of events) {
    const { seq, at } = event;
    if (event.type === 'guard.verdict' && event.verdict === 'retry') {
      const { step, epoch, attempt, guard, signature = '' } = event;
      const key = [epoch, guard, signature].join('\n');
      const before = told.get(step);
      const repeats = before?.key === key;
      if (before && repeats) reasons.delete(before.at);
      const first = before && repeats ? before.first : attempt;
      told.set(step, { key, first, at: seq });
      reasons.set(seq, { seq, at, because: rejected(event, first) });
      continue;
    }
    // What happens to a step in between must not be told before its cause.
    if ('step' in event && event.step !== undefined && !QUIET.has(event.type)) told.delete(event.step);
    const because = sentenceOf(event, { backtracks });
    if (because !== undefined) reasons.set(seq, { seq, at, because });
  }
  return [...reasons.values()];
}

/** What belongs to an attempt and does not part its rejection from the next one. */
const QUIET: ReadonlySet<Event['type']> = new Set([
  'attempt.started',
  'artifact.created',
  'attempt.finished',
  'guard.error',
]);

function rejected({ step, attempt, guard, signature }: EventOf<'guard.verdict'>, first: number): string {
  const what = first === attempt ? `attempt ${attempt}` : `attempts ${first} to ${attempt}`;
  return `${guard} rejected ${what} of ${step}${said(signature)}.`;
}

function summaryOf(events: readonly Event[], backtracks: readonly Backtrack[], run: Run): string {
  return [standing(run), ...journey(backtracks.at(-1)), tally(events, backtracks)].join(' ');
}

function standing(run: Run): string {
  const { plan, state } = run;
  const words = topologyWordsOf(plan.topology);
  const [question] = openEscalations(state);
  const { failure, control } = state;
  switch (state.status) {
    case 'completed':
      return `The run is completed: ${words.achieved(run)}.`;
    case 'failed':
      return `The run has failed${failure ? ` (${failure.code}): ${failure.detail}` : ''}.`;
    case 'stopped':
      return `The run was stopped${control.stop?.reason ? `: ${control.stop.reason}` : ''}.`;
    case 'running':
      return `The run is under way${working(state)}${words.whereabouts(run)}.`;
    case 'paused':
      return `The run is paused${control.pause?.reason ? `: ${control.pause.reason}` : ''}.`;
    case 'escalated':
    case 'budget_exceeded':
      return `The run waits for a person${question ? `: ${question.question}` : '.'}`;
    case 'awaiting_alignment':
      return 'The run waits for its objective.';
    case 'cancelled':
    case 'terminated':
      return `The run was ${state.status}.`;
  }
}

function working({ steps }: RunState): string {
  const at = Object.entries(steps).flatMap(([id, { call }]) => (call ? [id] : []));
  return at.length === 0 ? '' : ` at ${listed(at)}`;
}

/** The newest way back: which failure led to which change, and whether that helped. */
function journey(backtrack: Backtrack | undefined): readonly string[] {
  if (!backtrack) return [];
  const { step, guard, targets, changed, recovered } = backtrack;
  const others = targets.filter((target) => changed[target] === true);
  const change = others.length === 0 ? '' : `; ${listed(others)} made something else`;
  const outcome =
    recovered === undefined ? '' : recovered ? `, and ${step} passed` : `, and ${step} still did not pass`;
  return [`${step} failed at ${guard}, so the run went back to ${listed(targets)}${change}${outcome}.`];
}

function tally(events: readonly Event[], backtracks: readonly Backtrack[]): string {
  const attempts = events.filter(({ type }) => type === 'artifact.created').length;
  const rejections = events.filter((event) => event.type === 'guard.verdict' && event.verdict !== 'pass').length;
  const questions = events.filter(({ type }) => type === 'escalation.opened').length;
  const counts = [
    counted(attempts, 'artifact'),
    `${rejections} rejected`,
    ...(backtracks.length > 0 ? [counted(backtracks.length, 'backtrack')] : []),
    ...(questions > 0 ? [`${counted(questions, 'question')} to a person`] : []),
  ];
  return `So far ${counts.join(', ')}.`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function nextOf(plan: Plan, state: RunState): readonly Next[] {
  if (isClosed(state)) return [];
  const { steps } = plan;
  const questions = openEscalations(state).flatMap(({ id, allowedActions, expiresAt }): readonly Next[] => [
    { who: 'person', action: `decide ${id}: ${allowedActions.join(', ')}` },
    ...(expiresAt === undefined
      ? []
      : [{ who: 'engine' as const, action: `let ${id} expire at ${new Date(expiresAt).toISOString()}` }]),
  ]);
  const work = steps.flatMap(({ id }): readonly Next[] => {
    const { call, allowed } = state.steps[id] ?? {};
    if (!call || call.pending !== undefined) return [];
    const verb = call.phase === 'generate' ? 'generate' : 'judge';
    const of = allowed === undefined || allowed < call.attempt ? '' : ` of ${allowed}`;
    return [
      {
        who: 'engine',
        action:
          call.source === 'human'
            ? `judge what a person gave for ${id}`
            : `${verb} attempt ${call.attempt}${of} of ${id}`,
      },
    ];
  });
  const paused: readonly Next[] = state.status === 'paused' ? [{ who: 'person', action: 'resume the run' }] : [];
  const asked = conditions(plan, state).map(
    ({ step }): Next => ({ who: 'engine', action: `ask whether ${step} is for this run` }),
  );
  const all = [...questions, ...work, ...asked, ...paused];
  return all.length > 0 ? all : [{ who: 'engine', action: 'start the next step' }];
}
