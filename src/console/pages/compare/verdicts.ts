import { h, type JSX } from 'preact';
import type { ComparisonView } from '../../../api/compare/compare.ts';
import { Fold } from '../../../api/report/html/parts.ts';
import { counted } from '../../../api/report/words.ts';
import { State } from '../../parts/states.ts';
import { Foreign } from '../../parts/texts.ts';
import type { Names } from './prompts.ts';

type Leaf = ComparisonView['leaves'][number];

interface VerdictsOf {
  readonly leaves: readonly Leaf[];
  readonly names: Names;
  /** What is said of a side on which a leaf has said nothing. */
  readonly silent: readonly [a: string, b: string];
}

/** What each guard said of both; what differs, and what rejected either, stands open. */
export function Verdicts({ leaves, names, silent }: VerdictsOf): JSX.Element {
  const [shown, equal] = [leaves.filter(isTelling), leaves.filter((leaf) => !isTelling(leaf))];
  const list = (some: readonly Leaf[]): JSX.Element =>
    h(
      'ul',
      { class: 'plain' },
      some.map((leaf) => h(LeafPair, { key: leaf.path, leaf, names, silent })),
    );
  return h('section', { 'aria-label': 'Verdict', id: 'verdict' }, [
    h('h2', null, 'Verdict'),
    ...(leaves.length === 0 ? [h('p', { class: 'soft' }, 'No guard has judged either of them.')] : []),
    ...(shown.length === 0 ? [] : [list(shown)]),
    ...(equal.length === 0 ? [] : [h(Fold, { summary: sameWords(equal.length, shown.length) }, list(equal))]),
  ]);
}

/** What differs, and whatever rejected an attempt. */
function isTelling({ differs, a, b }: Leaf): boolean {
  return differs || [a, b].some((side) => side?.verdict === 'retry' || side?.verdict === 'fatal');
}

function sameWords(equal: number, shown: number): string {
  if (shown > 0) return `${counted(equal, 'guard')} said the same`;
  return `Every guard said the same of both: ${counted(equal, 'guard')}`;
}

interface PairOf extends Omit<VerdictsOf, 'leaves'> {
  readonly leaf: Leaf;
}

function LeafPair({ leaf, names, silent }: PairOf): JSX.Element {
  const isOne = !leaf.differs && leaf.a?.score === leaf.b?.score;
  const side = (of: Leaf['a'], at: 0 | 1): JSX.Element =>
    h('div', null, [
      h('small', null, isOne ? 'Both: ' : [h(Foreign, { text: names[at] }), ': ']),
      ...(of === null
        ? [silent[at]]
        : [
            h(State, { status: of.verdict === 'open' ? 'unjudged' : of.verdict }),
            ...(of.score === undefined ? [] : [` score ${of.score}`]),
            ...(of.feedback === '' ? [] : [h('p', null, h(Foreign, { text: of.feedback }))]),
          ]),
    ]);
  return h('li', null, [
    h('strong', null, h(Foreign, { text: leaf.guard })),
    ...(leaf.nature === undefined || leaf.nature === leaf.guard ? [] : [h('small', null, ` ${leaf.nature}`)]),
    h('div', { class: 'sides' }, isOne ? [side(leaf.a, 0)] : [side(leaf.a, 0), side(leaf.b, 1)]),
  ]);
}
