import { appendFileSync, readFileSync } from 'node:fs';

/** `npm run test:faults` plays every fault in full; as a part of all tests each is played for a few seconds. */
const isFull = process.env['FAULTS'] === 'full';

/** Seeds every plan of faults; set `FAULTS_SEED` to play one again. */
export const seed = Number(process.env['FAULTS_SEED'] ?? '20261122');

/** The first in full, the second in the quick part. */
export function size<Size>(full: Size, quick: Size): Size {
  return isFull ? full : quick;
}

interface Figure {
  readonly what: string;
  readonly value: string;
}

/** Notes figures for the table at the end. */
export function report(scenario: string, figures: Readonly<Record<string, unknown>>): void {
  const value = Object.entries(figures)
    .map(([name, figure]) => `${name} ${String(figure)}`)
    .join(', ');
  const line: Figure = { what: scenario, value: `${value}, seed ${seed}` };
  const file = process.env['FAULTS_FIGURES'];
  if (file === undefined) console.log(`${line.what}: ${line.value}`);
  else appendFileSync(file, `${JSON.stringify(line)}\n`);
}

/** What was noted so far, as lines of a table. */
export function tableOf(file: string): string {
  const figures = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Figure => JSON.parse(line));
  const width = Math.max(0, ...figures.map(({ what }) => what.length));
  return figures.map(({ what, value }) => `| ${what.padEnd(width)} | ${value} |`).join('\n');
}
