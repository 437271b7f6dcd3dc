import type { Job } from '../sandbox.ts';
import { workspaceFiles } from '../workspace-files.ts';

const BLOCK = 512;
const LONGEST_NAME = 100;
const MODE = '0000644';

const known = new WeakMap<Job['files'], Buffer>();

/**
 * A tar of a job's files, which any tar unpacks; made once for the same object, since what is loaded ahead may be large. Its length is a multiple of 512 bytes, and names and contents apart it is ASCII. Made at
 * once and not as a stream, since a job starts at once. Throws `SandboxFault` for a path that would not stay inside.
 */
export function tarOf(files: Job['files']): Buffer {
  const tar = known.get(files) ?? madeOf(files);
  known.set(files, tar);
  return tar;
}

function madeOf(files: Job['files']): Buffer {
  const entries = workspaceFiles(files).flatMap(([name, text]) => entryOf(name, Buffer.from(text)));
  return Buffer.concat([...entries, Buffer.alloc(2 * BLOCK)]);
}

function entryOf(name: string, content: Buffer): readonly Buffer[] {
  if (Buffer.byteLength(name) <= LONGEST_NAME) return [header(name, content.length, '0'), padded(content)];
  const whole = Buffer.from(`${name}\0`);
  return [
    header('././@LongLink', whole.length, 'L'),
    padded(whole),
    header('long', content.length, '0'),
    padded(content),
  ];
}

function header(name: string, size: number, type: '0' | 'L'): Buffer {
  const block = Buffer.alloc(BLOCK);
  block.write(name, 0);
  block.write(MODE, 100);
  block.write(octal(0, 7), 108);
  block.write(octal(0, 7), 116);
  block.write(octal(size, 11), 124);
  block.write(octal(0, 11), 136);
  block.write(' '.repeat(8), 148);
  block.write(type, 156);
  block.write('ustar  ', 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${octal(sum, 6)}\0 `, 148);
  return block;
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, '0');
}

function padded(content: Buffer): Buffer {
  return Buffer.concat([content, Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)]);
}
