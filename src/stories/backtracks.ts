import { type Event, FAILED } from '../model/event.ts';

/** One journey back upstream (level 2), and what became of it. Derived from the log, never stored. */
export interface Backtrack {
  /** Of its `backtrack.started`. */
  readonly seq: number;
  /** The step that failed, in the epoch that failed, and the guard that it failed at. */
  readonly step: string;
  readonly epoch: number;
  readonly guard: string;
  readonly targets: readonly string[];
  /** The steps that were undone beside the failing one, in the plan's order: their number is the depth of the cascade. */
  readonly undone: readonly string[];
  /** Target → whether what it made anew differs from what it had made; absent while it has made nothing anew. */
  readonly changed: Readonly<Record<string, boolean>>;
  /** Whether the failing step then passed by itself; absent while that is open. */
  readonly recovered?: boolean;
  /** The guard that rejected the failing step last, where it did not recover. */
  readonly failedAt?: string;
}

interface Open {
  readonly before: ReadonlyMap<string, string | undefined>;
  readonly undone: string[];
  readonly changed: Record<string, boolean>;
  found: Omit<Backtrack, 'undone' | 'changed'>;
  lastGuard?: string;
}

/**
 * The backtracks of a run in order. One has failed when its step goes back again, asks a person, is waived, or fails the run before
 * it passes; a pass of a person's artifact is no recovery.
 */
export function backtracksOf(events: readonly Event[]): readonly Backtrack[] {
  const all: Open[] = [];
  const accepted = new Map<string, string>();
  const byPeople = new Set<string>();
  const waiting = (step: string) => all.filter(({ found }) => found.step === step && found.recovered === undefined);
  const fail = (open: Open) => {
    open.found = { ...open.found, recovered: false, ...(open.lastGuard !== undefined && { failedAt: open.lastGuard }) };
  };
  for (const event of events) {
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
      all.push({ before, undone: [], changed: {}, found: { seq, step, epoch, guard, targets } });
    }
  }
  return all.map(({ found, undone, changed }) => ({ ...found, undone, changed }));
}

/** Only what a target makes first after a backtrack tells of that backtrack, and only of the newest one. */
function noteChange(all: readonly Open[], target: string, digest: string): void {
  const open = all.findLast(({ before }) => before.has(target));
  if (open && open.changed[target] === undefined) open.changed[target] = open.before.get(target) !== digest;
}
