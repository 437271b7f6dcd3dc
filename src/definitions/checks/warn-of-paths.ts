import { namesInCode, namesInExpression, writtenPath } from '../../expressions/names-in.ts';
import { undeclaredIn } from '../../expressions/scope/input-fields.ts';
import { namesOf } from '../../expressions/template.ts';
import { type GuardLeaf, type GuardTree, isLeaf } from '../../model/guard-tree.ts';
import type { Issue } from '../../ports/catalogues.ts';
import { type Found, fieldOf, textOf } from '../../text/loose.ts';
import { listing, suggestion } from '../../text/nearest.ts';
import { below } from '../../text/pointer.ts';
import type { StepSketch } from '../parse/sketch.ts';
import { expressionOf } from '../parse/sketch-guard.ts';
import type { Definition, StepDefinition } from '../schema/definition.ts';
import type { Subject } from '../schema/subject.ts';
import { makesJson } from '../scope/makes-json.ts';
import { outputOf } from '../scope/roles.ts';

/** A path below what a step has made needs JSON, which nothing makes of it (R108). */
export function* warnOfJson({ steps }: Definition, { sketch, groups }: Subject): Generator<Issue> {
  const texts = new Set(steps.filter((step) => !mayBeJson(step)).map(({ id }) => id));
  for (const { id, choices } of groups) if (choices.some(({ value }) => texts.has(value))) texts.add(id);
  for (const { path, step, pointer } of sketch.steps.flatMap(pathsIn)) {
    if (!texts.has(step) || path.length <= 2) continue;
    const detail = `"${writtenPath(path)}" looks into what "${step}" makes, which nothing makes JSON: give "${step}" an output of format json or a guard json or json-schema; as text it has no fields.`;
    yield { pointer, code: 'not_json', detail };
  }
}

/** Programs, agents and parts of users say themselves what they have made. */
const SAY_SO: readonly string[] = ['agent', 'custom', 'external', 'command'];

function mayBeJson(step: StepDefinition): boolean {
  const { generator } = step;
  if (SAY_SO.includes(generator.kind) || makesJson(step)) return true;
  if (generator.kind === 'llm') return generator.output?.format === 'code';
  return generator.kind === 'fixed' && generator.mediaType?.startsWith('application/json') === true;
}

/** Warns of a field that what a step makes never has, since a schema that it must fit is closed and does not declare it (R108). */
export function* warnOfFields({ steps }: Definition, { sketch, groups }: Subject): Generator<Issue> {
  const makers = new Map(steps.map((step) => [step.id, [step]]));
  for (const { id, choices } of groups)
    makers.set(
      id,
      choices.flatMap(({ value }) => makers.get(value) ?? []),
    );
  for (const { path, step, within, pointer } of sketch.steps.flatMap((each) => [...pathsIn(each), ...ownPaths(each)])) {
    // A worker tells its facts beside what its schema declares.
    const missing = (makers.get(step) ?? []).map((maker) =>
      path[0] === 'binding' && maker.role === 'worker' ? undefined : absentIn(maker, within),
    );
    const [first] = missing;
    // Of a group, whichever choice has the field may win.
    if (first === undefined || !missing.every((each) => each !== undefined)) continue;
    const { key, known } = first;
    const fields = known.length === 0 ? 'It declares none.' : `Fields: ${listing(known)}.`;
    const detail = `"${writtenPath(path)}" is never there: what "${step}" makes must fit a schema that is closed and declares no "${key}".${suggestion(key, known)} ${fields}`;
    yield { pointer, code: 'undeclared_field', detail };
  }
}

function absentIn(step: StepDefinition, path: readonly string[]): ReturnType<typeof undeclaredIn> {
  return schemasOf(step).flatMap((schema) => undeclaredIn(schema, path) ?? [])[0];
}

/** Schemas that everything fits which the step hands on. */
function schemasOf(step: StepDefinition): readonly unknown[] {
  const { generator, guard } = step;
  const answer = generator.kind === 'human' ? generator.answer : undefined;
  const guards = neededLeaves(guard).flatMap(({ use, with: options }) =>
    use === 'json-schema' ? [fieldOf(options, 'schema')] : [],
  );
  return [outputOf(step).schema, answer, ...guards].filter((schema) => schema !== undefined);
}

/** Leaves without which the guard does not pass. */
function neededLeaves(tree: GuardTree): readonly GuardLeaf[] {
  if (isLeaf(tree)) return [tree];
  if ('sequence' in tree) return tree.sequence.flatMap(neededLeaves);
  return 'all' in tree ? tree.all.flatMap(neededLeaves) : [];
}

const ARTIFACTS: readonly string[] = ['artifact', 'deps', 'binding'];

interface NamedPath {
  /** As it is written. */
  readonly path: readonly string[];
  /** The step or group that it looks into. */
  readonly step: string;
  /** Where in what that step has made. */
  readonly within: readonly string[];
  readonly pointer: string;
}

/** Names that lead to what another step has made. In a guard `artifact` is what is judged, and `deps` knows the names of `guardArtifacts`. */
function pathsIn({ raw, pointer, templates, leaves }: StepSketch): readonly NamedPath[] {
  const own = [
    ...templates.flatMap(namesInText),
    ...textOf(raw, pointer, 'when').flatMap(namesInFormula),
    ...textOf(fieldOf(raw, 'generator'), below(pointer, 'generator'), 'code').flatMap(namesInStatements),
  ];
  const inGuards = [
    ...leaves.flatMap((leaf) => leaf.templates).flatMap(namesInText),
    ...leaves
      .flatMap(expressionOf)
      .flatMap(namesInFormula)
      .filter(({ path }) => path[0] !== 'artifact'),
  ];
  const given = fieldOf(raw, 'guardArtifacts');
  return [
    ...own.flatMap((name) => lookedInto(name, undefined)),
    ...inGuards.flatMap((name) => lookedInto(name, given)),
  ];
}

function lookedInto({ path, pointer }: Name, given: unknown): readonly NamedPath[] {
  const [root = '', name, ...within] = path;
  if (name === undefined || !ARTIFACTS.includes(root)) return [];
  const meant = root === 'deps' ? fieldOf(given, name) : undefined;
  return [{ path, step: typeof meant === 'string' ? meant : name, within, pointer }];
}

/** Fields of what is judged, in the guards of a step. */
function ownPaths({ id, leaves }: StepSketch): readonly NamedPath[] {
  if (id === undefined) return [];
  return leaves
    .flatMap(expressionOf)
    .flatMap(namesInFormula)
    .flatMap(({ path, pointer }) =>
      path[0] === 'artifact' ? [{ path, step: id, within: path.slice(1), pointer }] : [],
    );
}

interface Name {
  readonly path: readonly string[];
  readonly pointer: string;
}

const namesBy =
  (names: (text: string) => readonly (readonly string[])[]) =>
  ({ value, pointer }: Found): readonly Name[] =>
    names(value).map((path) => ({ path, pointer }));
const namesInText = namesBy(namesOf);
const namesInFormula = namesBy(namesInExpression);
const namesInStatements = namesBy(namesInCode);
