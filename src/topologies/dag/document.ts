import { inCommonForm } from '../../definitions/common-document.ts';
import { goalOf, graphPlan } from '../../definitions/compile/graph-plan.ts';
import type { Definition } from '../../definitions/schema/definition.ts';
import type { Subject } from '../../definitions/schema/subject.ts';
import type { TopologyDocument } from '../../definitions/topology-document.ts';
import type { Issue } from '../../ports/catalogues.ts';
import { fieldOf } from '../../text/loose.ts';

const KIND = 'dag';

/** A graph of steps, each of which may run when everything it requires is accepted: what a document is that says nothing else. */
export const dagDocument: TopologyDocument = inCommonForm({
  kind: KIND,
  isCompleteByGoal: true,
  isDefault: true,
  redirects: { takes: [] },
  recognises: (document) => fieldOf(document, 'topology') === KIND,
  checkOwn: tooFewSteps,
  checkPlan: emptyGoal,
  compile: ({ definition }, given) => ({ ...graphPlan(definition, given), topology: KIND }),
});

function* tooFewSteps({ document }: Subject): Generator<Issue> {
  const steps = fieldOf(document, 'steps');
  if (Array.isArray(steps) && steps.length === 0)
    yield { pointer: '/steps', code: 'too_small', detail: 'This list must have at least 1 entry.' };
}

function emptyGoal(definition: Definition): readonly Issue[] {
  if (goalOf(definition).length > 0) return [];
  const detail =
    'Every step is optional, so the run would have nothing to reach; name the goal or make a step not optional.';
  return [{ pointer: '/goal', code: 'empty_goal', detail }];
}
