import { z } from 'zod';
import { schemaIssues } from '../definitions/parse/schema-issues.ts';
import type { Issue } from '../ports/catalogues.ts';
import { listing, suggestion } from '../text/nearest.ts';
import { safeParseNumbers } from '../text/parse-numbers.ts';
import { below } from '../text/pointer.ts';
import type { Guard } from './guard.ts';

/** All that is wrong with a leaf's `with`: first what its schema says, else what only the guard can tell. */
export function optionIssues(guard: Guard, options: unknown): readonly Issue[] {
  const parsed = safeParseNumbers(guard.options, options ?? {});
  if (!parsed.success) return [...issuesOf(guard, parsed.error.issues, options ?? {})];
  return (guard.check?.(parsed.data) ?? []).map(({ path, message }) => ({
    pointer: below('', ...path),
    code: 'invalid_option',
    detail: message,
  }));
}

/** What a leaf's `with` says that its author may not mean; nothing of one that is refused. */
export function optionWarnings(guard: Guard, options: unknown): readonly Issue[] {
  const parsed = safeParseNumbers(guard.options, options ?? {});
  const found = parsed.success ? (guard.warn?.(parsed.data) ?? []) : [];
  return found.map(({ path, code, message }) => ({ pointer: below('', ...path), code, detail: message }));
}

/** Unknown options with the nearest one; what a guard says of itself as it says it, all else in the words of every definition. */
function* issuesOf(guard: Guard, found: readonly z.core.$ZodIssue[], options: unknown): Generator<Issue> {
  for (const issue of found) {
    const pointer = below('', ...issue.path.map((key) => (typeof key === 'symbol' ? String(key) : key)));
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys) yield unknownOption(guard, pointer, key, issue.path.length === 0);
    else if (issue.code === 'custom') yield { pointer, code: 'invalid_option', detail: issue.message };
    else for (const each of schemaIssues([issue], options)) yield { ...each, code: 'invalid_option' };
  }
}

function unknownOption({ name, options }: Guard, pointer: string, key: string, isTop: boolean): Issue {
  const known = isTop && options instanceof z.ZodObject ? Object.keys(options.shape) : [];
  const there = known.length > 0 ? ` Options: ${listing(known)}.` : ' See its schema under /v1/guards.';
  const detail = `The guard "${name}" has no option "${key}" here.${suggestion(key, known)}${there}`;
  return { pointer: below(pointer, key), code: 'unknown_option', detail };
}
