import { isCollection, isNode, LineCounter, parseDocument } from 'yaml';
import { keysOf } from '../../text/pointer.ts';

/**
 * Says where in a YAML text a pointer leads, ` (line 3, column 5)`; where it leads nowhere, the nearest thing that holds it. The text has
 * been read before: this is asked only when something is wrong with what it says.
 */
export function placesIn(text: string): (pointer: string) => string {
  const lines = new LineCounter();
  let root: unknown;
  return (pointer) => {
    root ??= parseDocument(text, { lineCounter: lines, uniqueKeys: false, prettyErrors: false }).contents;
    const offset = offsetOf(root, keysOf(pointer));
    if (offset === undefined) return '';
    const { line, col } = lines.linePos(offset);
    return ` (line ${line}, column ${col})`;
  };
}

function offsetOf(root: unknown, keys: readonly string[]): number | undefined {
  let node = root;
  for (const key of keys) {
    const child: unknown = isCollection(node) ? node.get(key, true) : undefined;
    if (!isNode(child)) break;
    node = child;
  }
  return isNode(node) ? node.range?.[0] : undefined;
}
