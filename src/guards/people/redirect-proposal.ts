import { z } from 'zod';
import { asksBack, readProposal } from '../../definitions/redirects/clarification.ts';
import { PROPOSAL_GUARD } from '../../definitions/redirects/proposal-guard.ts';
import { namedSteps, revise } from '../../definitions/redirects/revise.ts';
import { clarificationsIn } from '../../model/plan.ts';
import { listed, PASSED, rejected } from '../feedback.ts';
import type { Guard } from '../guard.ts';
import { parseJson } from '../isolation/parse-json.ts';
import { ONLY_JSON } from '../text/json.ts';
import { mustBeThere, unfit } from './proposal.ts';

const options = z.strictObject({
  instruction: z.string().describe('What the person wrote.'),
  steps: z.array(z.string()).describe('The steps of the run.'),
});

/** Passes when the artifact is a redirect that this run could take, or a question to whoever asked for one. */
export const redirectProposal: Guard<z.infer<typeof options>> = {
  name: PROPOSAL_GUARD,
  nature: 'deterministic',
  sandbox: false,
  score: false,
  isInternal: true,
  options,
  evaluate({ instruction, steps }, { artifact, revisable }) {
    const parsed = parseJson(artifact.text);
    if (!parsed.ok) return rejected(parsed.message, ONLY_JSON);
    if (asksBack(parsed.value)) return PASSED;
    const proposal = readProposal(parsed.value, instruction);
    if (!proposal.success) return rejected(proposal.error, 'Keep to one of the shapes that the task lists.');
    const unknown = namedSteps(proposal.body).find(([, id]) => !steps.includes(id));
    if (unknown) return rejected(`The run has no step "${unknown[1]}".`, `Its steps are ${listed(steps).join(', ')}.`);
    const run = mustBeThere(revisable);
    const revised = revise(run, proposal.body, clarificationsIn(run.record.plan));
    return revised.ok ? PASSED : unfit(revised.issues);
  },
};
