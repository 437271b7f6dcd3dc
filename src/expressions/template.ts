import { ExactNumber, stringifyJson } from '../text/exact-json.ts';

/**
 * Templates (design 3): `{name}` or `{name.path}` is replaced when the name is known, else left as it is; `{{` and `}}` are literal
 * braces. Any other brace is text, and text that nests plain braces keeps them, so JSON examples need no escaping at all:
 * `{"a": {"b": 1}}` stays as written. Parsing is total and linear.
 */
export type TemplatePart =
  | { readonly kind: 'text'; readonly text: string }
  /** `source` is the placeholder as written, `{input.subject}`; `path` its dotted segments. */
  | { readonly kind: 'name'; readonly path: readonly string[]; readonly source: string };

/** The text of a name, or undefined when the name is not known. */
export type Lookup = (path: readonly string[]) => string | undefined;

/** Texts are unescaped, never empty, and never stand next to each other. */
export function parseTemplate(text: string): readonly TemplatePart[] {
  const parts: TemplatePart[] = [];
  let pending = '';
  for (const piece of piecesOf(text)) {
    if (typeof piece === 'string') {
      pending += piece;
      continue;
    }
    if (pending !== '') parts.push({ kind: 'text', text: pending });
    pending = '';
    parts.push(piece);
  }
  if (pending !== '') parts.push({ kind: 'text', text: pending });
  return parts;
}

/** The paths of the names a template mentions, known or not, each once, in order of appearance. */
export function namesOf(text: string): readonly (readonly string[])[] {
  const names = new Map<string, readonly string[]>();
  for (const part of parseTemplate(text)) {
    if (part.kind === 'name') names.set(part.source, names.get(part.source) ?? part.path);
  }
  return [...names.values()];
}

/** `unknown` holds the dotted names that were left as they are, each once. */
export function renderTemplate(text: string, lookup: Lookup): { readonly text: string; readonly unknown: string[] } {
  const unknown = new Set<string>();
  const rendered = parseTemplate(text).map((part) => {
    if (part.kind === 'text') return part.text;
    const value = lookup(part.path);
    if (value === undefined) unknown.add(part.path.join('.'));
    return value ?? part.source;
  });
  return { text: rendered.join(''), unknown: [...unknown] };
}

/** Looks names up in JSON values, own properties only: strings as they are, anything else as JSON. */
export function lookupIn(values: Readonly<Record<string, unknown>>): Lookup {
  return (path) => {
    let value: unknown = values;
    for (const segment of path) value = propertyOf(value, segment);
    return typeof value === 'string' ? value : stringifyJson(value);
  };
}

function propertyOf(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return undefined;
  return Object.getOwnPropertyDescriptor(value, key)?.value;
}

type NamePart = Extract<TemplatePart, { kind: 'name' }>;

/** Of the braces that are open, what each was: `}}` is an escape only where no plain brace waits to be closed. */
type OpenBrace = 'plain' | 'escaped';

function* piecesOf(text: string): Generator<string | NamePart> {
  const open: OpenBrace[] = [];
  let at = 0;
  while (at < text.length) {
    const [piece, length] = text[at] === '{' ? opening(text, at, open) : closingOrText(text, at, open);
    yield piece;
    at += length;
  }
}

function opening(text: string, at: number, open: OpenBrace[]): [string | NamePart, number] {
  const escaped = text[at + 1] === '{';
  const name = escaped ? undefined : nameAt(text, at);
  if (name !== undefined) return [name, name.source.length];
  open.push(escaped ? 'escaped' : 'plain');
  return ['{', escaped ? 2 : 1];
}

function closingOrText(text: string, at: number, open: OpenBrace[]): [string, number] {
  if (text[at] !== '}') return textAt(text, at);
  const escaped = open.at(-1) !== 'plain' && text[at + 1] === '}';
  if (escaped || open.at(-1) === 'plain') open.pop();
  return ['}', escaped ? 2 : 1];
}

function textAt(text: string, at: number): [string, number] {
  const run = match(/[^{}]+/y, text, at) ?? '';
  return [run, run.length];
}

const FIRST_SEGMENT = /^[A-Za-z_][A-Za-z0-9_-]*$/;

function nameAt(text: string, at: number): NamePart | undefined {
  const source = match(/\{[A-Za-z_][A-Za-z0-9_.-]*\}/y, text, at);
  const path = source?.slice(1, -1).split('.') ?? [];
  if (source === undefined || !FIRST_SEGMENT.test(path[0] ?? '') || path.includes('')) return undefined;
  return { kind: 'name', path, source };
}

function match(sticky: RegExp, text: string, at: number): string | undefined {
  sticky.lastIndex = at;
  return sticky.exec(text)?.[0];
}

/** A text of which nothing is a placeholder, as a template. */
export function literal(text: string): string {
  return text.replaceAll('{', '{{').replaceAll('}', '}}');
}
