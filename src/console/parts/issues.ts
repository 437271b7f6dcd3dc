import { type ComponentChildren, h, type JSX } from 'preact';
import type { z } from 'zod';
import type { IssueView } from '../../api/http/problem.ts';
import { Foreign } from './texts.ts';

export type Issue = z.output<typeof IssueView>;

/** What a hand can do about an issue in an editor. */
export interface Hand {
  /** Leads to where it stands. */
  readonly goTo: (issue: Issue) => void;
  /** The word that was probably meant, and how it is put in; undefined where none is known. */
  readonly mend: (issue: Issue) => { readonly by: string; readonly put: () => void } | undefined;
}

interface Told {
  readonly issues: readonly Issue[];
  /** Left out where there is only a text to read. */
  readonly hand?: Hand | undefined;
}

/** What is wrong, or may not be meant, each with its place, in the order of the text. */
export function Issues({ issues, hand }: Told): JSX.Element {
  const lines = inTextOrder(issues).map((issue, at) =>
    h('li', { key: at, ...(issue.line !== undefined && { 'data-line': issue.line }) }, [
      h('span', null, h(Place, { issue, hand })),
      h('span', null, [...saidOf(issue), ...mendOf(issue, hand)]),
    ]),
  );
  return h('ul', { class: 'plain issues' }, lines);
}

export function inTextOrder(issues: readonly Issue[]): readonly Issue[] {
  return issues.toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0));
}

/** `Line 7`, else the pointer. */
function Place({ issue, hand }: { readonly issue: Issue } & Pick<Told, 'hand'>): JSX.Element {
  if (issue.line === undefined) return h('small', null, h(Foreign, { text: issue.pointer }));
  const word = `Line ${issue.line}`;
  if (!hand) return h('small', null, word);
  return h('button', { type: 'button', class: 'quiet', onClick: () => hand.goTo(issue) }, word);
}

function saidOf(issue: Issue): ComponentChildren[] {
  const { brief, names } = worded(issue);
  if (names === undefined) return [h(Foreign, { text: brief })];
  const [what = '', ...list] = names.split(': ');
  const fold = [h('summary', null, h(Foreign, { text: what })), h(Foreign, { text: list.join(': ') })];
  return [h(Foreign, { text: brief }), h('details', null, fold)];
}

function mendOf(issue: Issue, hand: Hand | undefined): ComponentChildren[] {
  const mend = hand?.mend(issue);
  if (!mend) return [];
  const words = ['Replace by ', h(Foreign, { text: mend.by })];
  return [' ', h('button', { type: 'button', class: 'quiet', onClick: mend.put }, words)];
}

/** Letters of a list of names that stands beside what is wrong. */
const SHORT = 80;

/** What is wrong, without the place, which stands before it; and all names that there are, such as `Guards: a, b.`, where those are many. */
export function worded({ detail }: Issue): { readonly brief: string; readonly names?: string } {
  const said = detail.replace(/ \(line \d+(?:, column \d+)?\)/, '');
  const [, brief, names] = /^(.*[.?]) ([A-Z]\w*(?: \w+)?: [^:]+)$/s.exec(said) ?? [];
  return brief === undefined || names === undefined || names.length <= SHORT ? { brief: said } : { brief, names };
}
