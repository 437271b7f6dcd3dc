import { glob } from 'node:fs/promises';
import { DsapProblem } from '../../client/problem.ts';
import { EXIT, type FileIssue, issueLine, UsageError } from './exit.ts';
import type { Session, Work } from './perform.ts';
import { nameOfFile } from './place.ts';
import type { Written } from './service/service.ts';
import { counted } from './shown/format.ts';
import { writtenIn } from './written.ts';

/** What a check finds. */
export type Verdict =
  | { readonly valid: true; readonly bound: { readonly generations: number }; readonly warnings: readonly FileIssue[] }
  | { readonly valid: false; readonly errors: readonly FileIssue[] };

/** Checks a definition as publishing does. */
export type Check = (written: Written) => Promise<Verdict>;

export interface CheckOptions {
  /** Of a state machine whose document names none. */
  readonly name?: string | undefined;
}

/** `dsap definition check FILE… --service`: the service checks, with its own parts and settings. */
export function checkByService(files: readonly string[], options: CheckOptions): Work {
  return ({ client, ...session }) =>
    checkFiles(files, options, session, async (written) => {
      try {
        const { document } = await client.definitions.validate(written);
        return { valid: true, bound: document.bound, warnings: document.warnings };
      } catch (error) {
        if (!(error instanceof DsapProblem) || error.errors.length === 0) throw error;
        return { valid: false, errors: error.errors };
      }
    });
}

/**
 * Checks the files, or those that the patterns name, and tells what is wrong as compilers do, for editors to jump to. With `json` it prints one document
 * for each file. Returns the exit code: `refused` where one is wrong, `usage` where one cannot be read.
 */
export async function checkFiles(
  words: readonly string[],
  { name }: CheckOptions,
  { terminal, json }: Pick<Session, 'terminal' | 'json'>,
  check: Check,
): Promise<number> {
  let code: number = EXIT.done;
  for (const file of await filesOf(words)) {
    let verdict: Verdict;
    try {
      verdict = await check(await writtenIn(file, name));
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      if (json) terminal.json(JSON.stringify({ file, valid: false, unreadable: error.message }));
      terminal.tell(`dsap: ${error.message}`);
      code = EXIT.usage;
      continue;
    }
    if (json) terminal.json(JSON.stringify({ file, ...verdict }));
    else tell(verdict, nameOfFile(file), terminal);
    if (!verdict.valid && code === EXIT.done) code = EXIT.refused;
  }
  return code;
}

function tell(verdict: Verdict, file: string, terminal: Session['terminal']): void {
  if (verdict.valid) {
    for (const issue of verdict.warnings) terminal.line(issueLine(file, issue, 'warning: '));
    const most = counted(verdict.bound.generations, 'generation');
    terminal.tell(['good', '✓ '], `${file} is valid: at most ${most} a run.`);
  } else {
    for (const issue of verdict.errors) terminal.line(issueLine(file, issue));
    terminal.tell(`${counted(verdict.errors.length, 'problem')} in ${file}.`);
  }
}

/** Where the shell has not put the names of files in the place of a pattern, it is done here. Throws `UsageError` for one that fits none. */
async function filesOf(words: readonly string[]): Promise<readonly string[]> {
  const files: string[] = [];
  for (const word of words) {
    const found: string[] = [];
    if (/[*?[{]/.test(word)) for await (const file of glob(word)) found.push(file);
    else found.push(word);
    if (found.length === 0) throw new UsageError(`No file fits ${word}.`);
    files.push(...found.toSorted());
  }
  return [...new Set(files)];
}
