import type { Sandbox } from '../../sandbox/sandbox.ts';
import { quoted } from '../feedback.ts';
import type { GuardContext } from '../guard.ts';
import { sourceProblem } from '../python/source-size.ts';
import { syntaxProblem } from '../python/syntax-problem.ts';

interface Source {
  readonly sandbox: Sandbox;
  readonly path: string;
  readonly source: string;
  readonly context: Pick<GuardContext, 'signal'>;
}

/** Why a Python file does not compile; undefined for one that does. */
export async function compileProblem({ sandbox, path, source, context }: Source): Promise<string | undefined> {
  const tooMuch = sourceProblem(source);
  if (tooMuch !== undefined) return `${quoted(path)}: ${tooMuch}`;
  const asked = await syntaxProblem({ sandbox, source, path, context });
  if (!asked.ok) return `${quoted(path)}: ${asked.problem}`;
  const problem = asked.answer;
  if (problem === null) return undefined;
  const { kind, message, line, text } = problem;
  const shown = text.trim() === '' ? '' : `\n${line === null ? '' : `${line}| `}${text.slice(0, 200)}`;
  return `${kind}: ${message} (${path}${line === null ? '' : `, line ${line}`} with the patch)${shown}`;
}
