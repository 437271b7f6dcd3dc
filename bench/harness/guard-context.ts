import type { GuardContext } from '../../src/guards/guard.ts';

/** What a guard is given that judges a text for itself alone. */
export function guardContext(text: string, more: Partial<GuardContext> = {}): GuardContext {
  return {
    artifact: { id: 'art_bench', text, mediaType: 'text/plain' },
    dependencies: {},
    input: {},
    specification: '',
    constraints: '',
    runId: 'run_bench',
    step: 'step',
    epoch: 1,
    attempt: 1,
    n: 1,
    answers: new Map(),
    earlier: [],
    errors: 0,
    signal: new AbortController().signal,
    ...more,
  };
}
