/**
 * What a person would read of a text: no ANSI sequences, control, zero-width or direction characters
 * (guards 3.3, LLM01); lines end in a line feed.
 */
export function plainText(text: string): string {
  return text.toWellFormed().replace(/\r\n?/g, '\n').replace(ANSI, '').replace(INVISIBLE, '');
}

/** At most so many UTF-16 units from the start, never half a character. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const end = isHighSurrogate(text.charCodeAt(length - 1)) ? length - 1 : length;
  return text.slice(0, end);
}

/** The start of a text that has more units; an ellipsis behind it says that there is more. */
export function shortened(text: string, length: number): string {
  return text.length <= length ? text : `${cut(text, length)}…`;
}

/** As much of somebody's words as a sentence of ours has room for; an ellipsis at its end says that there is more. */
export function short(words: string): string {
  return words.length > SENTENCE ? shortened(words, SENTENCE - 1) : words;
}

const SENTENCE = 240;

/** At most so many bytes in UTF-8 from the start, never half a character. It looks no further. */
export function cutBytes(text: string, bytes: number): string {
  let taken = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    taken += bytesOf(unit);
    if (taken > bytes) return cut(text, isHighSurrogate(unit) && at + 1 < text.length ? at + 1 : at);
  }
  return text;
}

/** The longest start of a text that fits, of at most so many UTF-16 units and never half a character; what is shorter fits too. */
export function longestCut(text: string, length: number, fits: (start: string) => boolean): string {
  let [low, high] = [0, Math.min(text.length, length)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(cut(text, middle))) low = middle;
    else high = middle - 1;
  }
  return cut(text, low);
}

/** Bytes of the text in UTF-8. */
export function utf8Length(text: string): number {
  const first = text.search(BEYOND_ASCII);
  if (first < 0) return text.length;
  let bytes = first;
  for (let at = first; at < text.length; at += 1) bytes += bytesOf(text.charCodeAt(at));
  return bytes;
}

const BEYOND_ASCII = /[\u0080-\uffff]/;

/** Half of a pair counts two: together they are the four bytes of one character. */
function bytesOf(unit: number): number {
  if (unit <= 0x7f) return 1;
  return unit <= 0x7ff || (unit >= 0xd800 && unit <= 0xdfff) ? 2 : 3;
}

/** Colours, cursor moves and other CSI sequences; titles and links (OSC). Bounded, so that a lone ESC costs no scan of the rest. */
// oxlint-disable-next-line no-control-regex
const ANSI = /\u001b(?:\[[0-?]{0,64}[ -/]{0,8}[@-~]|\][^\u0007\u001b]{0,2048}(?:\u0007|\u001b\\)|[@-Z\\^_])/g;

/** The last range holds tag characters, which models read and people do not see. */
const INVISIBLE =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu;

export function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
