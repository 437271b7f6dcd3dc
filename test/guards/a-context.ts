import type { GuardContext } from '../../src/guards/guard.ts';

/** The context of a first attempt that wrote `text`. */
export function aContext(text: string, more: Partial<GuardContext> = {}): GuardContext {
  return {
    artifact: { id: 'art_1', text, mediaType: 'text/plain' },
    dependencies: {},
    input: {},
    specification: '',
    constraints: '',
    runId: 'run_1',
    step: 'write',
    epoch: 1,
    attempt: 1,
    n: 1,
    earlier: [],
    errors: 0,
    answers: new Map(),
    signal: new AbortController().signal,
    ...more,
  };
}
