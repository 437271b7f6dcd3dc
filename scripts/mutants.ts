// `npm run mutants`: puts small mistakes into the core and the topologies, one at a time, and counts those that the suites notice which need
// no server. Prints the count by file, writes the whole to scripts/figures/report.json and what was not noticed to test/mutants.json,
// where reasons are kept. `-- --only src/domain/tick` tries only files whose path contains that, `-- --most 40` at most so many of a file,
// chosen once for all; of `--only` nothing is written, of `--most` an estimate. `-- --left` tries those again that were not noticed, after tests were added and nothing else
// has changed, `-- --by test/rules` in suites whose path contains that, and writes what it finds. `-- --workers 1`, `-- --share 0.05` of the
// cases of each property. `-- --folder <path>` keeps what suites found there, and goes on where a run of the same sources was stopped.
// `-- --list` runs nothing, and lists what was not noticed at last and has no reason.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { commitOf } from './figures/measure-runs.ts';
import { loadedWith, needsOf } from './figures/needs.ts';
import { type Project } from './figures/project.ts';
import { readProject } from './figures/read-project.ts';
import type { Report } from './figures/report.ts';
import { compiling } from './mutants/compiles.ts';
import { exchange } from './mutants/exchange.ts';
import type { Mutant } from './mutants/mutant.ts';
import {
  type Count,
  counted,
  estimated,
  leftOf,
  outcomesOf,
  type Survivors,
  stillLeft,
  survivorCount,
  survivorsOf,
  type Tried,
  unexplained,
} from './mutants/outcomes.ts';
import { runSuites } from './mutants/run-suites.ts';
import { sampleOf } from './mutants/sample.ts';
import { mutated } from './mutants/schemata.ts';
import { isMutated } from './mutants/targets.ts';
import { markdownTable, percent } from './table.ts';

const REPORT = new URL('figures/report.json', import.meta.url);
const SURVIVORS = new URL('../test/mutants.json', import.meta.url);
/** One after the other, for what is left: those that notice most in a short time, and last those that play many worlds for each mutant. */
const FIRST = /^test\/(?:core\/histories|recorded\/documents)\.test\.ts$/;
const LAST = /\.property\.test\.ts$|^test\/recorded\/(?:stories|worlds)\.test\.ts$/;

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    most: { type: 'string' },
    workers: { type: 'string', default: '2' },
    share: { type: 'string', default: '0.01' },
    left: { type: 'boolean', default: false },
    by: { type: 'string', default: '' },
    folder: { type: 'string' },
    list: { type: 'boolean', default: false },
  },
});
const root = path.resolve(import.meta.dirname, '..');
const before: Survivors = JSON.parse(await readFile(SURVIVORS, 'utf8'));

if (values.list) for (const line of withoutReason(before)) console.log(line);
else {
  const project = await readProject(root);
  const mutants = compiled(project);
  const tried = await tryAll(project, sampled(mutants));
  print(tried);
  if (values.left) await keepLeft(stillLeft(before, mutants, tried));
  else if (values.only === '') await (values.most === undefined ? keep(tried) : keepEstimate(tried, mutants));
}

/** Those that compile, by file. */
function compiled({ files }: Project): ReadonlyMap<string, readonly Mutant[]> {
  const chosen = [...files.values()].filter((file) => isMutated(file.path) && file.path.includes(values.only));
  const texts = new Map(chosen.map((file) => [file.path, file.text]));
  const all = new Map([...texts].map(([file, text]) => [file, mutated(file, text).mutants]));
  return compiling(root, texts, all);
}

/** As many of them as are wanted. */
function sampled(mutants: ReadonlyMap<string, readonly Mutant[]>): ReadonlyMap<string, readonly Mutant[]> {
  const most = Number(values.most ?? Number.POSITIVE_INFINITY);
  const wanted = [...mutants].map(([file, of]): [string, readonly Mutant[]] => [
    file,
    sampleOf(file, values.left ? leftOf(file, of, before) : of, most),
  ]);
  return new Map(wanted.filter(([, of]) => of.length > 0));
}

