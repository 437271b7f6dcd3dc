export const PASS = { verdict: 'pass' };
export const RETRY = { verdict: 'retry', feedback: 'AssertionError: not yet' };
/** The same words each time, so that a step goes in circles. */
export const SAME = { verdict: 'retry', feedback: 'AssertionError: expected 3 items but got 2' };
export const FATAL = { verdict: 'fatal', feedback: 'AssertionError: this cannot be mended' };

/** A step that a model makes; `more` may name another guard. */
export function step(id: string, requires: readonly string[] = [], more: object = {}): object {
  return {
    id,
    requires,
    generator: { kind: 'llm', prompt: `Make ${id}. {specification} {constraints}` },
    guard: { use: 'not-empty' },
    ...more,
  };
}

/** A guard that says what it is told, attempt for attempt. */
export function saying(...verdicts: readonly object[]): object {
  return { guard: { use: 'scripted', with: { verdicts } } };
}

/** A model that answers each step by its list. */
export function answering(outputs: Readonly<Record<string, readonly unknown[]>>): object {
  return { name: 'sim:script', extra: { sim: { outputs } } };
}
