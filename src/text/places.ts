import { isCollection, isNode, LineCounter, parseDocument } from 'yaml';
import type { Span } from './issue.ts';
import { keysOf } from './pointer.ts';
import { yamlLimits } from './yaml-limits.ts';

/**
 * Says where in a text of YAML or JSON a pointer leads; where it leads nowhere, the nearest thing that holds it. The text has been read
 * before: this is asked only when there is something to say of it.
 */
export function placesIn(text: string): (pointer: string) => Span | undefined {
  const lines = new LineCounter();
  let root: unknown;
  let isTooMuch: boolean | undefined;
  return (pointer) => {
    // Of what came as JSON nobody has looked yet whether it can be read in good time.
    if ((isTooMuch ??= yamlLimits(text).length > 0)) return undefined;
    root ??= parseDocument(text, { lineCounter: lines, uniqueKeys: false, prettyErrors: false }).contents;
    const [from, to] = rangeOf(root, keysOf(pointer)) ?? BEGINNING;
    return spanOf(lines, from, to);
  };
}

/** Of a text that holds nothing. */
const BEGINNING = [0, 0] as const;

export function spanOf(lines: LineCounter, from: number, to: number): Span {
  const [start, end] = [lines.linePos(from), lines.linePos(Math.max(from, to))];
  return { line: start.line, column: start.col, endLine: end.line, endColumn: end.col };
}

function rangeOf(root: unknown, keys: readonly string[]): readonly [number, number, ...number[]] | undefined {
  let node = root;
  for (const key of keys) {
    const child: unknown = isCollection(node) ? node.get(key, true) : undefined;
    if (!isNode(child)) break;
    node = child;
  }
  return isNode(node) ? (node.range ?? undefined) : undefined;
}
