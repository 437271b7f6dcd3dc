import type { Issue, Span } from '../../ports/catalogues.ts';
import { below } from '../../text/pointer.ts';
import type { Parsed } from './parsed.ts';
import { inWords } from './places.ts';

const MAX_ISSUES = 50;

/** An open container: where it lies and, in an object, which keys it has had. */
interface Frame {
  readonly pointer: string;
  readonly keys?: Set<string>;
  key: string | number;
  expectsKey: boolean;
}

/** Strict JSON, with the duplicate keys that `JSON.parse` passes over. */
export function parseJson(text: string): Parsed {
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text;
  try {
    const document: unknown = JSON.parse(source);
    const issues = duplicateKeys(source);
    return issues.length > 0 ? { issues, document } : { document };
  } catch (error) {
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

/** Walks text that is known to be valid JSON; iterative, since nothing bounds its depth yet. */
export function duplicateKeys(text: string): readonly Issue[] {
  const issues: Issue[] = [];
  const open: Frame[] = [];
  for (let at = 0; at < text.length && issues.length < MAX_ISSUES; at += 1) {
    const frame = open.at(-1);
    const character = text[at];
    if (character === '"') {
      const end = endOfString(text, at);
      if (frame?.expectsKey) issues.push(...noteKey(frame, text.slice(at, end + 1)));
      at = end;
    } else if (character === '{') open.push({ pointer: here(frame), keys: new Set(), key: '', expectsKey: true });
    else if (character === '[') open.push({ pointer: here(frame), key: 0, expectsKey: false });
    else if (character === '}' || character === ']') open.pop();
    else if (character === ',' && frame !== undefined) next(frame);
  }
  return issues;
}

function noteKey(frame: Frame, token: string): readonly Issue[] {
  const key = String(JSON.parse(token));
  const known = frame.keys?.has(key) === true;
  frame.keys?.add(key);
  frame.key = key;
  frame.expectsKey = false;
  return known ? [duplicateKey(below(frame.pointer, key), key)] : [];
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

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}
