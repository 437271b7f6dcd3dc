import type { z } from 'zod';
import type { Issue } from '../domain/catalogues.ts';
import { below } from '../domain/definition/pointer.ts';
import type { Guard } from './guard.ts';

/** All that is wrong with a leaf's `with`: first what its schema says, else what only the guard can tell. */
export function optionIssues(guard: Guard, options: unknown): readonly Issue[] {
  const parsed = guard.options.safeParse(options ?? {});
  if (!parsed.success) return parsed.error.issues.flatMap((issue) => schemaIssues(guard, issue));
  return (guard.check?.(parsed.data) ?? []).map(({ path, message }) => ({
    pointer: below('', ...path),
    code: 'invalid_option',
    detail: message,
  }));
}

/** What a leaf's `with` says that its author may not mean; nothing of one that is refused. */
export function optionWarnings(guard: Guard, options: unknown): readonly Issue[] {
  const parsed = guard.options.safeParse(options ?? {});
  const found = parsed.success ? (guard.warn?.(parsed.data) ?? []) : [];
  return found.map(({ path, code, message }) => ({ pointer: below('', ...path), code, detail: message }));
}

function schemaIssues(guard: Guard, issue: z.core.$ZodIssue): readonly Issue[] {
  const pointer = below('', ...issue.path.map((key) => (typeof key === 'symbol' ? String(key) : key)));
  if (issue.code !== 'unrecognized_keys') return [{ pointer, code: 'invalid_option', detail: issue.message }];
  return issue.keys.map((key) => ({
    pointer: below(pointer, key),
    code: 'unknown_option',
    detail: `The guard "${guard.name}" has no option "${key}" here; see its schema under /v1/guards.`,
  }));
}
