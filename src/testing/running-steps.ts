import type { StepPlan } from '../model/plan.ts';
import { suggestion } from '../text/nearest.ts';
import type { AnswerFunction, AnswersByName } from './answers.ts';
import type { Cassette } from './cassette/cassette.ts';
import { PlayError } from './play-error.ts';

/** The steps whose generator of the user's a play runs. */
export interface RunningSteps {
  has(step: string): boolean;
  /** Throws `PlayError` where one of them, as the run begins with it, has no generator that could be run. */
  check(steps: readonly StepPlan[]): void;
  /** The run has ended. Throws `PlayError` where one of them is no step. */
  end(steps: readonly string[]): void;
}

/** `run`: what the test names. Throws `PlayError` where one of them has answers as well. */
export function runningSteps(run: readonly string[], answers: AnswersByName | AnswerFunction | Cassette): RunningSteps {
  const both = run.find((step) => typeof answers === 'object' && Object.hasOwn(answers, step));
  if (both !== undefined) {
    const add = 'Take it out of run, or its answers away.';
    throw refused(both, 'a generator that runs makes its artifact itself, and answers says what it makes.', add);
  }
  const running = new Set(run);
  return {
    has: (step) => running.has(step),
    check(steps) {
      for (const { id, kind } of steps) {
        if (!running.has(id) || kind === 'custom') continue;
        const add = `Take it out of run${ANSWERED.has(kind) ? `, and say what it answers: answers: {${JSON.stringify(id)}: […]}` : ''}.`;
        throw refused(id, `only generators of your own (kind: custom) are run, and its kind is ${kind}.`, add);
      }
    },
    end(steps) {
      const unknown = run.find((step) => !steps.includes(step));
      if (unknown !== undefined)
        throw refused(unknown, 'no step has that name.', `Take it out of run.${suggestion(unknown, steps)}`);
    },
  };
}

const ANSWERED: ReadonlySet<StepPlan['kind']> = new Set(['llm', 'agent', 'external']);

function refused(step: string, why: string, add: string): PlayError {
  return new PlayError('run_refused', `run names ${step}, and ${why}`, { step, add });
}
