import { type ComponentChildren, h, type JSX } from 'preact';
import { counted } from '../../../api/report/words.ts';
import { visible } from '../../../text/visible.ts';
import { DrawnGraph, type GraphOfDefinition } from '../../parts/drawn-graph.ts';
import { type Hand, type Issue, Issues } from '../../parts/issues.ts';
import { Foreign } from '../../parts/texts.ts';

/** What is known of the text that stands in the editor. */
export interface Draft {
  /** What keeps it from being published. */
  readonly problems: readonly Issue[];
  /** Why it could not be looked at, where that is no problem of the text. */
  readonly refused?: string;
  readonly warnings: readonly Issue[];
  /** The most generations of a run, and the graph; undefined where there are problems. */
  readonly generations?: number;
  readonly graph?: GraphOfDefinition;
}

interface Looked {
  /** Undefined where nobody has looked yet. */
  readonly draft: Draft | undefined;
  readonly text: string;
  /** Left out without scripts. */
  readonly hand?: Hand;
}

/** What was found: problems first, then what a run may come to. */
export function Found(looked: Looked): JSX.Element {
  const { draft, hand } = looked;
  return h('div', null, [
    h('section', { 'aria-label': 'Problems', id: 'problems' }, [h('h2', null, 'Problems'), ...problemsOf(looked)]),
    ...(draft === undefined || draft.warnings.length === 0
      ? []
      : [
          h('section', { 'aria-label': 'Warnings' }, [
            h('h2', null, 'Warnings'),
            h(Issues, { issues: draft.warnings, hand }),
          ]),
        ]),
    ...(draft?.graph === undefined
      ? []
      : [h('section', { 'aria-label': 'Graph' }, [h('h2', null, 'Graph'), h(DrawnGraph, { graph: draft.graph })])]),
  ]);
}

/** How it stands, in a line. */
export function standingWord({ problems, generations, refused }: Draft): string {
  if (generations !== undefined) return `None. A run makes at most ${counted(generations, 'generation')}.`;
  return problems.length === 0 ? (refused ?? '') : `${counted(problems.length, 'problem')}.`;
}

function problemsOf({ draft, text, hand }: Looked): ComponentChildren[] {
  if (draft === undefined)
    return [h('p', { class: 'soft' }, 'Press Check to see what is wrong, the graph, and what a run may come to.')];
  const { problems, refused, generations } = draft;
  const { hidden } = visible(text);
  return [
    ...(refused === undefined ? [] : [h('p', { class: 'alert', role: 'alert' }, h(Foreign, { text: refused }))]),
    ...(problems.length === 0 ? [] : [h(Issues, { issues: problems, hand })]),
    ...(generations === undefined
      ? []
      : [h('p', null, [h('span', { class: 'good', 'aria-hidden': true }, '✓ '), standingWord(draft)])]),
    ...(hidden === 0 ? [] : [h('p', null, `${counted(hidden, 'hidden character')}: ${hiddenPlaces(text)}.`)]),
  ];
}

/** Where characters stand that nobody sees. */
function hiddenPlaces(text: string): string {
  const lines = text.split('\n').flatMap((line, at) => (visible(line).hidden === 0 ? [] : [at + 1]));
  return `line ${lines.slice(0, 10).join(', ')}${lines.length > 10 ? ' …' : ''}`;
}
