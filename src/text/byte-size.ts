const KIBIBYTE = 1024;
const MEBIBYTE = 1024 * KIBIBYTE;

/** Writes a number of bytes in KiB or MiB, rounded up, so that what is a little too large does not read as if it fitted. */
export function byteSize(bytes: number): string {
  const [unit, name] = bytes < MEBIBYTE ? [KIBIBYTE, 'KiB'] : [MEBIBYTE, 'MiB'];
  return `${Math.ceil((bytes / unit) * 100) / 100} ${name}`;
}
