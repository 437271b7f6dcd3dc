import { z } from 'zod';
import { inCommonForm } from '../../../src/definitions/common-document.ts';
import { graphPlan } from '../../../src/definitions/compile/graph-plan.ts';
import { definitionSchema } from '../../../src/definitions/schema/definition.ts';
import type { TopologyDocument } from '../../../src/definitions/topology-document.ts';
import { fieldOf } from '../../../src/text/loose.ts';

const KIND = 'sequence';

/** A fourth topology, of the tests alone: one step after the other, as they are written. */
export const sequenceDocument: TopologyDocument = inCommonForm({
  kind: KIND,
  isCompleteByGoal: true,
  schema: definitionSchema.extend({ topology: z.literal(KIND) }),
  redirects: { takes: [] },
  recognises: (document) => fieldOf(document, 'topology') === KIND,
  compile({ definition }, given) {
    const plan = { ...graphPlan(definition, given), topology: 'dag' as const };
    const steps = plan.steps.map((step, at) => ({ ...step, requires: plan.steps.slice(0, at).map(({ id }) => id) }));
    return Object.assign({ ...plan, steps }, { topology: KIND });
  },
});
