/** Whether a byte stands within a character of UTF-8, not at its beginning. */
function isWithin(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

/** The last place at or before `at` at which a character begins, or the text ends. */
export function boundaryBefore(bytes: Uint8Array, at: number): number {
  let place = Math.min(at, bytes.length);
  while (place > 0 && isWithin(bytes[place])) place -= 1;
  return place;
}
