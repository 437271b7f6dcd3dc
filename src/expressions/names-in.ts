import { parseCode } from './code.ts';
import { type Expression, IT } from './expression.ts';
import { parseExpression } from './parse.ts';
import { partsOf } from './parts-of.ts';

/** The segment of a path that stands for every entry of a list: `lines[*].net` is `['lines', EVERY, 'net']`. */
export const EVERY = '*';

/** A path as it is written in an expression: `artifact.lines[*].net`. */
export function writtenPath(path: readonly string[]): string {
  return path.join('.').replaceAll(`.${EVERY}`, '[*]');
}

/** The dotted names an expression reads, each with the literal keys that follow it; none when it cannot be read. */
export function namesInExpression(text: string): readonly (readonly string[])[] {
  const parsed = parseExpression(text);
  return parsed.ok ? namesIn(parsed.expression, {}) : [];
}

/** The same of every statement of `code`. */
export function namesInCode(text: string): readonly (readonly string[])[] {
  const parsed = parseCode(text);
  return parsed.ok ? parsed.statements.flatMap(({ expression }) => namesIn(expression, {})) : [];
}

type Path = readonly string[];

/** What entries of lists are called: `it`, and what a path after `[*]` begins at. `null`: the list has no name. */
interface Entries {
  readonly it?: Path | null;
  readonly entry?: Path | null;
}

function namesIn(expression: Expression, entries: Entries): readonly Path[] {
  const path = pathOf(expression, entries);
  if (path !== undefined) return path === null ? [] : [path];
  if (expression.kind !== 'each' && expression.kind !== 'quantifier')
    return partsOf(expression).flatMap((part) => namesIn(part, entries));
  const { list } = expression;
  const held = pathOf(list, entries);
  const entry = held ? [...held, EVERY] : null;
  const inside =
    expression.kind === 'each'
      ? namesIn(expression.part, { ...entries, entry })
      : namesIn(expression.test, { ...entries, it: entry });
  // A path through the list names the list as well.
  const isNamed = held && inside.some((one) => held.every((key, i) => one[i] === key));
  return isNamed ? inside : [...namesIn(list, entries), ...inside];
}

/** Undefined for what is no path, `null` for a path that begins at an entry of a list without a name. */
function pathOf(expression: Expression, entries: Entries): Path | null | undefined {
  if (expression.kind === 'entry') return entries.entry ?? null;
  if (expression.kind === 'name')
    return expression.name === IT && entries.it !== undefined ? entries.it : [expression.name];
  if (expression.kind !== 'member' || expression.key.kind !== 'literal') return undefined;
  const object = pathOf(expression.object, entries);
  return object && [...object, String(expression.key.value)];
}
