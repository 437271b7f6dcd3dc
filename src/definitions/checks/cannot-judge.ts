import type { Form } from '../../ports/catalogues.ts';
import { fieldOf } from '../../text/loose.ts';

/** Why a guard that reads this form can judge nothing that this output takes out of an answer, in words; undefined when it may (R125). */
export function cannotJudge(form: Form | undefined, output: unknown): string | undefined {
  const made = madeBy(output);
  if (form === undefined || made === undefined || ACCEPTED[form].includes(made)) return undefined;
  return `${WORDS[form]}, and the output is ${made === 'json' ? 'JSON' : `code in ${String(fieldOf(output, 'language'))}`}`;
}

type Made = 'json' | 'python' | 'typescript' | 'diff' | 'other';

/** What a text is, or code without a language, nobody knows. */
function madeBy(output: unknown): Made | undefined {
  const [format, language] = [fieldOf(output, 'format'), fieldOf(output, 'language')];
  if (format === 'json' || (format === undefined && fieldOf(output, 'schema') !== undefined)) return 'json';
  if (format !== 'code' || typeof language !== 'string') return undefined;
  return LANGUAGES[language.toLowerCase()] ?? 'other';
}

const LANGUAGES: Readonly<Record<string, Made>> = {
  json: 'json',
  py: 'python',
  python: 'python',
  python3: 'python',
  ts: 'typescript',
  tsx: 'typescript',
  typescript: 'typescript',
  js: 'typescript',
  javascript: 'typescript',
  diff: 'diff',
  patch: 'diff',
};

const ACCEPTED: Readonly<Record<Form, readonly Made[]>> = {
  json: ['json'],
  python: ['python'],
  typescript: ['typescript'],
  patch: ['json', 'diff'],
};

const WORDS: Readonly<Record<Form, string>> = {
  json: 'JSON',
  python: 'Python',
  typescript: 'TypeScript',
  patch: 'patches',
};