async function tryAll(project: Project, mutants: ReadonlyMap<string, readonly Mutant[]>): Promise<readonly Tried[]> {
  const folder = values.folder ?? (await mkdtemp(path.join(tmpdir(), 'dsap-mutants-')));
  await mkdir(folder, { recursive: true });
  try {
    const { setSample, found } = exchange(folder);
    setSample(new Map([...mutants].map(([file, of]) => [file, of.map(({ index }) => index)])));
    const suites = suitesFor(project, mutants);
    const running = { root, folder, workers: Number(values.workers), share: Number(values.share) };
    const turnOf = (suite: string) => (FIRST.test(suite) ? 0 : LAST.test(suite) ? 2 : 1);
    for (const [, now] of [...Map.groupBy(suites, turnOf)].toSorted(([a], [b]) => a - b)) await runSuites(running, now);
    sayUnfit(found());
    return outcomesOf(mutants, found());
  } finally {
    if (values.folder === undefined) await rm(folder, { recursive: true });
  }
}

/** Suites that need nothing, and load some of the files. */
function suitesFor(project: Project, mutants: ReadonlyMap<string, unknown>): readonly string[] {
  const pure = [...needsOf(project)].flatMap(([suite, need]) =>
    need === 'nothing' && suite.includes(values.by) ? [suite] : [],
  );
  return pure.filter((suite) => [...loadedWith(project, suite)].some((file) => mutants.has(file)));
}

function sayUnfit(found: ReturnType<ReturnType<typeof exchange>['found']>): void {
  for (const each of found) {
    if (each.kind !== 'done') continue;
    for (const test of each.unfit) console.log(`Left out, since it fails without any mutant: ${each.suite}: ${test}`);
    for (const test of each.slow) console.log(`Left out, since it takes too long: ${each.suite}: ${test}`);
    if (!each.isClean)
      console.log(`${each.suite} does not pass again after its mutants: it keeps something from one test to the next.`);
  }
}

function print(tried: readonly Tried[]): void {
  const rows = [
    ...counted(tried, (file) => file),
    ...counted(tried, (file) => `${path.posix.dirname(file)}/`),
    ...counted(tried, () => 'all'),
  ];
  const columns = ({ name, mutants, killed, survived, unreached }: Count) => [
    name,
    ...[mutants, killed, survived, unreached].map(String),
    percent(killed / mutants),
  ];
  console.log(markdownTable(['', 'mutants', 'killed', 'survived', 'unreached', ''], rows.map(columns)));
  const loaded = tried.filter(({ outcome }) => outcome === 'loaded').length;
  console.log(`${loaded} more are asked only while suites are loaded, and count neither way.`);
}

async function keep(tried: readonly Tried[]): Promise<void> {
  const [all] = counted(tried, () => 'all');
  await keepLeft(survivorsOf(tried, before), all?.mutants);
}

/** Of a sample only what it lets expect of all is written: who survived is not known. */
async function keepEstimate(tried: readonly Tried[], all: ReadonlyMap<string, readonly Mutant[]>): Promise<void> {
  const [sample] = counted(tried, () => 'all');
  const killed = estimated(tried, (file) => all.get(file)?.length ?? 0);
  const from = [...all.values()].reduce((sum, of) => sum + of.length, 0);
  await report({ killed, of: sample?.mutants ?? 0, from });
  console.log(`About ${Math.round(killed * 10) / 10} percent of all are killed.`);
}

async function report(found: Pick<NonNullable<Report['mutants']>, 'killed' | 'of' | 'from'>): Promise<void> {
  const earlier: Report = JSON.parse(await readFile(REPORT, 'utf8'));
  const at = new Date().toISOString().slice(0, 10);
  await write(REPORT, { ...earlier, mutants: { at, commit: await commitOf(root), ...found } });
}

/** All others of as many as there are, or were at last, are killed. */
async function keepLeft(survivors: Survivors, all?: number): Promise<void> {
  const known: Report = JSON.parse(await readFile(REPORT, 'utf8'));
  const of = all ?? known.mutants?.of ?? 0;
  await report({ killed: of === 0 ? 0 : 100 * (1 - survivorCount(survivors) / of), of });
  await write(SURVIVORS, survivors);
  console.log(`${unexplained(survivors)} survivors have no reason in test/mutants.json.`);
}

function withoutReason(survivors: Survivors): readonly string[] {
  return Object.entries(survivors).flatMap(([file, names]) =>
    Object.entries(names).flatMap(([name, reason]) => (reason === '' ? [`${file}  ${name}`] : [])),
  );
}

async function write(file: URL, value: Report | Survivors): Promise<void> {
  await writeFile(file, `${JSON.stringify(value, undefined, 2)}\n`);
}
