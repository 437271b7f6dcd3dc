import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import type { Event } from '../../../src/model/event.ts';

/** A log with the states that it was folded to when they were recorded, as `scripts/record-states.ts` writes them. */
interface Recorded<State> {
  readonly name: string;
  readonly topology: string;
  /** What the log goes on from; left out: from nothing. */
  readonly from?: State;
  readonly events: readonly Event[];
  readonly states: readonly State[];
}

/** All logs that are kept with their states in that schema. */
export function recordedIn<State>(schema: number): readonly Recorded<State>[] {
  const packed = readFileSync(new URL(`../../states/schema-${schema}.jsonl.br`, import.meta.url));
  const lines = brotliDecompressSync(packed).toString('utf8').split('\n');
  return lines.map((line): Recorded<State> => JSON.parse(line));
}
