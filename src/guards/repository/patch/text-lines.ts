/** A line of a file and what ends it; only the last line may end in nothing. */
export interface Line {
  readonly text: string;
  readonly end: '\n' | '\r\n' | '';
}

/** Every line of a text. */
export function linesOf(text: string): readonly Line[] {
  const pieces = text.split('\n');
  const last = pieces.pop() ?? '';
  const lines = pieces.map(
    (piece): Line => (piece.endsWith('\r') ? { text: piece.slice(0, -1), end: '\r\n' } : { text: piece, end: '\n' }),
  );
  return last === '' ? lines : [...lines, { text: last, end: '' }];
}

/** The lines of a text without what ends them, be it any number of carriage returns. */
export function bareLines(text: string): readonly string[] {
  return linesOf(text).map((line) => withoutEnd(line.text, '\r'));
}

export function withoutTrailingSpace(text: string): string {
  return withoutEnd(text, ' \t\r');
}

/** A loop, since a pattern takes quadratic time on long runs of such characters. */
function withoutEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
