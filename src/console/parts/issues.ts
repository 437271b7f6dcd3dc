import { h, type JSX } from 'preact';
import type { z } from 'zod';
import type { IssueView } from '../../api/http/problem.ts';
import { Foreign } from './texts.ts';

export type Issue = z.output<typeof IssueView>;

/** What is wrong, or may not be meant, each with its place. */
export function Issues({ issues }: { readonly issues: readonly Issue[] }): JSX.Element {
  const lines = issues.map((issue, at) =>
    h('li', { key: at, ...(issue.line !== undefined && { 'data-line': issue.line }) }, [
      h('small', null, h(Foreign, { text: placeWord(issue) })),
      ' ',
      h(Foreign, { text: wordsOf(issue) }),
    ]),
  );
  return h('ul', { class: 'plain issues' }, lines);
}

/** `Line 7`, else the pointer. */
function placeWord({ line, pointer }: Issue): string {
  return line === undefined ? pointer : `Line ${line}`;
}

/** Without the place, which stands before it. */
function wordsOf({ detail }: Issue): string {
  return detail.replace(/ \(line \d+(?:, column \d+)?\)$/, '');
}
