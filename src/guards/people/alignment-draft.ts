import { z } from 'zod';
import { DRAFT_GUARD } from '../../model/plan.ts';
import { listed, PASSED, rejected } from '../feedback.ts';
import type { Guard } from '../guard.ts';
import { parseJson } from '../isolation/parse-json.ts';
import { ONLY_JSON } from '../text/json.ts';
import { mustBeThere, objectionsTo } from './proposal.ts';

/** Passes when the artifact is a draft of what a run is for, and the run could go by it. */
export const alignmentDraft: Guard<Record<string, never>> = {
  name: DRAFT_GUARD,
  nature: 'deterministic',
  sandbox: false,
  score: false,
  isInternal: true,
  options: z.strictObject({}),
  evaluate(_, { artifact, revisable }) {
    const parsed = parseJson(artifact.text);
    if (!parsed.ok) return rejected(parsed.message, ONLY_JSON);
    const objections = objectionsTo(DRAFT_GUARD, { value: parsed.value }, mustBeThere(revisable));
    return objections.length === 0 ? PASSED : rejected(...listed(objections));
  },
};
