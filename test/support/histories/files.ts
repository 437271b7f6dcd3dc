/** The files of test/histories: one for each recorded run, compressed. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';

const FOLDER = new URL('../../histories/', import.meta.url);
const ENDING = '.json.br';

/** What every recorded run is called, in alphabetical order. */
export function historyNames(): readonly string[] {
  return readdirSync(FOLDER)
    .map((name) => name.replace(ENDING, ''))
    .toSorted();
}

/** A recorded history as Temporal's tools read it, in JSON. */
export function historyText(name: string): string {
  return brotliDecompressSync(readFileSync(fileOf(name))).toString('utf8');
}

/** Keeps a history in the place of the one of that name; answers the bytes that it takes. */
export function keepHistory(name: string, text: string): number {
  const packed = brotliCompressSync(text);
  writeFileSync(fileOf(name), packed);
  return packed.length;
}

function fileOf(name: string): URL {
  return new URL(`${name}${ENDING}`, FOLDER);
}
