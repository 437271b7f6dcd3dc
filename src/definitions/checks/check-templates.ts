import { stepOfName } from '../../expressions/scope/roots.ts';
import { namesOf } from '../../expressions/template.ts';
import { upstream } from '../../model/graph.ts';
import type { Issue } from '../../ports/catalogues.ts';
import { fieldOf } from '../../text/loose.ts';
import { listing } from '../../text/nearest.ts';
import type { StepName, StepSketch } from '../parse/sketch.ts';
import type { Subject } from '../schema/subject.ts';
import { unknownName } from '../schema/template-names.ts';
import { preparingIdsAmong } from './check-names.ts';
import { nearPlaceholders, type Template } from './near-placeholders.ts';

/** A name of an existing step that is not upstream is an error (R64), and one that only a slip explains (R96). */
export function* checkTemplates(subject: Subject): Generator<Issue> {
  for (const { value, pointer } of subject.sketch.shared) {
    for (const path of namesOf(value)) {
      if (subject.ids.has(stepOfName(path) ?? '')) yield { pointer, code: 'not_upstream', detail: sharedDetail(path) };
    }
  }
  for (const step of subject.sketch.steps) yield* checkStep(subject, step);
  yield* unknownNames(subject, true);
}

/** Any other name that is not known stays as it is written, since prompts quote code: a warning (R96). */
export function* warnOfNames(subject: Subject): Generator<Issue> {
  yield* unknownNames(subject, false);
  yield* warnOfNearPlaceholders(subject, []);
}

/** Where code may set a name, as in a state machine, all are warnings (R96). `variables`: those that are known from the start. */
export function* warnOfVariables(subject: Subject, variables: readonly string[]): Generator<Issue> {
  yield* unknownNames(subject, true, variables);
  // Where any input is taken, any name may be one of its fields.
  if (fieldOf(fieldOf(subject.document, 'input'), 'additionalProperties') === false)
    yield* unknownNames(subject, false, variables);
  yield* warnOfNearPlaceholders(subject, variables);
}

function* warnOfNearPlaceholders(subject: Subject, variables: readonly string[]): Generator<Issue> {
  for (const template of templatesIn(subject))
    yield* nearPlaceholders({ ...template, site: { ...template.site, variables } });
}

function* unknownNames(subject: Subject, isSlip: boolean, variables: readonly string[] = []): Generator<Issue> {
  for (const { text, pointer, site } of templatesIn(subject)) {
    for (const path of namesOf(text)) {
      const unknown = unknownName(path, { ...site, variables });
      if (unknown?.isSlip === isSlip) yield { pointer, code: 'unknown_name', detail: unknown.detail };
    }
  }
}

function* templatesIn(subject: Subject): Generator<Template> {
  const { document, sketch, ids } = subject;
  const everywhere = { steps: [...ids, ...preparingIdsAmong(subject, false)], input: fieldOf(document, 'input') };
  for (const { value: text, pointer, own } of sketch.shared) yield { text, pointer, site: { ...everywhere, own } };
  for (const step of sketch.steps) {
    for (const { value: text, pointer } of step.templates) yield { text, pointer, site: everywhere };
    const given = Object.keys(Object(fieldOf(step.raw, 'guardArtifacts')));
    for (const { value: text, pointer } of step.leaves.flatMap(({ templates }) => templates))
      yield { text, pointer, site: { ...everywhere, given } };
  }
}

function* checkStep({ ids, graph }: Subject, { id, names }: StepSketch): Generator<Issue> {
  if (id === undefined || names.length === 0) return;
  const above = upstream(graph, id);
  for (const name of names) {
    if (!ids.has(name.step) || (above.has(name.step) && name.step !== id)) continue;
    yield { pointer: name.pointer, code: 'not_upstream', detail: stepDetail(name, id, above) };
  }
}

function stepDetail({ step, source }: StepName, id: string, above: ReadonlySet<string>): string {
  const fix = step === id ? 'a step cannot see its own artifact' : `add "${step}" to its requires`;
  return `${source} names a step that is not upstream of "${id}": ${fix}. Upstream: ${listing(above)}.`;
}

function sharedDetail(path: readonly string[]): string {
  return `{${path.join('.')}} would have to be upstream of every step, itself included; name it in a step's prompt instead.`;
}
