import { z } from 'zod';
import { isObject, propertyOf } from '../../expressions/values.ts';
import { HALLUCINATED, hopeless, listed, PASSED, quoted, rejected } from '../feedback.ts';
import type { Guard } from '../guard.ts';
import { repositoryOf, workspaceOptions } from './given.ts';
import { jsonAnswer } from './patch/json-answer.ts';
import { meantPaths } from './patch/nearest-paths.ts';
import type { Workspace } from './workspace.ts';

const options = z.strictObject(workspaceOptions).meta({
  title: 'Analysis of a repository',
  description:
    'Passes when the artifact is JSON that says what is wrong and where: `hypothesis`, `approach`, and `files`, each of which the repository in the input has.',
  examples: [{ files: 'repository.files' }],
});

/**
 * Passes when the artifact says what is wrong and where: JSON with `hypothesis` (or `root_cause`) and `approach` (or `fix_approach`), both
 * some text, and `files`, at least one path, each of a file that the repository has. Further fields are welcome.
 */
export const analysis: Guard<z.infer<typeof options>> = {
  name: 'analysis',
  nature: 'deterministic',
  sandbox: false,
  score: false,
  judges: 'json',
  options,
  evaluate(given, context) {
    const workspace = repositoryOf(context, given);
    if (!workspace.ok) return hopeless(...workspace.problems);
    const answer = jsonAnswer(context.artifact.text);
    if (!answer.ok) return rejected(...answer.problems, FORMAT);
    const missing = filesIn(answer.value).filter((path) => !workspace.value.has(path));
    const problems = [...problemsOf(answer.value), ...missing.map((path) => missingFile(path, workspace.value))];
    if (problems.length === 0) return PASSED;
    return { ...rejected(...listed(problems), FORMAT), ...(missing.length > 0 && { data: HALLUCINATED }) };
  },
};

const FORMAT =
  'Answer with {"hypothesis": "which code causes it, and how", "approach": "what has to change", "files": ["path/of/a/file.py"]}.';

const HYPOTHESIS = ['hypothesis', 'root_cause', 'rootCause'] as const;
const APPROACH = ['approach', 'fix_approach', 'fixApproach'] as const;

function problemsOf(value: unknown): readonly string[] {
  if (!isObject(value)) return ['The answer is no JSON object.'];
  return [
    ...textProblems(value, HYPOTHESIS, 'say which code causes the issue'),
    ...textProblems(value, APPROACH, 'say what has to change'),
    ...fileProblems(propertyOf(value, 'files')),
  ];
}

function textProblems(value: object, names: readonly [string, ...string[]], instead: string): readonly string[] {
  const name = names.find((each) => propertyOf(value, each) !== undefined);
  if (name === undefined) return [`"${names[0]}" is missing: ${instead}.`];
  const text = propertyOf(value, name);
  if (typeof text !== 'string') return [`"${name}" is no text: ${instead}.`];
  return text.trim() === '' ? [`"${name}" is empty: ${instead}.`] : [];
}

function fileProblems(files: unknown): readonly string[] {
  if (!Array.isArray(files)) return ['"files" is missing: list the paths of the files that have to change.'];
  if (files.length === 0) return ['"files" is empty: name at least one file that has to change.'];
  return files.flatMap((file: unknown, index) => (pathIn(file) === undefined ? [`"files[${index}]" is no path.`] : []));
}

function filesIn(value: unknown): readonly string[] {
  const files = isObject(value) ? propertyOf(value, 'files') : undefined;
  return Array.isArray(files) ? files.flatMap((file: unknown) => pathIn(file) ?? []) : [];
}

function pathIn(file: unknown): string | undefined {
  const path = typeof file === 'string' ? file : propertyOf(file, 'path');
  return typeof path === 'string' ? path : undefined;
}

function missingFile(path: string, { paths }: Workspace): string {
  return `The repository has no file ${quoted(path)}.${meantPaths(path, paths)} Name files that are there.`;
}
