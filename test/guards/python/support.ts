import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { runPythonTests } from '../../../src/guards/python/run-tests.ts';
import type { TestReport, TestRun } from '../../../src/guards/python/test-report.ts';
import { cacheDirectory } from '../../../src/platform/cache-directory.ts';
import { createBwrap } from '../../../src/sandbox/bwrap/bwrap.ts';
import { createDeno } from '../../../src/sandbox/deno/deno.ts';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import { oneInterpreter } from '../../sandbox/support/one-interpreter.ts';

/** The sandbox that every machine has. None waits for its job: that starts two more than are wanted. */
export async function openDeno(): Promise<Sandbox> {
  const lines: string[] = [];
  const log = (line: string) => lines.push(line);
  const deno = await createDeno({ cacheDirectory: cacheDirectory(process.env), log });
  if (deno?.capabilities.toolchains.includes('python')) return deno;
  throw new Error(`Deno runs no Python here: ${lines.join('; ')}`);
}

/** The same with few starts for many cases: it shows what the programs do, not that they are kept apart. */
export async function openOneInterpreter(imports: readonly string[] = []): Promise<Sandbox> {
  return oneInterpreter(await openDeno(), imports);
}

/** The real CPython with the real pytest, or why it is not here; with `fork` in children of parents. */
export async function openBwrap(
  how: { readonly fork?: true } = {},
): Promise<{ readonly sandbox?: Sandbox; readonly missing: string }> {
  const lines: string[] = [];
  const log = (line: string) => lines.push(line);
  const kept = how.fork ? { pool: 3, fork: true } : {};
  const sandbox = await createBwrap({ cacheDirectory: cacheDirectory(process.env), log, ...kept });
  const missing = lines.find((line) => /pytest|forks no/.test(line)) ?? (sandbox ? '' : lines.join('; '));
  return sandbox && missing === '' ? { sandbox, missing } : { missing: missing || 'no bubblewrap' };
}

const SAMPLES = new URL('./samples/', import.meta.url);

/** What is tested, with its tests. */
export type SampleFolder = 'honest' | 'one-process' | 'framework';

/** The forged implementations by name, whatever kind of forgery they are. */
export function forgedSamples(): Readonly<Record<string, string>> {
  const samples = Object.entries(samplesIn('forgeries'));
  return Object.fromEntries(samples.map(([file, text]) => [path.basename(file, '.py'), text]));
}

/** The Python files of one folder of samples, by path. */
function samplesIn(folder: 'forgeries' | SampleFolder): Readonly<Record<string, string>> {
  const directory = new URL(`${folder}/`, SAMPLES);
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.py'));
  return Object.fromEntries(files.toSorted().map((file) => [file, readFileSync(new URL(file, directory), 'utf8')]));
}

/** A folder of samples as what is tested and the tests. */
export function testedIn(folder: SampleFolder): Pick<TestRun, 'files' | 'tests'> {
  const samples = Object.entries(samplesIn(folder));
  return {
    files: Object.fromEntries(samples.filter(([file]) => !file.endsWith('_test.py'))),
    tests: Object.fromEntries(samples.filter(([file]) => file.endsWith('_test.py'))),
  };
}

/** Runs tests against one module. */
export function judged(
  run: Pick<TestRun, 'sandbox'> & { artifact: string; tests: string } & Partial<Omit<TestRun, 'tests'>>,
) {
  const { tests, ...rest } = run;
  const signal = new AbortController().signal;
  return runPythonTests({ files: {}, signal, ...rest, tests: { 'test_artifact.py': tests } });
}

/** What is said of a run: pass, fail, or the kind of its problem. */
export function verdictOf({ tests, problem }: TestReport): string {
  if (problem !== undefined) return problem.kind;
  return tests.length > 0 && tests.every(({ outcome }) => outcome === 'passed') ? 'pass' : 'fail';
}

/** The tests that have not passed, with the first lines of what was said. */
export function unpassed({ tests }: TestReport): readonly string[] {
  return tests
    .filter(({ outcome }) => outcome !== 'passed')
    .map(({ id, outcome, message }) => `${outcome} ${id}: ${message}`);
}
