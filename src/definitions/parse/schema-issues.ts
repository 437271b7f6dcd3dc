import type { z } from 'zod';
import type { Issue } from '../../ports/catalogues.ts';
import { ExactNumber, isJsonNumber } from '../../text/exact-json.ts';
import { fieldOf } from '../../text/loose.ts';
import { listing, suggestion } from '../../text/nearest.ts';
import { oddityOfField } from '../../text/odd-characters.ts';
import { below, keysOf, valueAt } from '../../text/pointer.ts';

type SchemaIssue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/** What is said of a field that is not known at `at`, where it stands, in front of those that are; nothing where there is nothing to say. */
type HomeOf = (field: string, at: string) => string;

/**
 * What zod found, as issues with pointers into the document. Lazy: a caller that has enough may stop. `homeOf` knows where fields of the
 * format belong.
 */
export function* schemaIssues(
  found: readonly SchemaIssue[],
  document: unknown,
  homeOf: HomeOf = () => '',
): Generator<Issue> {
  yield* translated(found, { document, homeOf });
}

interface Whole {
  readonly document: unknown;
  readonly homeOf: HomeOf;
}

function* translated(found: readonly SchemaIssue[], whole: Whole, above: Path = []): Generator<Issue> {
  for (const issue of found) yield* translate(issue, [...above, ...issue.path], whole);
}

function* translate(issue: SchemaIssue, path: Path, whole: Whole): Generator<Issue> {
  const { document, homeOf } = whole;
  const value = valueAt(document, path);
  const pointer = pointerOf(path);
  switch (issue.code) {
    case 'unrecognized_keys':
      for (const key of issue.keys) yield unknownField(pointer, key, issue.message.split(' '), homeOf);
      return;
    case 'invalid_union':
      yield* unionIssues(issue, path, whole);
      return;
    case 'invalid_type':
      yield wrongType(pointer, value, issue.expected);
      return;
    case 'invalid_value':
      yield notOneOf(pointer, value, issue.values.map(String));
      return;
    case 'too_small':
      yield { pointer, code: 'too_small', detail: limit('at least', issue.origin, Number(issue.minimum), value) };
      return;
    case 'too_big':
      yield { pointer, code: 'too_large', detail: limit('at most', issue.origin, Number(issue.maximum), value) };
      return;
    case 'invalid_format':
    case 'custom':
      yield { pointer, code: 'invalid_format', detail: `${said(value)} does not fit: ${issue.message}.` };
      return;
    case 'invalid_key':
      yield {
        pointer,
        code: 'invalid_key',
        detail: `${said(path.at(-1))} is no name here: ${messages(issue.issues)}.`,
      };
      return;
    case 'invalid_element':
    case 'not_multiple_of':
      yield { pointer, code: 'invalid', detail: `${issue.message}.` };
  }
}

/** Of a union, the problems of the branch that the author probably meant. */
function* unionIssues(issue: z.core.$ZodIssueInvalidUnion, path: Path, whole: Whole): Generator<Issue> {
  const value = valueAt(whole.document, path);
  if ('options' in issue && Array.isArray(issue.options)) {
    const pointer = pointerOf(path);
    if (value === undefined) yield wrongType(pointer, value, 'string');
    else yield notOneOf(pointer, value, issue.options.map(String));
    return;
  }
  const unquoted = readAsTrue(issue, value);
  if (unquoted) {
    yield { pointer: below(pointerOf(path), 'true'), code: 'unknown_field', detail: unquoted };
    return;
  }
  const meant =
    issue.errors.toSorted((a, b) => strangeness(a, value) - strangeness(b, value) || a.length - b.length)[0] ?? [];
  if (meant.some((found) => anotherType(found) !== undefined)) {
    const expected = issue.errors
      .flat()
      .map(anotherType)
      .filter((type) => type !== undefined);
    yield wrongType(pointerOf(path), value, ...new Set(expected));
  } else yield* translated(meant, whole, path);
}

/** YAML 1.1 reads the key `on` as true; clients of that kind send it so. */
function readAsTrue({ errors }: z.core.$ZodIssueInvalidUnion, value: unknown): string | undefined {
  if (fieldOf(value, 'true') === undefined) return undefined;
  const isMeant = errors
    .flat()
    .some(
      (found) =>
        found.code === 'unrecognized_keys' && found.path.length === 0 && found.message.split(' ').includes('on'),
    );
  return isMeant
    ? 'The field "on" arrived as "true": YAML 1.1 reads on as true. Write the key in quotes: "on".'
    : undefined;
}

