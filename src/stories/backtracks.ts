import type { Backtrack } from '../model/backtrack.ts';
import type { Event, EventOf } from '../model/event.ts';
import { FAILED } from '../model/events/escalations.ts';

interface Open {
  /** What began it. */
  readonly event: EventOf<'backtrack.started'>;
  readonly before: ReadonlyMap<string, string | undefined>;
  readonly undone: string[];
  readonly changed: Record<string, boolean>;
  found: Omit<Backtrack, 'undone' | 'changed'>;
  lastGuard?: string;
}

/** What the backtracks of a log so far leave behind for those of the rest. */
export interface BacktrackMemory {
  readonly all: Open[];
  /** Step → digest of what it made last. */
  readonly accepted: Map<string, string>;
  /** Artifacts of people. */
  readonly byPeople: Set<string>;
}

export function newBacktracks(): BacktrackMemory {
  return { all: [], accepted: new Map(), byPeople: new Set() };
}

/**
 * The backtracks of a run in order. One has failed when its step goes back again, asks a person, is waived, or fails the run before
 * it passes; a pass of a person's artifact is no recovery.
 */
export function backtracksIn({ all }: Pick<BacktrackMemory, 'all'>): readonly Backtrack[] {
  return all.map(({ found, undone, changed }) => ({ ...found, undone, changed }));
}

/** The same of a whole log. */
export function backtracksOf(events: readonly Event[]): readonly Backtrack[] {
  const memory = newBacktracks();
  for (const event of events) followBacktracks(memory, event);
  return backtracksIn(memory);
}

/** Goes on by one event. */
export function followBacktracks({ all, accepted, byPeople }: BacktrackMemory, event: Event): void {
  const waiting = (step: string) => all.filter(({ found }) => found.step === step && found.recovered === undefined);
  if (event.type === 'artifact.created' && event.source === 'human') byPeople.add(event.artifactId);
  if (event.type === 'guard.verdict' && event.verdict !== 'pass') {
    for (const open of waiting(event.step)) open.lastGuard = event.guard;
  }
  if (event.type === 'escalation.opened' && event.step !== undefined && FAILED.has(event.kind))
    waiting(event.step).forEach(fail);
  if (event.type === 'step.waived') waiting(event.step).forEach(fail);
  if (event.type === 'run.closed' && event.status === 'failed') {
    for (const open of all) if (open.found.recovered === undefined) fail(open);
  }
  if (event.type === 'step.invalidated') {
    const [open] = waiting(event.cause).slice(-1);
    if (open && event.step !== event.cause && !open.undone.includes(event.step)) open.undone.push(event.step);
  }
  if (event.type === 'step.satisfied') {
    noteChange(all, event.step, event.digest);
    accepted.set(event.step, event.digest);
    for (const open of waiting(event.step)) {
      if (byPeople.has(event.artifactId)) fail(open);
      else open.found = { ...open.found, recovered: true };
    }
  }
  if (event.type === 'backtrack.started') {
    waiting(event.step).forEach(fail);
    const { seq, step, epoch, guard, targets } = event;
    const before = new Map(targets.map((target) => [target, accepted.get(target)]));
    all.push({ event, before, undone: [], changed: {}, found: { seq, step, epoch, guard, targets } });
  }
}

function fail(open: Open): void {
  open.found = { ...open.found, recovered: false, ...(open.lastGuard !== undefined && { failedAt: open.lastGuard }) };
}

/** Only what a target makes first after a backtrack tells of that backtrack, and only of the newest one. */
function noteChange(all: readonly Open[], target: string, digest: string): void {
  const open = all.findLast(({ before }) => before.has(target));
  if (open && open.changed[target] === undefined) open.changed[target] = open.before.get(target) !== digest;
}
