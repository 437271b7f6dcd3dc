import type { MachineFacts } from '../../model/machine-facts.ts';
import { folded } from '../../prompts/decision.ts';

/**
 * What a transition decides when no model can be asked (S2x-2), as an answer of its map: the same target three times in a row → pivot;
 * successes and no failure → ship; else continue. Where the map has no such answer, or it is not permitted, the first that is. Undefined
 * where none is.
 */
export function ruleDecision(
  step: string,
  facts: MachineFacts,
  answers: readonly string[],
  isPermitted: (answer: string) => boolean,
): string | undefined {
  const first = answers.find((answer) => folded(answer) === ruleOf(step, facts));
  return [...(first === undefined ? [] : [first]), ...answers].find(isPermitted);
}

const IN_A_ROW = 3;

/** The attempt that finds no model is under way, and no failure. */
function ruleOf(step: string, { recent, accepted, attempts }: MachineFacts): 'pivot' | 'ship' | 'continue' {
  const targets = recent.flatMap(({ step: by, to }) => (by === step && to !== undefined ? [to] : [])).slice(-IN_A_ROW);
  if (targets.length === IN_A_ROW && new Set(targets).size === 1) return 'pivot';
  return accepted > 0 && accepted === attempts - 1 ? 'ship' : 'continue';
}
