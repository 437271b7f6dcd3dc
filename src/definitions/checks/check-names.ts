import { namesInExpression, writtenPath } from '../../expressions/names-in.ts';
import { declaredFields, undeclaredIn } from '../../expressions/scope/input-fields.ts';
import { type Place, RUN_NAMES, rootsIn, STEP_ROOTS } from '../../expressions/scope/roots.ts';
import { upstream } from '../../model/graph.ts';
import type { Issue } from '../../ports/catalogues.ts';
import { fieldOf, textOf } from '../../text/loose.ts';
import { listing, suggestion } from '../../text/nearest.ts';
import type { StepSketch } from '../parse/sketch.ts';
import { expressionOf } from '../parse/sketch-guard.ts';
import type { Subject } from '../schema/subject.ts';

/** What a name in an expression is looked up in. */
export interface NamesThere {
  readonly place: Place;
  /** First words of names beside those of the table: what code may set. */
  readonly variables: ReadonlySet<string>;
  /** Steps, groups, preparing steps; in a guard also the names of `guardArtifacts`. */
  readonly steps: ReadonlySet<string>;
  /** Schema of the run's input. */
  readonly input: unknown;
}

/** Names of `when` and of `expression` guards stand for something (R108). `isRevision`: preparing steps may have done their work and left. */
export function* checkNames(subject: Subject, isRevision = false): Generator<Issue> {
  const steps = namesAmong(subject, isRevision);
  for (const step of subject.sketch.steps) {
    yield* namesOfStep(subject, step, { steps });
    yield* ambiguous(subject, step);
  }
}

/** The same for the guards of one step, where code may set `variables`. */
export function* namesOfStep(
  subject: Subject,
  step: StepSketch,
  { steps = namesAmong(subject), variables = new Set() }: Partial<Pick<NamesThere, 'steps' | 'variables'>>,
): Generator<Issue> {
  const there = { variables, steps, input: fieldOf(subject.document, 'input') };
  for (const { value, pointer } of textOf(step.raw, step.pointer, 'when'))
    yield* unknownNames(value, pointer, { ...there, place: 'expression' });
  const named = namesGiven(step);
  const given = named.length === 0 ? steps : new Set([...steps, ...named]);
  for (const { value, pointer } of step.leaves.flatMap(expressionOf))
    yield* unknownNames(value, pointer, { ...there, steps: given, place: 'guard' });
}

/** One issue for each name of an expression that is not known where it stands. */
export function* unknownNames(text: string, pointer: string, there: NamesThere): Generator<Issue> {
  for (const path of namesInExpression(text)) {
    const detail = problemOf(path, there);
    if (detail !== undefined)
      yield { pointer, code: 'unknown_name', detail: detail + hyphenIn(text, writtenPath(path)) };
  }
}

/** Ids and fields may have hyphens, which an expression reads as a minus. */
function hyphenIn(text: string, name: string): string {
  const at = text.indexOf(name);
  const [before, after] = [text.slice(0, at), text.slice(at + name.length)];
  if (at < 0 || !(/\w-$/.test(before) || /^-[A-Za-z_]/.test(after))) return '';
  return ' A "-" is a minus here: write artifact["a-b"] for a name with a hyphen.';
}

/** What stands for a step anywhere in the document. */
function namesAmong(subject: Subject, isRevision = false): ReadonlySet<string> {
  return new Set([...subject.ids, ...preparingIdsAmong(subject, isRevision)]);
}

/** Steps that follow from what others say of themselves, such as the probe of an unknown one (R108). */
export function preparingIdsAmong({ topology, sketch }: Subject, isRevision: boolean): readonly string[] {
  return sketch.steps.flatMap(({ id, raw }) =>
    id === undefined ? [] : (topology.preparingIds?.(id, raw, isRevision) ?? []),
  );
}

function namesGiven({ raw }: StepSketch): readonly string[] {
  const given = fieldOf(raw, 'guardArtifacts');
  return typeof given === 'object' && given !== null ? Object.keys(given) : [];
}

function problemOf(path: readonly string[], { place, variables, steps, input }: NamesThere): string | undefined {
  const [root = '', name] = path;
  const source = writtenPath(path);
  if (variables.has(root)) return undefined;
  const roots = rootsIn(place);
  if (!roots.includes(root)) {
    const meant = steps.has(root)
      ? ` Write deps.${source} for what that step has made.`
      : suggestion(root, [...roots, ...variables]);
    return `"${source}" is not a known name here.${meant} Known: ${listing([...roots, ...variables])}.`;
  }
  if (name === undefined || (place === 'guard' && root === 'artifact')) return undefined;
  if (STEP_ROOTS.includes(root) && !steps.has(name))
    return `"${source}" names no step.${suggestion(name, steps)} Steps: ${listing(steps)}.`;
  if (root === 'run' && !RUN_NAMES.includes(`run.${name}`))
    return `"${source}" is not a known name.${suggestion(`run.${name}`, RUN_NAMES)} Of a run there are ${listing(RUN_NAMES)}.`;
  return root === 'input' ? inputProblem(path, input) : undefined;
}

/** A closed schema says which fields there can be. */
function inputProblem(path: readonly string[], schema: unknown): string | undefined {
  const undeclared = undeclaredIn(schema, path.slice(1));
  if (undeclared === undefined) return undefined;
  const { key, known } = undeclared;
  return `"${writtenPath(path)}" is not in the input: its schema is closed and declares no "${key}".${suggestion(key, known)} Fields: ${listing(known)}.`;
}

/** In a guard `artifact.x` is a field of what is judged, and its author may have meant the step. */
function* ambiguous({ graph, ids }: Subject, step: StepSketch): Generator<Issue> {
  if (step.id === undefined) return;
  const expressions = step.leaves.flatMap(expressionOf);
  if (expressions.length === 0) return;
  const above = upstream(graph, step.id);
  const own = fieldsDeclared(step);
  for (const { value, pointer } of expressions) {
    for (const [root, name = '', ...rest] of namesInExpression(value)) {
      if (root !== 'artifact' || !ids.has(name) || !above.has(name) || own.has(name)) continue;
      const source = writtenPath(['artifact', name, ...rest]);
      const detail = `In a guard "${source}" is the field "${name}" of what is judged, but a step upstream is called "${name}" too. Write deps.${writtenPath([name, ...rest])} for the step, or declare the field in the schema of the step's output.`;
      yield { pointer, code: 'ambiguous_name', detail };
    }
  }
}

/** Fields that a schema of what the step makes declares. */
function fieldsDeclared({ raw, leaves }: StepSketch): ReadonlySet<string> {
  const schemas = [
    fieldOf(fieldOf(fieldOf(raw, 'generator'), 'output'), 'schema'),
    ...leaves.flatMap((leaf) => (leaf.use === 'json-schema' ? [fieldOf(fieldOf(leaf.raw, 'with'), 'schema')] : [])),
  ];
  return new Set(schemas.flatMap((schema) => [...(declaredFields(schema, schema)?.properties.keys() ?? [])]));
}
