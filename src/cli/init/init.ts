import { spawn } from 'node:child_process';
import { lstatSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { errorCode } from '../../platform/error-code.ts';
import { messageOf } from '../../text/message-of.ts';
import { LOCAL } from '../remote/place.ts';
import { askedSpec, installedAs } from './installed-as.ts';
import { projectFiles } from './project-files.ts';
import type { Template } from './template.ts';

export interface InitOptions {
  /** Seen from `cwd`. */
  readonly folder: string;
  readonly template: Template;
  readonly install: boolean;
  /** Which dsap, as npm takes it; left out: as this one was installed. */
  readonly dsap: string | undefined;
}

export interface InitSurroundings {
  readonly cwd: string;
  /** Runs npm there, to its end; answers its exit code. */
  readonly npm: (args: readonly string[], folder: string) => Promise<number>;
  readonly tell: (text: string) => unknown;
  readonly refuse: (text: string) => number;
}

/** Where this dsap lies, a clone or below a `node_modules`; what was built lies one deeper. */
const ROOT = path.resolve(import.meta.dirname, import.meta.filename.endsWith('.ts') ? '../../..' : '../../../..');

/**
 * `dsap init`: makes a project from a template, with its lock, and tells the next two commands and where they lead. Nothing that is there is overwritten: where
 * something is in the way nothing is written. Answers the exit code.
 */
export async function init(options: InitOptions, { cwd, npm, tell, refuse }: InitSurroundings): Promise<number> {
  const { template, install } = options;
  const folder = path.resolve(cwd, options.folder);
  const shown = path.relative(cwd, folder) || '.';
  const real = realOf(folder);
  const dsap = options.dsap === undefined ? installedAs(ROOT, real) : askedSpec(options.dsap, cwd, real);
  const files = projectFiles({ template, name: packageName(folder), dsap });
  const standing = [...files.keys(), 'package-lock.json', 'node_modules'].filter((file) =>
    isThere(path.join(folder, file)),
  );
  if (standing.length > 0) {
    return refuse(
      `${shown} has these already, and nothing is overwritten: ${standing.join(', ')}. Name another folder: dsap init my-project`,
    );
  }
  try {
    for (const [file, text] of files) write(path.join(folder, file), text);
  } catch (error) {
    return refuse(`${shown} cannot be written: ${messageOf(error)}`);
  }
  tell(`${shown}: ${files.size} files of the template ${template}.\n`);
  const code = await npm(['install', '--no-audit', '--no-fund', ...(install ? [] : ['--package-lock-only'])], folder);
  if (code !== 0) {
    return refuse(
      `npm has failed (${code}); the files are there. Once what it says above is mended, \`npm install\` in ${shown} makes the lock.`,
    );
  }
  const there = shown === '.' ? '' : `cd ${quoted(shown)} && `;
  tell(`Next:\n  ${there}npm ${install ? 'test' : 'ci'}\n  npm start\n`);
  tell(`It serves at ${LOCAL}, or says where. In another terminal:\n  ${there}${firstRun(files.get('README.md'))}\n`);
  return 0;
}

/** The first command of the project's README that starts a run, with its input. */
function firstRun(readme = ''): string {
  return /^npx dsap run start .*$/m.exec(readme)?.[0] ?? 'npx dsap help run start';
}

/** Runs the npm of the caller, whose words go to standard error: what is on standard output is ours. */
export function runNpm(args: readonly string[], folder: string): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn('npm', args, { cwd: folder, stdio: ['ignore', process.stderr, process.stderr] });
    child.on('error', (error) => {
      process.stderr.write(`npm cannot be run: ${error.message}\n`);
      resolve(127);
    });
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

/** Never over a file that is there, also one that came a moment ago. */
function write(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text, { flag: 'wx' });
}

function isThere(file: string): boolean {
  try {
    lstatSync(file);
    return true;
  } catch (error) {
    // What cannot be looked at cannot be written either, and is said when it is.
    return errorCode(error) !== 'ENOENT' && errorCode(error) !== 'ENOTDIR';
  }
}

/** The folder with every link followed, as npm sees it; what is not there yet lies in what is. */
function realOf(folder: string): string {
  if (isThere(folder)) return realpathSync(folder);
  const parent = path.dirname(folder);
  return parent === folder ? folder : path.join(realOf(parent), path.basename(folder));
}

/** The folder's name as npm allows names. */
function packageName(folder: string): string {
  const name = path
    .basename(folder)
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replace(/^[._-]+/, '');
  return name === '' || name === 'dsap' || name === 'node_modules' ? 'my-workflows' : name.slice(0, 214);
}

function quoted(text: string): string {
  return /^[\w./@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
