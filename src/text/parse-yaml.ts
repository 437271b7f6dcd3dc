import {
  type Document,
  isAlias,
  isMap,
  isNode,
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
import { type Issue, inWords, type Parsed, type Span } from './issue.ts';
import { MAX_DEPTH } from './json-value.ts';
import { adviceOn, type OddCharacter, oddCharacterIn } from './odd-characters.ts';
import { duplicateKey } from './parse-json.ts';
import { spanOf } from './places.ts';
import { below } from './pointer.ts';
import { yamlLimits } from './yaml-limits.ts';

const MAX_ISSUES = 50;
const MAX_ALIASES = 100;

/**
 * Reads YAML 1.2, core schema, one document; aliases are written out, at most a hundred of them. What is YAML and means nothing here (tags,
 * merge keys, several documents) is one issue for each kind of it, which says what to write instead.
 */
export function parseYaml(text: string): Parsed {
  const limits = yamlLimits(text);
  if (limits.length > 0) return { issues: limits };
  const lines = new LineCounter();
  // The library looks for duplicate keys in quadratic time: a large map would hold up the whole service.
  const parsed = parseDocument(text, { lineCounter: lines, uniqueKeys: false, prettyErrors: false });
  const [broken] = [...parsed.errors, ...parsed.warnings].filter(({ code }) => code !== 'TAG_RESOLVE_FAILED');
  // Those behind the first mostly follow from it.
  if (broken) return { issues: [syntaxIssue(broken, { parsed, text, lines })] };
  const walk: Walk = { text, lines, issues: [], refused: new Map(), anchors: new Map(), open: new Set() };
  refuseVersion(parsed, walk);
  if (parsed.contents !== null) visit(parsed.contents, '', 1, walk);
  if (walk.refused.size > 0) return { issues: [...walk.refused.values()].map(refusedIssue) };
  if (walk.issues.length === 0) return writtenOut(parsed);
  const isShallow = walk.issues.every(({ code }) => code !== 'too_deep');
  return { ...(isShallow && writtenOut(parsed)), issues: walk.issues };
}

interface Walk {
  readonly text: string;
  readonly lines: LineCounter;
  readonly issues: Issue[];
  /** What is not taken, by what it is called. */
  readonly refused: Map<string, Refused>;
  readonly anchors: Map<string, Node>;
  /** The containers that hold what is looked at. */
  readonly open: Set<Node>;
}

interface Refused {
  readonly code: 'invalid_yaml' | 'invalid_key';
  readonly pointer: string;
  readonly span: Span | undefined;
  /** What stands there and what to write instead. */
  readonly what: string;
  count: number;
}

function refusedIssue({ code, pointer, span, what, count }: Refused): Issue {
  const more = count > 1 ? ` It stands in ${count} places.` : '';
  return { pointer, code, detail: `${what}${inWords(span)}.${more}`, ...span };
}

/** One issue for each kind, at its first place. */
function refuse(walk: Walk, kind: string, found: Omit<Refused, 'count'>): void {
  const known = walk.refused.get(kind);
  if (known) known.count += 1;
  else walk.refused.set(kind, { ...found, count: 1 });
}

function writtenOut(parsed: Document): Parsed {
  try {
    return { document: withDigits(parsed) };
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    const detail = `Aliases (*name) may stand for at most ${MAX_ALIASES} copies in all; write some of them out.`;
    return { issues: [{ pointer: '', code: 'invalid_yaml', detail }] };
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

/** YAML 1.1 reads `yes` and `on` otherwise; a line of the text would change what all others mean. */
function refuseVersion({ directives }: Document, walk: Walk): void {
  const version = directives?.yaml.explicit === true ? directives.yaml.version : '1.2';
  if (version === '1.2') return;
  const at = walk.text.indexOf('%YAML');
  const what = `YAML ${version} is not taken: leave the line %YAML out, and the text is read as YAML 1.2, where yes, no, on and off are text`;
  refuse(walk, 'version', { code: 'invalid_yaml', pointer: '', span: spanOf(walk.lines, at, at + 5), what });
}

interface Source {
  readonly parsed: Document;
  readonly text: string;
  readonly lines: LineCounter;
}

/** Shows the line of the first mistake. */
function syntaxIssue(error: YAMLError, source: Source): Issue {
  const issue = unclosedQuote(error, source) ?? placedSyntax(error, source);
  const line = issue.line ?? 1;
  const shown = cutAround(source.text.split(/\r?\n/, line)[line - 1] ?? '', issue.column ?? 1);
  return shown === '' ? issue : { ...issue, detail: `${issue.detail} Line ${line} is: ${shown}` };
}

/** Characters of a line that are shown. */
const SHOWN_LINE = 120;

function cutAround(line: string, column: number): string {
  if (line.trim().length <= SHOWN_LINE) return line.trim();
  const from = Math.max(0, Math.min(column - SHOWN_LINE / 2, line.length - SHOWN_LINE));
  const part = line.slice(from, from + SHOWN_LINE).trim();
  return `${from > 0 ? '…' : ''}${part}${from + SHOWN_LINE < line.length ? '…' : ''}`;
}

/**
 * A quotation mark that is missing is noticed far behind its place: at the next one, or at the end of the text. So a text in quotation marks
 * is named by where it begins, if it has no end, or lies over several lines and the mistake is within it or in the line where it ends.
 */
function unclosedQuote({ code, pos: [at], message }: YAMLError, { parsed, text, lines }: Source): Issue | undefined {
  const hasNoEnd = code === 'MISSING_CHAR' && message.includes('quote');
  const line = lines.linePos(at).line;
  let found: { readonly from: number; readonly mark: string; readonly last: number } | undefined;
  visitNodes(parsed, {
    Scalar(_key, { type, range }) {
      if ((type !== 'QUOTE_DOUBLE' && type !== 'QUOTE_SINGLE') || !range) return;
      const [from, end] = range;
      const last = lines.linePos(Math.max(from, end - 1)).line;
      const isOver = from <= at && last >= line && lines.linePos(from).line < last;
      if (from <= at && (isOver || (hasNoEnd && end >= at - 1))) found = { from, mark: text[from] ?? '"', last };
    },
  });
  if (found === undefined) return undefined;
  const { from, mark, last } = found;
  const span = spanOf(lines, from, from + 1);
  const end = hasNoEnd ? 'has no closing quotation mark' : `ends only in line ${last}, so a quotation mark is missing`;
  const detail = `Not valid YAML${inWords(span)}: the text that begins with ${mark} here ${end}.`;
  return { pointer: '', code: 'invalid_yaml', detail, ...span };
}

function placedSyntax({ code, pos: [from, to], message }: YAMLError, { text, lines }: Source): Issue {
  const odd = oddCharacterNear(text, from);
  if (odd) {
    const span = spanOf(lines, odd.at, odd.at + 1);
    const detail = `Not valid YAML${inWords(span)}: there is ${odd.name}; ${adviceOn(odd)}.`;
    return { pointer: '', code: 'invalid_yaml', detail, ...span };
  }
  const span = spanOf(lines, from, to);
  const words = wordsOf(code, message);
  const advice = adviceAfter(code, text, from);
  return { pointer: '', code: 'invalid_yaml', detail: `Not valid YAML${inWords(span)}: ${words}.${advice}`, ...span };
}

/** In the line of a mistake, or the one before it, where a key or the start of a value should be. */
function oddCharacterNear(text: string, at: number): OddCharacter | undefined {
  const start = text.lastIndexOf('\n', text.lastIndexOf('\n', at - 1) - 1) + 1;
  const end = text.indexOf('\n', at);
  const near = text.slice(start, end === -1 ? text.length : end).split('\n');
  let offset = start;
  for (const line of near) {
    const [structure = ''] = STRUCTURE.exec(line) ?? [];
    const odd = oddCharacterIn(structure);
    if (odd) return { ...odd, at: offset + odd.at };
    offset += line.length + 1;
  }
  return undefined;
}

/** Of a line: indentation, dashes, a key with its colon, and the first character of a value. */
const STRUCTURE = /^[^\p{L}\p{N}_"'#]*[\p{L}\p{N}_.-]*[^\p{L}\p{N}_"']{0,3}/u;

/** What to write instead, where it is known what was meant. */
function adviceAfter(code: YAMLError['code'], text: string, at: number): string {
  if (code === 'UNEXPECTED_TOKEN') return adviceOnQuotes(lastOpening(text, at));
  if (code === 'BAD_SCALAR_START') return ` Put a text that begins with ${text[at] ?? ''} into quotes.`;
  return ADVICE[code] ?? '';
}

/** The library's own words, unless they name what only its parser knows. */
function wordsOf(code: YAMLError['code'], message: string): string {
  if (code === 'MULTIPLE_DOCS') return 'the text holds several documents';
  if (message.endsWith('at node end')) return 'the value before this has ended, so this cannot follow it';
  return message.replace(/\.$/, '');
}

const ADVICE: Partial<Record<YAMLError['code'], string>> = {
  MULTIPLE_DOCS: ' Put what follows the line --- into a file of its own.',
  TAB_AS_INDENT: ' Indent with spaces.',
  BLOCK_AS_IMPLICIT_KEY: ' Put a text with ": " in it into quotes.',
  BAD_ALIAS: ' Put a text that begins with * or & into quotes.',
};

/** What the last value of the line before this place begins with. */
function lastOpening(text: string, at: number): string | undefined {
  const before = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  return [...before.matchAll(/[:-]\s+([{["'])/g)].at(-1)?.[1];
}

function adviceOnQuotes(first: string | undefined): string {
  if (first === undefined) return '';
  if (first === '{' || first === '[') return ` Put a text that begins with ${first} into quotes.`;
  return ' Put quotes around the whole text, of the kind that is not in it.';
}

function lineAt(text: string, at: number): string {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  const end = text.indexOf('\n', at);
  return text.slice(start, end === -1 ? text.length : end);
}

function visit(node: unknown, pointer: string, depth: number, walk: Walk): void {
  if (!isNode(node) || walk.issues.length >= MAX_ISSUES) return;
  if (isAlias(node)) {
    refuseAlias(node.source, pointer, spanAt(node, walk), walk);
    return;
  }
  refuseTag(node, pointer, walk);
  if (node.anchor !== undefined) walk.anchors.set(node.anchor, node);
  if (isScalar(node)) {
    refuseOddColon(node.type === 'PLAIN' ? node.source : undefined, pointer, spanAt(node, walk), walk);
    return;
  }
  if (!(isMap(node) || isSeq(node))) return;
  if (depth > MAX_DEPTH) {
    const span = spanAt(node, walk);
    const detail = `Values may nest ${MAX_DEPTH} deep; this one lies deeper${inWords(span)}.`;
    walk.issues.push({ pointer, code: 'too_deep', detail, ...span });
    return;
  }
  walk.open.add(node);
  if (isMap(node)) visitPairs(node.items, pointer, depth, walk);
  else for (const [index, item] of node.items.entries()) visit(item, below(pointer, index), depth + 1, walk);
  walk.open.delete(node);
}

function visitPairs(pairs: readonly Pair[], pointer: string, depth: number, walk: Walk): void {
  const keys = new Set<string>();
  if (isCutByCommas(pairs, pointer, walk)) return;
  for (const pair of pairs) {
    const key = textOf(pair.key);
    const here = key === undefined ? pointer : below(pointer, key);
    if (isUnusableKey(pair, here, walk)) continue;
    if (key !== undefined) {
      if (keys.has(key)) walk.issues.push(duplicateKey(here, key, spanAt(pair.key, walk)));
      keys.add(key);
      if (isNode(pair.key) && pair.key.anchor !== undefined) walk.anchors.set(pair.key.anchor, pair.key);
      visit(pair.value, here, depth + 1, walk);
    }
  }
}

/** In `{ prompt: Write a, b and c" }` each comma ends the text, and every piece behind one would be a field. */
function isCutByCommas(pairs: readonly Pair[], pointer: string, walk: Walk): boolean {
  const pieces = pairs.filter(({ key, value }) => value === null && isScalar(key) && key.type === 'PLAIN');
  const [piece] = pieces;
  if (!piece || !pieces.some(({ key }) => /[\s"']/.test(textOf(key)?.trim() ?? ''))) return false;
  const before = textOf(pairs[pairs.indexOf(piece) - 1]?.key);
  const text = before === undefined ? 'A text' : `The text of "${before}"`;
  const what = `${text} ends at a comma, and "${textOf(piece.key)}" begins a field of its own: put quotation marks around the whole text, of the kind that is not in it`;
  refuse(walk, 'cut text', { code: 'invalid_yaml', pointer, span: spanAt(piece.key, walk), what });
  return true;
}

function textOf(key: unknown): string | undefined {
  return isScalar(key) && typeof key.value === 'string' ? key.value : undefined;
}

/** Refuses keys that are no text, and those that are not the text that their author sees. */
function isUnusableKey({ key, value }: Pair, pointer: string, walk: Walk): boolean {
  const span = spanAt(key, walk);
  if (!isScalar(key) || typeof key.value !== 'string') {
    const { kind, what } = noText(key);
    refuse(walk, kind, { code: 'invalid_key', pointer, span, what });
    return true;
  }
  if (key.type !== 'PLAIN') return false;
  if (key.value === '<<') {
    const what = 'The key << merges maps in YAML 1.1 and does nothing here: write the fields of the other map out';
    refuse(walk, '<<', { code: 'invalid_key', pointer, span, what });
    return true;
  }
  const odd = oddInKey(key.value, value === null);
  if (odd === undefined) return false;
  const from = (key.range?.[0] ?? 0) + odd.at;
  const place = spanOf(walk.lines, from, from + 1);
  const what = `The key "${key.value}" has ${odd.name}, at its character ${odd.at + 1}; ${adviceOn(odd)}`;
  refuse(walk, odd.name, { code: 'invalid_key', pointer, span: place, what });
  return true;
}

function noText(key: unknown): { readonly kind: string; readonly what: string } {
  if (isAlias(key))
    return { kind: 'alias key', what: `A key must be text: *${key.source} is an alias; write the key itself` };
  if (!isScalar(key)) {
    const what = 'A key must be text, and this is a list or a map: put a text that begins with { or [ into quotes';
    return { kind: 'complex key', what };
  }
  if (key.value === null && !key.source)
    return { kind: 'no key', what: 'A key must be text: nothing stands before this colon' };
  return {
    kind: `key ${String(key.value)}`,
    what: `A key must be text: "${key.source ?? String(key.value)}" is not; put it into quotes`,
  };
}

/** At the ends of a key, where nobody means it; within it only in place of a colon that nothing follows. */
function oddInKey(key: string, lacksValue: boolean): OddCharacter | undefined {
  const odd = oddCharacterIn(key);
  if (odd === undefined) return undefined;
  const isAtEnd = odd.at === 0 || oddCharacterIn(key.slice(-1)) !== undefined;
  if (odd.at === 0) return odd;
  if (isAtEnd) return { ...odd, ...oddCharacterIn(key.slice(-1)), at: key.length - 1 };
  return lacksValue && odd.meant === ':' ? odd : undefined;
}

/** `name:<U+00A0>x` and `name：x` are a text, and no key with its value. */
function refuseOddColon(source: string | undefined, pointer: string, span: Span | undefined, walk: Walk): void {
  const found = source === undefined ? null : ODD_COLON.exec(source);
  if (!found || source === undefined) return;
  const isKey = pointer === '' || found[2] !== undefined;
  const odd = isKey ? oddCharacterIn(found[0]) : undefined;
  if (odd === undefined) return;
  const advice = odd.meant === ':' ? 'write ":" and a space' : adviceOn(odd);
  const what = `"${found[1]}" is followed by ${odd.name}, so it is no key; ${advice}`;
  refuse(walk, odd.name, { code: 'invalid_yaml', pointer, span, what });
}

const ODD_COLON = /^([\w-]+)(?::([\u00a0\u2000-\u200b\u202f\u205f\u3000\ufeff])|[：\ua789\u2236])/u;

function refuseTag(node: Node, pointer: string, walk: Walk): void {
  const { tag } = node;
  if (tag === undefined || tag === '!' || (TAGS.has(tag) && isTagMet(node, tag))) return;
  const shown = tag.replace(/^tag:yaml\.org,2002:/, '!!');
  const what = `The tag ${shown} is not taken: leave it out and write the value itself${TAGS_MEANT[shown] ?? ''}`;
  refuse(walk, `tag ${shown}`, { code: 'invalid_yaml', pointer, span: placeOfTag(node, walk), what });
}

function placeOfTag(node: Node, { text, lines }: Walk): Span | undefined {
  const [value] = node.range ?? [];
  if (value === undefined) return undefined;
  const [tag = ''] = /![^\s]*\s*$/.exec(lineAt(text, value).slice(0, lines.linePos(value).col - 1)) ?? [];
  return spanOf(lines, value - tag.length, value - (tag.length - tag.trimEnd().length));
}

/** Those of the values that JSON has too. */
const TAGS = new Set(['str', 'int', 'float', 'bool', 'null', 'seq', 'map'].map((name) => `tag:yaml.org,2002:${name}`));

const TAGS_MEANT: Readonly<Record<string, string>> = {
  '!!binary': ', as text in base64 if it is no text',
  '!!timestamp': ', as text such as "2026-01-31"',
  '!!set': ', as a list',
  '!!omap': ', as a map',
  '!!pairs': ', as a list of maps',
};

/** The library leaves a text as it is where it does not have the form that its tag names. */
function isTagMet(node: Node, tag: string): boolean {
  return !isScalar(node) || tag.endsWith(':str') || typeof node.value !== 'string';
}

function refuseAlias(name: string, pointer: string, span: Span | undefined, walk: Walk): void {
  const node = walk.anchors.get(name);
  if (node !== undefined && !walk.open.has(node)) return;
  const what =
    node === undefined
      ? `No anchor &${name} stands before the alias *${name}: put a text that begins with * into quotes`
      : `The alias *${name} lies within what it stands for, so it never ends: write out what is meant`;
  refuse(walk, node === undefined ? 'unknown alias' : 'cycle', { code: 'invalid_yaml', pointer, span, what });
}

function spanAt(node: unknown, { lines }: Walk): Span | undefined {
  const range = isNode(node) ? node.range : undefined;
  return range ? spanOf(lines, range[0], range[1]) : undefined;
}
