import { ExactNumber, isJsonNumber } from './exact-json.ts';
import type { Issue } from './issue.ts';
import { below } from './pointer.ts';
import { isTooLarge as isTooLargeNumber, numberProblem } from './too-large-number.ts';

/** Containers may nest this deep; every later walk over a document may recurse because of it. */
export const MAX_DEPTH = 64;
/** Characters of text plus one per value, aliases written out. */
const MAX_SIZE = 4 * 1024 * 1024;
/** A definition of a thousand steps has about thirty thousand; checking this many takes some seconds at the very worst. */
const MAX_VALUES = 100_000;

const MAX_ISSUES = 50;

interface Walk {
  readonly issues: Issue[];
  size: number;
  values: number;
}

/** What keeps a parsed document from being plain JSON of a bearable shape; empty when nothing does. */
export function jsonIssues(document: unknown): readonly Issue[] {
  const walk: Walk = { issues: [], size: 0, values: 0 };
  visit(document, '', 1, walk);
  if (isTooLarge(walk)) walk.issues.push(tooLarge());
  return walk.issues;
}

function isTooLarge({ size, values }: Walk): boolean {
  return size > MAX_SIZE || values > MAX_VALUES;
}

function tooLarge(): Issue {
  const detail = `Written out, a document holds at most ${MAX_SIZE} characters and ${MAX_VALUES} values; make it smaller.`;
  return { pointer: '', code: 'document_too_large', detail };
}

function visit(value: unknown, pointer: string, depth: number, walk: Walk): void {
  walk.size += typeof value === 'string' ? value.length + 1 : 1;
  walk.values += 1;
  if (isTooLarge(walk) || walk.issues.length >= MAX_ISSUES) return;
  if (Array.isArray(value)) visitAll([...value.entries()], pointer, depth, walk);
  else if (isObject(value)) visitAll(Object.entries(value), pointer, depth, walk);
  else if (!isScalar(value)) walk.issues.push(notJson(value, pointer));
}

function visitAll(
  entries: readonly (readonly [string | number, unknown])[],
  pointer: string,
  depth: number,
  walk: Walk,
) {
  if (depth > MAX_DEPTH) {
    walk.issues.push({ pointer, code: 'too_deep', detail: `Values may nest ${MAX_DEPTH} deep; this one lies deeper.` });
    return;
  }
  for (const [key, value] of entries) {
    if (isTooLarge(walk)) return;
    const here = below(pointer, key);
    if (typeof key === 'string') walk.size += key.length;
    if (key === '__proto__') {
      walk.issues.push({
        pointer: here,
        code: 'forbidden_key',
        detail: 'The key "__proto__" is not allowed anywhere.',
      });
    } else visit(value, here, depth + 1, walk);
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function isScalar(value: unknown): boolean {
  return (
    value === null ||
    typeof value === 'string' ||
    typeof value === 'boolean' ||
    (isJsonNumber(value) && !isTooLargeNumber(value))
  );
}

function notJson(value: unknown, pointer: string): Issue {
  if (value instanceof ExactNumber)
    return { pointer, code: 'not_json', detail: numberProblem({ pointer, number: value.text }) };
  const what = typeof value === 'number' ? String(value) : `value of this type`;
  return {
    pointer,
    code: 'not_json',
    detail: `JSON has no ${what}; use text, a number, true, false, null, a list or a map.`,
  };
}
