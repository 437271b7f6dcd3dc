import type { CheckOptions, CompileSchema } from '../../../definitions/check-options.ts';
import { checkAllow } from '../../../definitions/checks/check-allow.ts';
import { checkGuards } from '../../../definitions/checks/check-guards.ts';
import { checkIds } from '../../../definitions/checks/check-ids.ts';
import { checkJudged } from '../../../definitions/checks/check-judged.ts';
import { checkModels } from '../../../definitions/checks/check-models.ts';
import { checkRecovery } from '../../../definitions/checks/check-recovery.ts';
import { checkTexts } from '../../../definitions/checks/check-texts.ts';
import { queueIssues } from '../../../definitions/checks/common-checks.ts';
import { schemaIssues } from '../../../definitions/parse/schema-issues.ts';
import type { Subject } from '../../../definitions/schema/subject.ts';
import type { Submitted } from '../../../definitions/topology-document.ts';
import type { GuardCatalogue, Issue } from '../../../ports/catalogues.ts';
import { fieldOf } from '../../../text/loose.ts';
import { safeParseNumbers } from '../../../text/parse-numbers.ts';
import { checkBaseCase } from '../../base-case/check.ts';
import { checkConditions } from './check-conditions.ts';
import { checkStates } from './check-states.ts';
import { checkSteps } from './check-steps.ts';
import { machineSchema } from './document.ts';
import { inMachine } from './pointers.ts';
import { sketchMachine } from './sketch.ts';

/** Everything that is wrong with a state machine, each problem where it is written (design 3.2, 3.3). */
export function* machineIssues({ document, subject }: Submitted, options: CheckOptions): Generator<Issue> {
  const { guards, compileSchema } = options;
  yield* schemaIssues(safeParseNumbers(machineSchema, document).error?.issues ?? [], document);
  if (fieldOf(document, 'orGroups') !== undefined)
    yield { pointer: '/orGroups', code: 'wrong_topology', detail: NO_GROUPS };
  const sketch = sketchMachine(document);
  yield* checkStates(sketch);
  yield* checkSteps(sketch);
  yield* checkConditions(sketch);
  yield* asWritten(document, commonIssues(subject, guards, compileSchema));
  yield* checkBaseCase(subject, guards);
  yield* queueIssues(document, options);
}

const NO_GROUPS =
  '"orGroups" belongs to topology and-or; take it out. What a state machine does next its transitions say.';

function* commonIssues(
  subject: Subject,
  guards: GuardCatalogue,
  compileSchema: CompileSchema | undefined,
): Generator<Issue> {
  yield* checkIds(subject);
  yield* checkAllow(subject);
  yield* checkGuards(subject, guards);
  yield* checkJudged(subject, guards);
  yield* checkRecovery(subject);
  yield* checkModels(subject);
  yield* checkTexts(withoutConditions(subject), compileSchema);
}

/** `run_if` is looked at with the other conditions. */
function withoutConditions({ sketch, ...subject }: Subject): Subject {
  const steps = sketch.steps.map((step) => ({ ...step, raw: { ...Object(step.raw), when: undefined } }));
  return { ...subject, sketch: { ...sketch, steps } };
}

/** With pointers into the machine. What the engine's own guard of a transition lacks is told of the map itself. */
function* asWritten(document: unknown, issues: Iterable<Issue>): Generator<Issue> {
  for (const issue of issues) {
    const pointer = inMachine(issue.pointer, document);
    const detail = issue.detail.replaceAll(/\/steps\/[\w/]+/g, (other) => inMachine(other, document));
    if (!pointer.endsWith('/transition_map')) yield { ...issue, pointer, detail };
  }
}
