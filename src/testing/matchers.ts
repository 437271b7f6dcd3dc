/** What tests import from `dsap/testing/matchers`, for `expect.extend` of jest and vitest: `import * as matchers`, `expect.extend(matchers)`. */
import { listing, suggestion } from '../text/nearest.ts';
import type { Played } from './played.ts';

/** As both take it. */
interface Matched {
  readonly pass: boolean;
  readonly message: () => string;
}

/** The run has come to its end by its own means. */
export function toBeCompleted(played: Played): Matched {
  const { status, failure } = played;
  const why = failure === undefined ? '' : `, ${failure.code}: ${failure.detail}`;
  return matched(status === 'completed', 'the run to be completed', `it is ${status}${why}.${lastRejection(played)}`);
}

/** The step's accepted artifact is the text, or holds what the pattern says; with neither: there is one. */
export function toHaveAccepted(played: Played, step: string, text?: string | RegExp): Matched {
  const found = played.steps[step]?.text;
  const isSo =
    typeof text === 'string' ? found === text : text === undefined ? found !== undefined : text.test(found ?? '');
  const what = text === undefined ? 'an artifact' : shown(text);
  const have = found === undefined ? `${step} has none.${unknownStep(played, step)}` : `${step} has ${shown(found)}.`;
  return matched(
    isSo,
    `${step} to have accepted ${what}`,
    `${have}${found === undefined ? lastRejection(played, step) : ''}`,
  );
}

/** The step has made so many attempts, over all epochs. */
export function toHaveAttempts(played: Played, step: string, count: number): Matched {
  const found = played.steps[step]?.attempts;
  const have = found === undefined ? unknownStep(played, step).trim() : `it has ${found}.`;
  return matched(found === count, `${step} to have ${count} attempts`, have);
}

/** A person was asked a question of that kind. */
export function toHaveAsked(played: Played, kind: string): Matched {
  const kinds = [...new Set(played.questions.map((question) => question.kind))];
  return matched(
    kinds.some((one) => one === kind),
    `a question of kind ${kind}`,
    `asked was: ${listing(kinds)}.`,
  );
}

function matched(pass: boolean, what: string, found: string): Matched {
  return { pass, message: () => `expected ${pass ? 'not ' : ''}${what}; ${found}` };
}

function shown(text: string | RegExp): string {
  return typeof text === 'string' ? JSON.stringify(text) : String(text);
}

function unknownStep({ steps }: Played, step: string): string {
  if (steps[step]) return '';
  const names = Object.keys(steps);
  return ` There is no step ${step}, but ${listing(names)}.${suggestion(step, names)}`;
}

/** Why it may not be so: the newest rejection, of the step where one is named. */
function lastRejection({ attempts }: Played, step?: string): string {
  const found = attempts.findLast((one) => one.status === 'rejected' && (step === undefined || one.step === step));
  if (!found) return '';
  const { verdict, attempt } = found;
  return `\nThe newest rejection: ${found.step}, attempt ${attempt}, by ${verdict?.guard ?? 'nobody'}: ${verdict?.feedback ?? ''}`;
}

declare global {
  // oxlint-disable-next-line typescript/no-namespace -- jest and vitest take further matchers from this one.
  namespace jest {
    // biome-ignore lint/correctness/noUnusedVariables: every declaration of it has the same parameters.
    interface Matchers<R, T = {}> {
      toBeCompleted(): R;
      toHaveAccepted(step: string, text?: string | RegExp): R;
      toHaveAttempts(step: string, count: number): R;
      toHaveAsked(kind: string): R;
    }
  }
}
