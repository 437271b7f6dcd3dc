// `npm run weights -- report.json`: takes from a report of `npm test -- --json --outputFile=report.json` how long each suite took, and writes
// it to test/weights.json, by which jest begins the longest first. A report of some suites replaces their weights alone.
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Weights } from '../test/support/order/longest-first.ts';
import { type JestReport, weightsOf } from './weights/weights-of.ts';

const WEIGHTS = new URL('../test/weights.json', import.meta.url);
const root = path.resolve(import.meta.dirname, '..');

const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error('Name a report: npm test -- --json --outputFile=report.json, then npm run weights -- report.json');
  process.exitCode = 1;
} else {
  const report: JestReport = JSON.parse(await readFile(file, 'utf8'));
  const before: Weights = JSON.parse(await readFile(WEIGHTS, 'utf8'));
  const weights = weightsOf(report, before, root, (suite) => existsSync(path.join(root, suite)));
  await writeFile(WEIGHTS, `${JSON.stringify(weights, null, 2)}\n`);
  console.log(`${Object.keys(weights).length} suites in test/weights.json`);
}
