import type { Event } from '../../../src/model/event.ts';

/** Everything that the start gate asks for; complete when the guard passes `on`. */
export function objective(on: string, more: object = {}): object {
  return {
    goal: 'Users can sign in.',
    backgroundIntent: 'Accounts are wanted.',
    deliverables: ['a sign-in'],
    definitionOfDone: 'Somebody has signed in.',
    baseCase: { guard: { use: 'not-empty' }, on },
    ...more,
  };
}

/** A step whose answers and verdicts are scripted. */
export function atom(id: string, more: Readonly<Record<string, unknown>> = {}): object {
  return { id, generator: { kind: 'llm', prompt: `Make ${id}.` }, guard: { use: 'not-empty' }, ...more };
}

export function failing(times: number): object {
  const retry = { verdict: 'retry', feedback: 'AssertionError: not yet' };
  return { use: 'scripted', with: { verdicts: [...Array.from({ length: times }, () => retry), { verdict: 'pass' }] } };
}

/** A definition of topology and-or over scripted models. */
export function searching(
  steps: readonly object[],
  facts: Readonly<Record<string, unknown>>,
  outputs: Readonly<Record<string, readonly unknown[]>> = {},
): Readonly<Record<string, unknown>> {
  const made = Object.fromEntries(
    steps.map((step) => {
      const { id } = { id: '', ...step };
      return [id, outputs[id] ?? [`what ${id} made`]];
    }),
  );
  return {
    name: 'search',
    topology: 'and-or',
    model: { name: 'sim:script', extra: { sim: { outputs: { ...made, ...outputs } } } },
    steps,
    ...facts,
  };
}

/** Of every trail entry: its type, the group and the choice. */
export function told(trail: readonly Readonly<Record<string, unknown>>[]): readonly string[] {
  return trail.map(({ type, orGroup, selected }) => [type, orGroup, selected].filter(Boolean).join(' '));
}

/** What a worker hands back. */
export function workerOutput(more: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({ success: true, summary: 'done', bindings_delta: {}, artifacts: [], ...more });
}

/** How many model calls were under way at once at most, from the log alone. */
export function mostAtOnce(log: readonly Event[]): number {
  const open = new Set<string>();
  let most = 0;
  for (const event of log) {
    if (event.type === 'attempt.started') open.add(event.token);
    if (event.type === 'attempt.finished') open.delete(event.token);
    most = Math.max(most, open.size);
  }
  return most;
}
