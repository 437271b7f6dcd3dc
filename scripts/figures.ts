// `npm run figures`: how far the sources are from what is wanted of them, measure by measure; ends with 1 where a row fails.
// `-- --list <id>` lists the places behind one row. `-- --ratchet` (in `npm run check`) ends with 1 only where a row is worse than both its
// goal and scripts/figures/baseline.json; `-- --baseline` writes that file anew. `-- --all` runs the tests and writes down what they took in
// scripts/figures/report.json; `-- --all nothing console` runs some lanes alone. `-- --root <folder>` measures another checkout.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { citationsOf, targetsOf, unresolved } from './citations.ts';
import { sourcesIn } from './docs/sources.ts';
import { allFigures } from './figures/all-figures.ts';
import { isMet } from './figures/figure.ts';
import { measured, RUNS, type Run } from './figures/measure-runs.ts';
import { figuresTable, listed } from './figures/print.ts';
import { type Baseline, baselineOf, better, worse } from './figures/ratchet.ts';
import { readProject } from './figures/read-project.ts';
import type { Report } from './figures/report.ts';
import { requirementsNamed } from './figures/requirements.ts';

const BASELINE = new URL('figures/baseline.json', import.meta.url);
const REPORT = new URL('figures/report.json', import.meta.url);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    list: { type: 'string' },
    root: { type: 'string', default: path.resolve(import.meta.dirname, '..') },
    ratchet: { type: 'boolean', default: false },
    baseline: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
  },
});
const project = await readProject(values.root);
const named = requirementsNamed(project);
const baseline: Baseline = JSON.parse(await readFile(BASELINE, 'utf8'));
if (values.all) {
  for (const run of runsOf(positionals)) {
    const report: Report = JSON.parse(await readFile(REPORT, 'utf8'));
    await write(REPORT, await measured(values.root, project, run, report));
  }
}
const report: Report = JSON.parse(await readFile(REPORT, 'utf8'));
const cited = ['src', 'bench', 'scripts', 'examples', 'definitions', 'test', 'docs']
  .flatMap(sourcesIn)
  .flatMap(citationsOf);
const citations = unresolved(cited, targetsOf(sourcesIn('docs')));
const figures = allFigures(project, report, { named, before: baseline.requirements, citations });

if (values.baseline) await write(BASELINE, baselineOf(figures, named, baseline));
if (values.list !== undefined) console.log(listed(figures, values.list));
else if (values.ratchet) process.exitCode = compare();
else {
  console.log(figuresTable(figures));
  process.exitCode = figures.every(isMet) ? 0 : 1;
}

/** 1 where a figure has become worse, and says which, where, and what to do. */
function compare(): number {
  const complaints = worse(figures, baseline);
  for (const complaint of complaints) console.error(complaint);
  if (complaints.length > 0) {
    console.error(
      'Mend it; or, where it is meant, write the baseline anew (npm run figures -- --baseline) and say why in the commit.',
    );
    return 1;
  }
  console.log(`figures: ${figures.length}, none worse than the baseline`);
  const improved = better(figures, baseline);
  if (improved.length > 0) console.log(`${improved.join('\n')}\nKeep it: npm run figures -- --baseline`);
  return 0;
}

function runsOf(names: readonly string[]): readonly Run[] {
  const unknown = names.find((name) => !RUNS.some((run) => run === name));
  if (unknown !== undefined) throw new Error(`There are no suites "${unknown}"; there are ${RUNS.join(', ')}.`);
  return names.length === 0 ? RUNS : RUNS.filter((run) => names.includes(run));
}

async function write(file: URL, value: Baseline | Report): Promise<void> {
  await writeFile(file, `${JSON.stringify(value, undefined, 2)}\n`);
}
