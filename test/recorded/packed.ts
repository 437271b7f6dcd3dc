/** Lines of JSON, compressed: only programs compare them, and tests tell where one differs. `name`: of a file beside this one. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';

/** None where nothing has been kept. */
export function linesIn(name: string): readonly string[] {
  return textIn(name).split('\n').slice(0, -1);
}

/** Leaves the file alone where it says the same already. */
export function keepLines(name: string, lines: readonly string[]): void {
  const text = lines.map((line) => `${line}\n`).join('');
  if (text !== textIn(name)) writeFileSync(at(name), brotliCompressSync(text));
}

function textIn(name: string): string {
  return existsSync(at(name)) ? brotliDecompressSync(readFileSync(at(name))).toString() : '';
}

function at(name: string): URL {
  return new URL(`${name}.jsonl.br`, import.meta.url);
}
