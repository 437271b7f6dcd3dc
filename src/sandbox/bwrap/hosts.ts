import { readFileSync } from 'node:fs';

/** Programs of ours that are run inside, one after the other in one process. */
export function hostText(...names: readonly string[]): string {
  return names.map((name) => readFileSync(new URL(`hosts/${name}`, import.meta.url), 'utf8')).join('\n');
}
