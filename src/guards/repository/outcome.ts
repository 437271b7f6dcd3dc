import type { FailureMode } from '../../stories/failure-modes.ts';

/** What went wrong: sentences for whoever is to mend it, and how it failed where that is known (`data.mode` of a verdict). */
export interface Failed {
  readonly ok: false;
  readonly problems: readonly string[];
  readonly mode?: FailureMode;
}

/** What came of something that a model or a run's input may have got wrong. */
export type Outcome<Value> = { readonly ok: true; readonly value: Value } | Failed;

export function good<Value>(value: Value): Outcome<Value> {
  return { ok: true, value };
}

export function bad(...problems: readonly string[]): Failed {
  return { ok: false, problems };
}

/** It refers to what is not there. */
export function absent(...problems: readonly string[]): Failed {
  return { ok: false, problems, mode: 'hallucinated_reference' };
}

/** The same failure in other words. */
export function reworded({ problems, ...failed }: Failed, words: (problem: string) => string): Failed {
  return { ...failed, problems: problems.map(words) };
}

/** Several failures as one, which fails in the way of the first of them that says how. */
export function together(failures: readonly Failed[]): Failed {
  const mode = failures.find((failed) => failed.mode !== undefined)?.mode;
  return { ...bad(...failures.flatMap(({ problems }) => problems)), ...(mode !== undefined && { mode }) };
}
