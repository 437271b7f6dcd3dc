import { SourceMap } from 'node:module';
import type { ErrorFacts } from './test-run.ts';

/** The line of the implementation's text that an error comes from, as far as its stack tells. */
export function sourceLine({ stack }: ErrorFacts, map: string): number | undefined {
  const place = /implementation\.mjs:(?<line>\d+):(?<column>\d+)/.exec(stack)?.groups;
  if (place === undefined) return undefined;
  const entry = new SourceMap(JSON.parse(map)).findEntry(Number(place['line']) - 1, Number(place['column']) - 1);
  return 'originalLine' in entry ? entry.originalLine + 1 : undefined;
}
