import { z } from 'zod';
import { TRANSITION_GUARD } from '../model/plan.ts';
import { answerIn, decisionOf } from '../prompts/decision.ts';
import { listed, PASSED, quoted, rejected } from './feedback.ts';
import type { Guard } from './guard.ts';

const options = z.strictObject({ map: z.record(z.string(), z.string()).describe('Answer → the state it leads to.') });

/** Passes when the artifact is one of the answers and the move that it asks for is permitted (R54). */
export const transition: Guard<z.infer<typeof options>> = {
  name: TRANSITION_GUARD,
  nature: 'deterministic',
  pure: true,
  sandbox: false,
  score: false,
  isInternal: true,
  options,
  evaluate({ map }, { artifact, permitted }) {
    const mayMoveTo = (state: string) => permitted?.has(state) ?? true;
    const open = Object.keys(map).filter((answer) => mayMoveTo(map[answer] ?? ''));
    const instead = `Answer with exactly one of these and nothing else: ${listed(open).join(', ')}.`;
    const decision = decisionOf(artifact.text, map);
    if (!decision) return rejected(`${quoted(answerIn(artifact.text))} is not one of the answers.`, instead);
    if (mayMoveTo(decision.to)) return PASSED;
    const refused = `${quoted(decision.answer)} leads to ${decision.to}, where no transition permits to go now.`;
    return rejected(refused, open.length > 0 ? instead : 'None of the answers is permitted now.');
  },
};
