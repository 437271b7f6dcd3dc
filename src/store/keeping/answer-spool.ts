import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseStored } from '../../text/exact-json.ts';
import type { KeptAnswer } from './kept-answers.ts';

/** What was paid for and could not be stored, on this machine's disk (R100). */
export interface AnswerSpool {
  /** On the disk when it returns; false: there is no room. Throws what the file system throws. */
  put(answer: KeptAnswer): boolean;
  /** Hands out what was put, oldest first, and forgets each that was taken. Answers how many; throws what `take` throws. */
  empty(take: (answer: KeptAnswer) => Promise<unknown>): Promise<number>;
}

/** 1 GiB. */
const ROOM = 2 ** 30;

/** `directory` is made when something is put, for its owner alone. */
export function openSpool(directory: string, room = ROOM): AnswerSpool {
  const files = () => listed(directory).filter((name) => name.endsWith('.json'));
  return {
    put(answer) {
      const text = JSON.stringify(answer);
      const held = files().reduce((sum, name) => sum + sizeOf(path.join(directory, name)), 0);
      if (held + Buffer.byteLength(text) > room) return false;
      mkdirSync(directory, { recursive: true, mode: 0o700 });
      // By time, and in the order of one process; whole or not at all.
      const file = path.join(directory, `${nameNow()}.json`);
      writeFileSync(`${file}.part`, text, { mode: 0o600, flush: true });
      renameSync(`${file}.part`, file);
      return true;
    },
    async empty(take) {
      const waiting = files().toSorted();
      for (const name of waiting) {
        const file = path.join(directory, name);
        const answer = read(file);
        if (answer) await take(answer);
        rmSync(file, { force: true });
      }
      return waiting.length;
    },
  };
}

let written = 0;

function nameNow(): string {
  written += 1;
  return `${String(Date.now()).padStart(15, '0')}-${String(written).padStart(9, '0')}-${randomUUID()}`;
}

function listed(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Undefined where another process has taken it. */
function read(file: string): KeptAnswer | undefined {
  try {
    return parseStored(readFileSync(file, 'utf8'));
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

function isMissing(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';
}
