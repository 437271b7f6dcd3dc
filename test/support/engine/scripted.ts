import { isClosed, type RunState } from '../../../src/model/run-state.ts';

/** A definition of one step whose model and guard follow scripts. */
export function scripted(outputs: readonly unknown[], verdicts: readonly unknown[], facts: object = {}) {
  return {
    name: 'scripted',
    model: { name: 'sim:script', extra: { sim: { outputs: { work: outputs } } } },
    steps: [
      {
        id: 'work',
        generator: { kind: 'llm', prompt: 'Do the work.' },
        guard: { use: 'scripted', with: { verdicts } },
        ...facts,
      },
    ],
  };
}

/** Ended, in whatever way. */
export function ended(state: RunState): boolean {
  return isClosed(state);
}

/** As it is after travelling through JSON. */
export function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
