import { z } from 'zod';
import { DRAFT_GUARD } from '../../model/plan.ts';
import { aligned, readDraft } from '../../topologies/alignment/prepare.ts';
import { PASSED, rejected } from '../feedback.ts';
import type { Guard } from '../guard.ts';
import { parseJson } from '../isolation/parse-json.ts';
import { ONLY_JSON } from '../text/json.ts';
import { mustBeThere, unfit } from './proposal.ts';

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
    const draft = readDraft(parsed.value);
    if (!draft.ok) return rejected(draft.problem, 'Keep to the shape that the task gives.');
    const { checked } = aligned(mustBeThere(revisable), draft.body);
    return checked.ok ? PASSED : unfit(checked.issues);
  },
};
