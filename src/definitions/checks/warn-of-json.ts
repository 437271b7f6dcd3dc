import { namesInExpression, writtenPath } from '../../expressions/names-in.ts';
import { namesOf } from '../../expressions/template.ts';
import type { Issue } from '../../ports/catalogues.ts';
import { type Found, textOf } from '../../text/loose.ts';
import type { StepSketch } from '../parse/sketch.ts';
import { expressionOf } from '../parse/sketch-guard.ts';
import type { Definition, StepDefinition } from '../schema/definition.ts';
import type { Subject } from '../schema/subject.ts';
import { makesJson } from '../scope/makes-json.ts';

/** A path below what a step has made needs JSON, which nothing makes of it (R108). */
export function* warnOfJson({ steps }: Definition, { sketch, groups }: Subject): Generator<Issue> {
  const texts = new Set(steps.filter((step) => !mayBeJson(step)).map(({ id }) => id));
  for (const { id, choices } of groups) if (choices.some(({ value }) => texts.has(value))) texts.add(id);
  for (const step of sketch.steps) {
    for (const { path, pointer } of pathsIn(step)) {
      const [, id = ''] = path;
      if (!texts.has(id)) continue;
      const detail = `"${writtenPath(path)}" looks into what "${id}" makes, which nothing makes JSON: give "${id}" an output of format json or a guard json or json-schema; as text it has no fields.`;
      yield { pointer, code: 'not_json', detail };
    }
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

const ARTIFACTS: readonly string[] = ['artifact', 'deps', 'binding'];

interface NamedPath {
  readonly path: readonly string[];
  readonly pointer: string;
}

/** Names that lead below an artifact. In a guard `artifact` is what is judged. */
function pathsIn({ raw, pointer, templates, leaves }: StepSketch): readonly NamedPath[] {
  const inExpressions = (found: readonly Found[]) =>
    found.flatMap(({ value, pointer: at }) => namesInExpression(value).map((path) => ({ path, pointer: at })));
  const inTemplates = [...templates, ...leaves.flatMap((leaf) => leaf.templates)].flatMap(({ value, pointer: at }) =>
    namesOf(value).map((path) => ({ path, pointer: at })),
  );
  const inGuards = inExpressions(leaves.flatMap(expressionOf)).filter(({ path }) => path[0] !== 'artifact');
  const found = [...inExpressions(textOf(raw, pointer, 'when')), ...inTemplates, ...inGuards];
  return found.filter(({ path }) => path.length > 2 && ARTIFACTS.includes(path[0] ?? ''));
}
