import { lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';

const BLOCK = 512;

/** Bytes that a folder and all below it take on the disk; what vanishes meanwhile counts nothing. */
export function diskUse(directory: string): number {
  let names: readonly string[] = [];
  try {
    names = readdirSync(directory);
  } catch {}
  return names.reduce((total, name) => total + useOf(path.join(directory, name)), 0);
}

function useOf(file: string): number {
  const stat = lstatSync(file, { throwIfNoEntry: false });
  if (stat === undefined) return 0;
  return stat.blocks * BLOCK + (stat.isDirectory() ? diskUse(file) : 0);
}
