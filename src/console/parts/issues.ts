import { h, type JSX } from 'preact';
import type { z } from 'zod';
import type { IssueView } from '../../api/http/problem.ts';
import { Foreign } from './texts.ts';

export type Issue = z.output<typeof IssueView>;

interface Told {
  readonly issues: readonly Issue[];
  /** Leads to where one stands; left out where nothing can. */
  readonly goTo?: ((issue: Issue) => void) | undefined;
}

/** What is wrong, or may not be meant, each with its place, in the order of the text. */
export function Issues({ issues, goTo }: Told): JSX.Element {
  const inOrder = issues.toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0));
  const lines = inOrder.map((issue, at) =>
    h('li', { key: at, ...(issue.line !== undefined && { 'data-line': issue.line }) }, [
      h('span', null, h(Place, { issue, goTo })),
      h('span', null, h(Foreign, { text: wordsOf(issue) })),
    ]),
  );
  return h('ul', { class: 'plain issues' }, lines);
}

/** `Line 7`, else the pointer. */
function Place({ issue, goTo }: { readonly issue: Issue } & Pick<Told, 'goTo'>): JSX.Element {
  if (issue.line === undefined) return h('small', null, h(Foreign, { text: issue.pointer }));
  const word = `Line ${issue.line}`;
  if (goTo === undefined) return h('small', null, word);
  return h('button', { type: 'button', class: 'quiet', onClick: () => goTo(issue) }, word);
}

/** Without the place, which stands before it. */
function wordsOf({ detail }: Issue): string {
  return detail.replace(/ \(line \d+(?:, column \d+)?\)/, '');
}
