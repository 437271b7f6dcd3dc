import { z } from 'zod';
import { type Lookup, renderTemplate } from '../../expressions/template.ts';
import type { Need } from '../../model/isolation.ts';
import { jobPathProblem } from '../checks/job-paths.ts';
import { durationSchema } from '../parse/durations.ts';
import { template } from './template-fields.ts';

/** A program of the author's, as the guard and the generator `command` write it (running 5, R35). `files`: what their templates may name. */
export const programFields = (given: string, files: string) => ({
  run: z
    .array(z.string().min(1))
    .min(1)
    .max(100)
    .describe(`The program and its arguments; no shell is in between. ${given}`),
  files: z
    .record(z.string().min(1), template(z.string(), 'A file of the workspace; a template.'))
    .superRefine((written, context) => {
      const paths = new Set(Object.keys(written));
      for (const path of paths) {
        const problem = jobPathProblem(path, paths);
        if (problem !== undefined)
          context.addIssue({ code: 'custom', path: [path], message: `It cannot be in the workspace: ${problem}.` });
      }
    })
    .describe(`Files of its workspace, by path, as templates: ${files}`)
    .exactOptional(),
  timeout: durationSchema.describe('What it may take; PT30S when left out.').exactOptional(),
});

/** A script among the files runs wherever its language does; any other program needs a system of its own. */
export function needOf({
  run: [program = '', script],
  files = {},
}: {
  readonly run: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
}): Need {
  const isScript = script !== undefined && Object.hasOwn(files, script);
  if (isScript && /^python3?$/.test(program)) return { toolchain: 'python', floor: 'jail' };
  if (isScript && program === 'node') return { toolchain: 'typescript', floor: 'jail' };
  return { toolchain: 'command', floor: 'os' };
}

/** The files as they are written; a name that is not known stays as it is. */
export function renderedFiles(
  files: Readonly<Record<string, string>>,
  lookup: Lookup,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(files).map(([path, written]) => [path, renderTemplate(written, lookup).text]),
  );
}
