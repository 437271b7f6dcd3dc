import type { Event } from '../../model/event.ts';
import type { RunState } from '../../model/run-state.ts';
import type { ArtifactStatus } from '../../ports/store.ts';

/** What the log alone says of an attempt; artifact, verdict and faults are joined when it is read. */
export interface AttemptView {
  readonly token: string;
  /** Of the event that began it: the order of attempts. */
  readonly seq: number;
  readonly step: string;
  readonly epoch: number;
  readonly attempt: number;
  /** null: it has no ordinal, because it was discarded (R27) or a person made it (R43). */
  readonly n: number | null;
  readonly status: ArtifactStatus;
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly artifactId: string | null;
}

/** Rows of one run by token. */
export type AttemptViews = ReadonlyMap<string, AttemptView>;

/**
 * Follows one event: the rows it changes, and no others. With the run's state before the event it needs nothing but the log, so
 * the rows can be built again at any time.
 */
export function attemptsChangedBy(event: Event, rows: AttemptViews, before: RunState): readonly AttemptView[] {
  if (event.type === 'attempt.started') return [opened(event, event.n)];
  if (event.type === 'artifact.created') {
    const made = { ...(rows.get(event.token) ?? opened(event, null)), artifactId: event.artifactId };
    const replaced = isOverride(event, before) ? inForce(rows, before, event.step) : undefined;
    return [...change(replaced, { status: 'superseded' }), made];
  }
  if (event.type === 'attempt.finished') return finished(rows.get(event.token), event);
  if (event.type === 'step.waived') return change(overridden(rows, event.artifactId), { status: 'waived' });
  if (event.type === 'step.invalidated') return change(inForce(rows, before, event.step), { status: 'superseded' });
  return [];
}

/** Whether an event can change rows other than the one of its own token. */
export function reachesOtherAttempts(event: Event): boolean {
  return (
    (event.type === 'step.waived' && event.artifactId !== undefined) ||
    event.type === 'step.invalidated' ||
    (event.type === 'artifact.created' && event.source === 'human')
  );
}

/** A person's artifact for a step that stays settled: a new version of the one that it serves (R10, R48). */
function isOverride({ source, step }: Extract<Event, { type: 'artifact.created' }>, { steps }: RunState): boolean {
  const sigma = steps[step]?.sigma;
  return source === 'human' && (sigma === 'satisfied' || sigma === 'waived');
}

type Opening = Extract<Event, { type: 'attempt.started' | 'artifact.created' }>;

function opened({ token, seq, step, epoch, attempt, at }: Opening, n: number | null): AttemptView {
  return { token, seq, step, epoch, attempt, n, status: 'pending', startedAt: at, endedAt: null, artifactId: null };
}

function finished(
  row: AttemptView | undefined,
  { status, at }: Extract<Event, { type: 'attempt.finished' }>,
): readonly AttemptView[] {
  return change(row, { status, endedAt: at, ...(status === 'discarded' && { n: null }) });
}

function change(row: AttemptView | undefined, fields: Partial<AttemptView>): readonly AttemptView[] {
  return row ? [{ ...row, ...fields }] : [];
}

/** The attempt whose artifact a step serves. */
function inForce(rows: AttemptViews, { steps }: RunState, step: string): AttemptView | undefined {
  const artifactId = steps[step]?.artifact?.id;
  return [...rows.values()].find(
    (row) => artifactId !== undefined && row.artifactId === artifactId && row.endedAt !== null,
  );
}

/** The rejected attempt that a person accepts over its guard (R61). */
function overridden(rows: AttemptViews, artifactId: string | undefined): AttemptView | undefined {
  return [...rows.values()].find(
    (row) => artifactId !== undefined && row.artifactId === artifactId && row.status === 'rejected',
  );
}
