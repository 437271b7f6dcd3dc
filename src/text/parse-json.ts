import { parseJson } from './exact-json.ts';
import { type Issue, inWords, type Parsed, type Span } from './issue.ts';
import { MAX_DEPTH } from './json-value.ts';
import { below } from './pointer.ts';

const MAX_ISSUES = 50;
/** Of a text that nests thousands of levels deep. */
const TOO_DEEP: Issue = { pointer: '', code: 'too_deep', detail: `Values may nest ${MAX_DEPTH} deep.` };

/** An open container: where it lies and, in an object, which keys it has had. */
interface Frame {
  readonly pointer: string;
  readonly keys?: Set<string>;
  key: string | number;
  expectsKey: boolean;
}

/**
 * Reads strict JSON; a byte-order mark before it is passed over. Keys that are written twice, which
 * `JSON.parse` passes over, are issues with their pointers.
 */
export function readJson(text: string): Parsed {
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text;
  try {
    const document = parseJson(source);
    const issues = duplicateKeys(source);
    return issues.length > 0 ? { issues, document } : { document };
  } catch (error) {
    if (error instanceof RangeError) return { issues: [TOO_DEEP] };
    if (!(error instanceof SyntaxError)) throw error;
    const detail = `The text is not JSON: ${error.message}.`;
    return { issues: [{ pointer: '', code: 'invalid_json', detail, ...whereBroken(source) }] };
  }
}

/** The first character with which the text cannot be JSON any more, or its end. `JSON.parse` does not always say, so it is asked of beginnings. */
function whereBroken(text: string): Span {
  let [open, broken] = [0, text.length];
  while (open < broken) {
    const middle = Math.ceil((open + broken) / 2);
    if (mayGoOn(text.slice(0, middle))) open = middle;
    else broken = middle - 1;
  }
  const before = text.slice(0, open).split('\n');
  const [line, column] = [before.length, (before.at(-1)?.length ?? 0) + 1];
  return { line, column, endLine: line, endColumn: column + (open < text.length ? 1 : 0) };
}

/** Whether a beginning of a text is JSON, or lacks no more than what may follow it. */
function mayGoOn(beginning: string): boolean {
  try {
    JSON.parse(beginning);
    return true;
  } catch (error) {
    const { message } = error instanceof Error ? error : new Error();
    const [, position] = /position (\d+)/.exec(message) ?? [];
    if (position !== undefined) return Number(position) >= beginning.length || message.startsWith('Unterminated');
    return message.startsWith('Unexpected end');
  }
}

/**
 * Returns an issue for each key that a JSON text writes twice in one object. The text must be valid JSON. Iterative, since nothing bounds its
 * depth yet; of long strings it sees the quotation marks alone, so that it costs about as much as `JSON.parse`.
 */
export function duplicateKeys(text: string): readonly Issue[] {
  const issues: Issue[] = [];
  const open: Frame[] = [];
  let frame: Frame | undefined;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) {
      const end = endOfString(text, at);
      if (frame?.expectsKey) {
        const issue = noteKey(frame, text.slice(at + 1, end));
        if (issue !== undefined && issues.length < MAX_ISSUES) issues.push(issue);
      }
      at = end;
    } else if (unit === OPEN_BRACE || unit === OPEN_BRACKET) {
      const isObject = unit === OPEN_BRACE;
      const pointer = here(frame);
      frame = isObject
        ? { pointer, keys: new Set(), key: '', expectsKey: true }
        : { pointer, key: 0, expectsKey: false };
      open.push(frame);
    } else if (unit === CLOSE_BRACE || unit === CLOSE_BRACKET) {
      open.pop();
      frame = open.at(-1);
    } else if (unit === COMMA && frame !== undefined) {
      next(frame);
    }
  }
  return issues;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** `written`: the key as it stands between its quotation marks. */
function noteKey(frame: Frame, written: string): Issue | undefined {
  const key = written.includes('\\') ? String(JSON.parse(`"${written}"`)) : written;
  const known = frame.keys?.has(key) === true;
  frame.keys?.add(key);
  frame.key = key;
  frame.expectsKey = false;
  return known ? duplicateKey(below(frame.pointer, key), key) : undefined;
}

/** The issue both formats report. */
export function duplicateKey(pointer: string, key: string, span?: Span): Issue {
  return {
    pointer,
    code: 'duplicate_key',
    detail: `The key "${key}" is written twice in one map${inWords(span)}; keep one of them.`,
    ...span,
  };
}

function next(frame: Frame): void {
  if (typeof frame.key === 'number') frame.key += 1;
  else frame.expectsKey = true;
}

function here(frame: Frame | undefined): string {
  // Deeper than any allowed document the pointer is of no use, and would grow with every level.
  if (frame === undefined || frame.pointer.length > 8_192) return frame?.pointer ?? '';
  return below(frame.pointer, frame.key);
}

/** Returns where the closing quotation mark of the string that opens at `start` stands. */
export function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); ; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return at;
  }
}
