import { z } from 'zod';
import { counted, listed, rejected } from '../feedback.ts';
import type { GuardAnswer } from '../guard.ts';

export const findingSchema = z.object({
  file: z.string(),
  line: z.int(),
  column: z.int(),
  code: z.int(),
  message: z.string(),
});

/** An error that the compiler found. */
export type Finding = z.infer<typeof findingSchema>;

/** The name that an artifact has where a file needs one. */
export const ARTIFACT = 'artifact.ts';

/** A rejection for what the compiler found; `kind` is the kind of error that it is. */
export function rejectedFor(
  kind: 'SyntaxError' | 'TypeError',
  findings: readonly Finding[],
  texts: Readonly<Record<string, string>>,
): GuardAnswer {
  const [first, ...others] = findings;
  if (first === undefined) return rejected('The compiler found errors.');
  return rejected(
    lineFor(kind, first),
    ...pointedAt(first, texts),
    ...listed(others.map((finding) => lineFor(kind, finding))),
    others.length > 0 ? `${counted(findings.length, 'errors')} in all.` : '',
  );
}

function lineFor(kind: string, { file, line, column, code, message }: Finding): string {
  const place = file === ARTIFACT ? '' : `${file}, `;
  return `${kind}: ${message} (${place}line ${line}, column ${column}, TS${code})`;
}

/** The line with a mark under the column. */
function pointedAt({ file, line, column }: Finding, texts: Readonly<Record<string, string>>): readonly string[] {
  const text = texts[file]?.split(/\r?\n/)[line - 1]?.replaceAll('\t', ' ') ?? '';
  if (text.trim() === '' || text.length > 200) return [];
  return [`  ${text}`, `  ${' '.repeat(column - 1)}^`];
}
