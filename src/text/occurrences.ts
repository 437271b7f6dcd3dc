/** Every index at which a part occurs, in linear time: Knuth, Morris and Pratt. */
export function* occurrences(text: string, part: string): Generator<number> {
  const border = new Int32Array(part.length);
  for (let at = 1, length = 0; at < part.length; at += 1) {
    while (length > 0 && part.charCodeAt(length) !== part.charCodeAt(at)) length = border[length - 1] ?? 0;
    if (part.charCodeAt(length) === part.charCodeAt(at)) length += 1;
    border[at] = length;
  }
  for (let at = 0, length = 0; at < text.length; at += 1) {
    while (length > 0 && part.charCodeAt(length) !== text.charCodeAt(at)) length = border[length - 1] ?? 0;
    if (part.charCodeAt(length) === text.charCodeAt(at)) length += 1;
    if (length < part.length) continue;
    yield at - length + 1;
    length = border[length - 1] ?? 0;
  }
}
