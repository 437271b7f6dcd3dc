/**
 * Whether `part` occurs in `text`, in time linear in their lengths. The engine's own search is faster on ordinary texts and
 * quadratic on made-up ones, so it serves short parts only.
 */
export function containsText(text: string, part: string): boolean {
  if (part.length <= SHORT) return text.includes(part);
  if (part.length > text.length) return false;
  return search(text, part, borders(part));
}

const SHORT = 128;

/** Knuth, Morris and Pratt: `border[i]` is how much of the part's start ends at `i`. */
function borders(part: string): Int32Array {
  const border = new Int32Array(part.length);
  let length = 0;
  for (let i = 1; i < part.length; i += 1) {
    const code = part.charCodeAt(i);
    while (length > 0 && part.charCodeAt(length) !== code) length = border[length - 1] ?? 0;
    if (part.charCodeAt(length) === code) length += 1;
    border[i] = length;
  }
  return border;
}

function search(text: string, part: string, border: Int32Array): boolean {
  let length = 0;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    while (length > 0 && part.charCodeAt(length) !== code) length = border[length - 1] ?? 0;
    if (part.charCodeAt(length) === code) length += 1;
    if (length === part.length) return true;
  }
  return false;
}
