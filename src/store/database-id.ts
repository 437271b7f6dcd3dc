import type { ServiceKeys } from '../ports/store.ts';

const BYTES = 6;

/** What tells one database of dsap from every other: twelve hexadecimal digits, drawn once. */
export async function databaseId(keys: ServiceKeys): Promise<string> {
  return Buffer.from(await keys.of('database id'))
    .subarray(0, BYTES)
    .toString('hex');
}