/** How little a branch looks like the value: fields it does not know and fields it misses. */
function strangeness(branch: readonly SchemaIssue[], value: unknown): number {
  if (branch.some((issue) => anotherType(issue) !== undefined)) return Number.MAX_SAFE_INTEGER;
  return branch.reduce((sum, issue) => {
    if (issue.code === 'unrecognized_keys' && issue.path.length === 0) return sum + issue.keys.length;
    if (issue.code === 'invalid_union' && issue.path.length === 0 && issue.errors.length > 0)
      return sum + Math.min(...issue.errors.map((within) => strangeness(within, value)));
    return sum + (isMissing(issue, value) ? 1 : 0);
  }, 0);
}

function isMissing(issue: SchemaIssue, value: unknown): boolean {
  return issue.code === 'invalid_type' && issue.path.length === 1 && valueAt(value, issue.path) === undefined;
}

/** The type a branch expects where the whole value is of another. */
function anotherType(issue: SchemaIssue): string | undefined {
  return issue.code === 'invalid_type' && issue.path.length === 0 ? issue.expected : undefined;
}

function unknownField(pointer: string, key: string, fields: readonly string[], homeOf: HomeOf): Issue {
  const at = keysOf(pointer).at(-1) ?? '';
  const meant = suggestion(key, fields) || placeOf(key, fields, (field) => homeOf(field, at));
  const detail = `There is no field "${key}" here.${oddityOfField(key)}${meant} Fields: ${fields.join(', ')}.`;
  return { pointer: below(pointer, key), code: 'unknown_field', detail };
}

/** Options of a guard, or of a generator of one's own, stand apart from what names it. */
function placeOf(key: string, fields: readonly string[], homeOf: (field: string) => string): string {
  if (!fields.includes('use') || !fields.includes('with')) return homeOf(key);
  return ' Options of what "use" names go into "with".';
}

function wrongType(pointer: string, value: unknown, ...expected: readonly string[]): Issue {
  const wanted = expected.map((type) => KINDS[type] ?? type).join(' or ');
  if (value === undefined) return { pointer, code: 'required', detail: `${missing(pointer)}; it must be ${wanted}.` };
  return { pointer, code: 'invalid_type', detail: `This must be ${wanted}; it is ${kindOf(value)}.` };
}

function notOneOf(pointer: string, value: unknown, options: readonly string[]): Issue {
  if (value === undefined)
    return { pointer, code: 'required', detail: `${missing(pointer)}; it is one of ${options.join(', ')}.` };
  const meant = typeof value === 'string' ? suggestion(value, options) : '';
  return { pointer, code: 'invalid_value', detail: `${said(value)} is not one of ${listing(options)}.${meant}` };
}

function missing(pointer: string): string {
  return `The field "${keysOf(pointer).at(-1) ?? ''}" is missing`;
}

function limit(word: 'at least' | 'at most', origin: string, bound: number, value: unknown): string {
  if (origin === 'array') return `This list must have ${word} ${bound} ${bound === 1 ? 'entry' : 'entries'}.`;
  if (origin === 'string') return `This text must have ${word} ${bound} ${bound === 1 ? 'character' : 'characters'}.`;
  return `This must be ${word} ${bound}; it is ${said(value)}.`;
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a map',
  record: 'a map',
  null: 'null',
};

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (isJsonNumber(value))
    return `the number ${String(value)}${value instanceof ExactNumber ? ', which has more digits than fit here' : ''}`;
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'string' ? `the text ${said(value)}${colonIn(value)}` : 'a map';
}

/** A key and its value become a text where the colon between them is of another kind, or no space follows it. */
function colonIn(text: string): string {
  const [, colon] = /^[\w-]+([:：])\S/.exec(text) ?? [];
  if (colon === undefined) return '';
  return colon === ':'
    ? ' (no space follows its colon)'
    : ' (its colon is U+FF1A, a full-width one; write ":" and a space)';
}

const LONGEST_SAID = 80;

function said(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > LONGEST_SAID ? `${text.slice(0, LONGEST_SAID)}…` : text;
}

function messages(issues: readonly SchemaIssue[]): string {
  return issues.map((issue) => issue.message).join('; ');
}

function pointerOf(path: Path): string {
  return below('', ...path.map((key) => (typeof key === 'symbol' ? key.toString() : key)));
}
