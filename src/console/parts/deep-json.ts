/** Part of a JSON text, as it is written. */
export interface Piece {
  readonly text: string;
  /** It lies so deep that it is folded: its lines, and how it begins. */
  readonly folded?: { readonly opens: '{' | '['; readonly lines: number };
}

/** Levels that stand open (console 2). */
const OPEN_LEVELS = 4;
/** What is shorter stays, in UTF-16 units. */
const SHORT = 40;

/** A text in pieces, of which what lies below the fourth level of its JSON is folded; one piece where it is no JSON. */
export function piecesOf(text: string): readonly Piece[] {
  if (!/^\s*[[{]/.test(text) || !isJson(text)) return [{ text }];
  const pieces: Piece[] = [];
  let depth = 0;
  let from = 0;
  let opened = 0;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/gs)) {
    if (token === '{' || token === '[') {
      depth += 1;
      if (depth === OPEN_LEVELS + 1) opened = index;
    } else if (token === '}' || token === ']') {
      depth -= 1;
      const end = index + 1;
      if (depth !== OPEN_LEVELS || end - opened <= SHORT) continue;
      const deep = text.slice(opened, end);
      const opens = deep.startsWith('{') ? '{' : '[';
      pieces.push(
        { text: text.slice(from, opened) },
        { text: deep, folded: { opens, lines: deep.split('\n').length } },
      );
      from = end;
    }
  }
  return [...pieces, { text: text.slice(from) }];
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
