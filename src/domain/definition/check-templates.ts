import type { Issue } from '../catalogues.ts';
import { upstream } from '../dependents.ts';
import { namesOf } from '../template.ts';
import { listing, suggestion } from './nearest.ts';
import { type StepName, type StepSketch, stepOfName } from './sketch.ts';
import type { Subject } from './subject.ts';

const NAMES: readonly string[] = ['specification', 'constraints', 'feedback', 'injected', 'step', 'attempt', 'run.id'];
const FORMS: readonly string[] = [
  'input.*',
  ...NAMES,
  'artifact.<step>',
  'deps.<step>',
  'binding.<step>',
  'verdict.<step>.*',
];

/** A name of an existing step that is not upstream is an error (R64). */
export function* checkTemplates(subject: Subject): Generator<Issue> {
  for (const { value, pointer } of subject.sketch.shared) {
    for (const path of namesOf(value)) {
      if (subject.ids.has(stepOfName(path) ?? '')) yield { pointer, code: 'not_upstream', detail: sharedDetail(path) };
    }
  }
  for (const step of subject.sketch.steps) yield* checkStep(subject, step);
}

/** A name that is not known stays as it is written: a warning (design 3). */
export function* warnOfNames({ sketch, ids }: Subject): Generator<Issue> {
  for (const { value, pointer, own } of sketch.shared) yield* unknownNames(value, pointer, ids, own);
  for (const step of sketch.steps) {
    for (const { value, pointer } of step.templates) yield* unknownNames(value, pointer, ids);
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

function* unknownNames(text: string, pointer: string, ids: ReadonlySet<string>, own?: string): Generator<Issue> {
  for (const path of namesOf(text)) {
    if (isKnown(path, ids) && path.join('.') !== own) continue;
    const meant = suggestion(path.join('.'), [...NAMES, ...[...ids].map((id) => `${path[0]}.${id}`)]);
    const detail = `{${path.join('.')}} is not a known name here and stays as it is written.${meant} Known: ${FORMS.join(', ')}.`;
    yield { pointer, code: 'unknown_name', detail };
  }
}

function isKnown(path: readonly string[], ids: ReadonlySet<string>): boolean {
  if (path[0] === 'input' || NAMES.includes(path.join('.'))) return true;
  return ids.has(stepOfName(path) ?? '');
}
