import { boundaryBefore } from './utf8.ts';

/** Bytes are not text in UTF-8. */
export class NotUtf8 extends Error {
  override readonly name = 'NotUtf8';
  /** What the bytes are, to be read behind their name: `is UTF-16 (little-endian), not UTF-8`. */
  readonly what: string;

  /** `encoding`: as `iconv` calls it; left out for bytes that are no text. */
  constructor(what: string, encoding?: string) {
    const todo = encoding === undefined ? '' : ` Save it as UTF-8, or convert it: iconv -f ${encoding} -t UTF-8.`;
    super(`${what}.${todo}`);
    this.what = what;
  }
}

/**
 * Returns the text that bytes hold in UTF-8, without the byte-order mark before it. Every file and body from outside is read with it. Throws
 * `NotUtf8`, which names the other encoding or format.
 */
export function decodeText(bytes: Uint8Array): string {
  const format = FORMATS.find(([, signature]) => startsWith(bytes, signature))?.[0];
  if (format !== undefined) throw new NotUtf8(`is ${format}, not text`);
  const wide = MARKS.find(([, , mark]) => startsWith(bytes, mark)) ?? wideWithoutMark(bytes);
  if (wide !== undefined) throw new NotUtf8(`is ${wide[0]}, not UTF-8`, wide[1]);
  try {
    return UTF_8.decode(bytes).replace(/^\uFEFF+/, '');
  } catch {
    throw broken(bytes);
  }
}

const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Formats that people hand over in place of text, with their first bytes. */
const FORMATS: readonly (readonly [what: string, signature: readonly number[]])[] = [
  ['compressed by gzip', [0x1f, 0x8b]],
  ['compressed by zstd', [0x28, 0xb5, 0x2f, 0xfd]],
  ['compressed by xz', [0xfd, 0x37, 0x7a, 0x58, 0x5a]],
  ['a ZIP archive (.docx and .xlsx are such archives)', [0x50, 0x4b, 0x03, 0x04]],
  ['a Word or Excel file', [0xd0, 0xcf, 0x11, 0xe0]],
  ['a PDF file', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['a PNG picture', [0x89, 0x50, 0x4e, 0x47]],
  ['a JPEG picture', [0xff, 0xd8, 0xff]],
  ['a program', [0x7f, 0x45, 0x4c, 0x46]],
];

type Wide = readonly [name: string, encoding: string, mark: readonly number[]];

/** UTF-32 first: its little-endian mark begins as that of UTF-16. */
const UTF_32_LE: Wide = ['UTF-32 (little-endian)', 'UTF-32LE', [0xff, 0xfe, 0, 0]];
const UTF_32_BE: Wide = ['UTF-32 (big-endian)', 'UTF-32BE', [0, 0, 0xfe, 0xff]];
const UTF_16_LE: Wide = ['UTF-16 (little-endian)', 'UTF-16LE', [0xff, 0xfe]];
const UTF_16_BE: Wide = ['UTF-16 (big-endian)', 'UTF-16BE', [0xfe, 0xff]];
const MARKS = [UTF_32_LE, UTF_32_BE, UTF_16_LE, UTF_16_BE];

/** So many bytes at the beginning are looked at for what the whole is. */
const SAMPLE = 4_096;

/** Most letters of most texts are ASCII, whose other bytes are zero in a wide encoding. A text in UTF-8 has hardly a zero, and no pattern of them. */
function wideWithoutMark(bytes: Uint8Array): Wide | undefined {
  const units = Math.floor(Math.min(bytes.length, SAMPLE) / 4);
  if (units === 0) return undefined;
  const zeros = [0, 0, 0, 0];
  for (let at = 0; at < units * 4; at += 1) if (bytes[at] === 0) zeros[at % 4] = (zeros[at % 4] ?? 0) + 1;
  const [a = 0, b = 0, c = 0, d = 0] = zeros.map((count) => count / units);
  if (c === 1 && d === 1 && a < 0.1) return UTF_32_LE;
  if (a === 1 && b === 1 && d < 0.1) return UTF_32_BE;
  if (b + d > 1 && a + c < 0.2) return UTF_16_LE;
  if (a + c > 1 && b + d < 0.2) return UTF_16_BE;
  return undefined;
}

/** Says where bytes cease to be UTF-8, and what they may be instead. */
function broken(bytes: Uint8Array): NotUtf8 {
  const sample = bytes.subarray(0, SAMPLE);
  if (sample.filter(isControl).length > sample.length / 20) return new NotUtf8('is binary data, not text');
  const at = firstBroken(bytes);
  const before = new TextDecoder().decode(bytes.subarray(0, at)).split('\n');
  const place = `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1} (byte ${at})`;
  const byte = bytes[at] ?? 0;
  const hex = byte.toString(16).toUpperCase().padStart(2, '0');
  const isAtEnd = byte >= 0xc0 && at + lengthBy(byte) > bytes.length && bytes.subarray(at + 1).every(isContinuation);
  if (isAtEnd && at + 1 < bytes.length) return new NotUtf8(`ends within a character, in ${place}: it was cut off`);
  const letter = new TextDecoder('windows-1252').decode(bytes.subarray(at, at + 1));
  const guess = `"${letter}" in Windows-1252 or Latin-1${isAtEnd ? ', unless it was cut off there' : ''}`;
  return new NotUtf8(`is not UTF-8: ${place} is the byte ${hex}, ${guess}`, 'WINDOWS-1252');
}

/** Returns where the first byte stands that belongs to no character. */
function firstBroken(bytes: Uint8Array): number {
  let [sound, unsound] = [0, bytes.length + 1];
  while (unsound - sound > 1) {
    const middle = Math.floor((sound + unsound) / 2);
    if (isSound(bytes.subarray(0, middle))) sound = middle;
    else unsound = middle;
  }
  // The beginning of a character that does not go on is still sound: the character began there.
  const start = boundaryBefore(bytes, Math.max(0, sound - 1));
  return (bytes[start] ?? 0) >= 0xc0 && start + lengthBy(bytes[start] ?? 0) > sound ? start : sound;
}

/** Whether the bytes are UTF-8, but for a character that may lack its end. */
function isSound(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** How many bytes a character of UTF-8 has that begins so. */
function lengthBy(first: number): number {
  return first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
}

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}

/** Other than tab, line feed, form feed and carriage return. */
function isControl(byte: number): boolean {
  return byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0c && byte !== 0x0d;
}

function startsWith(bytes: Uint8Array, beginning: readonly number[]): boolean {
  return beginning.every((byte, index) => bytes[index] === byte);
}
