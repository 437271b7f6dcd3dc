import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  visit as visitNodes,
  type YAMLError,
} from 'yaml';
import { ExactNumber, numberOfText } from './exact-json.ts';
import type { Issue, Parsed, Span } from './issue.ts';
import { MAX_DEPTH } from './json-value.ts';
import { duplicateKey } from './parse-json.ts';
import { inWords, spanOf } from './places.ts';
import { below } from './pointer.ts';
import { yamlLimits } from './yaml-limits.ts';

const MAX_ISSUES = 50;
const MAX_ALIASES = 100;

interface Walk {
  readonly lines: LineCounter;
  readonly issues: Issue[];
}

/** YAML 1.2, core schema, one document; aliases are written out, at most a hundred of them. */
export function parseYaml(text: string): Parsed {
  const limits = yamlLimits(text);
  if (limits.length > 0) return { issues: limits };
  const lines = new LineCounter();
  // The library looks for duplicate keys in quadratic time: a large map would hold up the whole service.
  const parsed = parseDocument(text, { lineCounter: lines, uniqueKeys: false, prettyErrors: false });
  const problems = [...parsed.errors, ...parsed.warnings];
  if (problems.length > 0)
    return { issues: problems.slice(0, MAX_ISSUES).map((problem) => syntaxIssue(problem, lines)) };
  const walk: Walk = { lines, issues: [] };
  if (parsed.contents !== null) visit(parsed.contents, '', 1, walk);
  if (walk.issues.length === 0) return writtenOut(parsed);
  const isShallow = walk.issues.every(({ code }) => code !== 'too_deep');
  return { ...(isShallow && writtenOut(parsed)), issues: walk.issues };
}

function writtenOut(parsed: Document): Parsed {
  try {
    return { document: withDigits(parsed) };
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    return {
      issues: [{ pointer: '', code: 'invalid_yaml', detail: `An alias cannot be written out: ${error.message}.` }],
    };
  }
}

/** The value of the document. Its numbers keep their digits; what YAML writes otherwise than JSON, such as `0x10`, has the digits of its value. */
function withDigits(parsed: Document): unknown {
  let isExact = false;
  visitNodes(parsed, {
    Scalar(_key, node) {
      if (typeof node.value !== 'number' || node.source === undefined) return;
      const number = numberIn(node.source);
      if (!(number instanceof ExactNumber)) return;
      isExact = true;
      // The library would call its `toJSON`.
      node.value = new Digits(number);
    },
  });
  const document: unknown = parsed.toJS({ maxAliasCount: MAX_ALIASES });
  return isExact ? unwrapped(document) : document;
}

class Digits {
  readonly number: ExactNumber;

  constructor(number: ExactNumber) {
    this.number = number;
  }
}

function unwrapped(value: unknown): unknown {
  if (value instanceof Digits) return value.number;
  if (Array.isArray(value)) return value.map(unwrapped);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, unwrapped(part)]));
}

/** Undefined for infinity and what is no number. */
function numberIn(source: string): number | ExactNumber | undefined {
  if (/^0[xo]/.test(source)) return numberOfText(String(BigInt(source)));
  const [, sign, whole = '', fraction = '', exponent = ''] = /^([-+]?)(\d*)(\.\d*)?([eE][-+]?\d+)?$/.exec(source) ?? [];
  if (sign === undefined) return undefined;
  const text = `${whole.replace(/^0+(?=\d)/, '') || '0'}${fraction === '.' ? '' : fraction}${exponent}`;
  return numberOfText(sign === '-' ? `-${text}` : text);
}

function syntaxIssue({ pos: [from, to], message }: YAMLError, lines: LineCounter): Issue {
  const span = spanOf(lines, from, to);
  return { pointer: '', code: 'invalid_yaml', detail: `Not valid YAML${inWords(span)}: ${message}.`, ...span };
}

function visit(node: unknown, pointer: string, depth: number, walk: Walk): void {
  if (walk.issues.length >= MAX_ISSUES || !(isMap(node) || isSeq(node))) return;
  if (depth > MAX_DEPTH) {
    const span = spanAt(node, walk);
    const detail = `Values may nest ${MAX_DEPTH} deep; this one lies deeper${inWords(span)}.`;
    walk.issues.push({ pointer, code: 'too_deep', detail, ...span });
  } else if (isMap(node)) visitPairs(node.items, pointer, depth, walk);
  else for (const [index, item] of node.items.entries()) visit(item, below(pointer, index), depth + 1, walk);
}

function visitPairs(pairs: readonly Pair[], pointer: string, depth: number, walk: Walk): void {
  const keys = new Set<string>();
  for (const pair of pairs) {
    const key = textOf(pair.key);
    if (key === undefined) walk.issues.push(keyIssue(pair.key, pointer, walk));
    else {
      const here = below(pointer, key);
      if (keys.has(key)) walk.issues.push(duplicateKey(here, key, spanAt(pair.key, walk)));
      keys.add(key);
      visit(pair.value, here, depth + 1, walk);
    }
  }
}

function textOf(key: unknown): string | undefined {
  return isScalar(key) && typeof key.value === 'string' ? key.value : undefined;
}

function keyIssue(key: unknown, pointer: string, walk: Walk): Issue {
  const what = isScalar(key)
    ? `"${String(key.value)}" is not text`
    : isAlias(key)
      ? 'an alias is not text'
      : 'it is not text';
  const span = spanAt(key, walk);
  const detail = `A key must be text${inWords(span)}: ${what}; put it in quotes.`;
  return { pointer, code: 'invalid_key', detail, ...span };
}

function spanAt(node: unknown, { lines }: Walk): Span | undefined {
  const range = isScalar(node) || isMap(node) || isSeq(node) || isAlias(node) ? (node satisfies Node).range : undefined;
  return range ? spanOf(lines, range[0], range[1]) : undefined;
}
