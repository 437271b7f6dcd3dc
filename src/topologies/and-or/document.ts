import { inCommonForm } from '../../definitions/common-document.ts';
import type { TopologyDocument } from '../../definitions/topology-document.ts';
import { DRAFT_GUARD } from '../../model/plan.ts';
import { fieldOf } from '../../text/loose.ts';
import { guardsOfBaseCase } from '../base-case/guards.ts';
import { ASSERTING } from '../base-case/once-asserted.ts';
import { groupsOf } from './branches.ts';
import { checkAndOr } from './document/check.ts';
import { compileAndOr } from './document/compile.ts';
import { choiceIssues, withoutChoices } from './document/forced-choice.ts';
import { ofWinners } from './document/group-bindings.ts';
import { writtenGroups } from './document/groups.ts';
import { asksFor, PREPARING, preparingStepsIn } from './document/preparing-steps.ts';
import { warnOfGroups } from './document/warn-of-groups.ts';

const KIND = 'and-or';

/** A graph with groups of alternatives, complete when its base case holds. */
export const andOrDocument: TopologyDocument = inCommonForm({
  kind: KIND,
  isCompleteByGoal: false,
  takesObjective: true,
  fields: {
    ofDocument: ['objective', 'orGroups'],
    ofStep: ['orGroup', 'cost', 'unknown', 'decompose', 'maxChildren'],
  },
  redirects: {
    takes: ['objective', 'force'],
    meant: ofWinners,
    checkPlan: choiceIssues,
    without: withoutChoices,
  },
  clarifyingGuards: [DRAFT_GUARD],
  recognises: (document) => fieldOf(document, 'topology') === KIND,
  checkOwn: (subject, { guards }) => checkAndOr(subject, guards),
  warnOwn: warnOfGroups,
  compile: compileAndOr,
  groups: writtenGroups,
  preparingIds: (id, raw, isRevision) =>
    Object.entries(PREPARING).flatMap(([field, { idOf }]) =>
      isRevision || asksFor(fieldOf(raw, field)) ? [idOf(id)] : [],
    ),
  preparingSteps: preparingStepsIn,
  guardsBeside: guardsOfBaseCase,
  ...ASSERTING,
  namesIn: (plan) => groupsOf(plan).map(({ id }) => id),
});
