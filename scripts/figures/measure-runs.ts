import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { LANES, suitesOfLane, suitesOfNpmTest } from './lanes.ts';
import type { Project } from './project.ts';
import type { Measured, Report } from './report.ts';

/** The whole of the tests, or what of them. */
export const RUNS = ['all', 'rules', ...LANES] as const;
export type Run = (typeof RUNS)[number];

const RULES = 'test/rules/';

/**
 * Runs a lane, or all of them, and answers the report with what it took. Nothing should run beside it. Throws where tests fail, since a run
 * that broke off says nothing about time.
 */
export async function measured(root: string, project: Project, run: Run, before: Report): Promise<Report> {
  const suites = suitesFor(project, run);
  if (suites.length === 0) return before;
  const took = await timed(root, run === 'all' ? [] : suites);
  return noted(before, run, { ...took, suites: suites.length });
}

function noted(report: Report, run: Run, took: Measured): Report {
  if (run === 'all') return { ...report, npmTest: took };
  if (run === 'rules') return { ...report, rules: took };
  return { ...report, lanes: { ...report.lanes, [run]: took } };
}

function suitesFor(project: Project, run: Run): readonly string[] {
  if (run === 'all') return suitesOfNpmTest(project);
  if (run === 'rules') return suitesOfNpmTest(project).filter((suite) => suite.startsWith(RULES));
  return suitesOfLane(project, run);
}

/** The shell counts what a command and all that it waited for had of the processors; Node does not tell it of its children. */
const TIMED = 'TIMEFORMAT="%R %U %S"; { time "${@:2}" 1>&3 2>&3; } 3>&2 2>"$1"';

async function timed(root: string, suites: readonly string[]): Promise<Measured> {
  const folder = await mkdtemp(path.join(tmpdir(), 'dsap-figures-'));
  try {
    const said = path.join(folder, 'time');
    const paths = suites.length > 0 ? ['--', '--runTestsByPath', ...suites] : [];
    const code = await ended(root, ['-c', TIMED, 'bash', said, 'npm', 'test', ...paths]);
    if (code !== 0) throw new Error('Tests failed, so that their time says nothing: mend them, and measure again.');
    const [seconds = 0, user = 0, system = 0] = (await readFile(said, 'utf8'))
      .replaceAll(',', '.')
      .trim()
      .split(/\s+/)
      .map(Number);
    return {
      at: new Date().toISOString().slice(0, 10),
      commit: await commitOf(root),
      seconds,
      processorSeconds: Math.round(user + system),
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}

function ended(root: string, args: readonly string[]): Promise<number | null> {
  return new Promise((resolve, reject) => {
    spawn('bash', args, { cwd: root, stdio: 'inherit' }).once('error', reject).once('close', resolve);
  });
}

export async function commitOf(root: string): Promise<string> {
  const { stdout } = await promisify(execFile)('git', ['rev-parse', '--short=7', 'HEAD'], { cwd: root });
  return stdout.trim();
}
