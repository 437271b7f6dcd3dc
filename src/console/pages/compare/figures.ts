import { h, type JSX } from 'preact';
import type { ComparisonView } from '../../../api/compare/compare.ts';
import { Fold } from '../../../api/report/html/parts.ts';
import { durationWord, NONE, spentWord, statusWord } from '../../../api/report/words.ts';
import { shortened } from '../../../text/text.ts';
import { Foreign } from '../../parts/texts.ts';
import type { Names } from './prompts.ts';

interface FiguresOf {
  readonly comparison: Pick<ComparisonView, 'figures' | 'leaves'>;
  readonly names: Names;
}

type Side = ComparisonView['figures']['a'];

/** What became of the attempts; a person may be asked about one. */
function outcomesOf({ leaves, figures }: FiguresOf['comparison']): Figure {
  const of = (side: 'a' | 'b'): string =>
    statusWord(leaves.some((leaf) => leaf[side]?.verdict === 'asked') ? 'asked' : figures[side].status);
  return { name: 'Outcome', a: of('a'), b: of('b') };
}

/** UTF-16 units; the whole is in the attempt. */
const LONGEST_FIGURE = 300;

interface Measured {
  readonly name: string;
  readonly of: (side: Side) => string;
  /** Where one of them can be more than the other, and what it is then. */
  readonly by?: (side: Side) => number | null;
  readonly more?: string;
}

const FIGURES: readonly Measured[] = [
  { name: 'Made by', of: ({ model, source }) => model ?? source ?? NONE },
  {
    name: 'Parameters',
    of: ({ parameters }) => (parameters === undefined ? NONE : shortened(JSON.stringify(parameters), LONGEST_FIGURE)),
  },
  { name: 'Finish reason', of: ({ finishReason }) => finishReason ?? NONE },
  {
    name: 'Tokens',
    of: ({ usage }) => (usage.llmCalls === 0 ? NONE : `${usage.inputTokens} in, ${usage.outputTokens} out`),
    by: ({ usage }) => usage.inputTokens + usage.outputTokens,
    more: 'more',
  },
  {
    name: 'Cost',
    of: ({ usage }) => (usage.llmCalls === 0 ? NONE : spentWord(usage.costUsd)),
    by: ({ usage }) => usage.costUsd,
    more: 'more',
  },
  {
    name: 'Cost of judging',
    of: ({ judging }) => (judging === null ? NONE : spentWord(judging.costUsd)),
    by: ({ judging }) => judging?.costUsd ?? null,
    more: 'more',
  },
];

/** How long each took; what a person took to answer is part of that. */
function timesOf({ leaves, figures }: FiguresOf['comparison']): Figure {
  const of = (side: 'a' | 'b'): string => {
    const waited = leaves.some((leaf) => leaf.nature === 'human' && leaf[side] !== null);
    const time = durationWord(figures[side].durationMs);
    return waited && time !== NONE ? `${time}, with the wait for a person` : time;
  };
  return { name: 'Time', a: of('a'), b: of('b'), ...moreOf(figures.a.durationMs, figures.b.durationMs, 'longer') };
}

function moreOf(a: number | null, b: number | null, word: string): Pick<Figure, 'more'> {
  if (a === null || b === null || a === b) return {};
  return { more: a > b ? [word, undefined] : [undefined, word] };
}

/** What two attempts took and came to; what is the same of both is folded. */
export function Figures({ comparison, names }: FiguresOf): JSX.Element {
  const { figures } = comparison;
  const head = ['', ...names].map((name, at) =>
    at === 0 ? h('td', null, '') : h('th', { scope: 'col' }, h(Foreign, { text: name })),
  );
  const measured = FIGURES.map(({ name, of, by, more = '' }) => ({
    name,
    a: of(figures.a),
    b: of(figures.b),
    ...(by && moreOf(by(figures.a), by(figures.b), more)),
  }));
  const rows: readonly Figure[] = [outcomesOf(comparison), ...measured, timesOf(comparison)];
  const isShown = ({ name, a, b }: Figure): boolean => a !== b || name === 'Cost';
  const same = rows.filter((row) => !isShown(row));
  return h('section', { 'aria-label': 'Figures', id: 'figures' }, [
    h('h2', null, 'Figures'),
    h('div', { class: 'measured' }, [
      h('table', null, [
        h('thead', null, h('tr', null, head)),
        h(
          'tbody',
          null,
          rows.filter(isShown).map((row) => h(FigureRow, { key: row.name, row })),
        ),
      ]),
    ]),
    ...(same.length === 0 ? [] : [h(Fold, { summary: `The same of both: ${same.length} more` }, h(Same, { same }))]),
  ]);
}

interface Figure {
  readonly name: string;
  readonly a: string;
  readonly b: string;
  /** Beside the larger of the two, what it is. */
  readonly more?: readonly [a: string | undefined, b: string | undefined];
}

function FigureRow({
  row: { name, a, b, more: [moreA, moreB] = [undefined, undefined] },
}: {
  readonly row: Figure;
}): JSX.Element {
  const cell = (value: string, more: string | undefined): JSX.Element =>
    h('td', null, [h(Foreign, { text: value }), ...(more === undefined ? [] : [h('small', null, ` ${more}`)])]);
  return h('tr', { class: a === b ? undefined : 'differs' }, [
    h('th', { scope: 'row' }, name),
    cell(a, moreA),
    cell(b, moreB),
  ]);
}

function Same({ same }: { readonly same: readonly Figure[] }): JSX.Element {
  return h(
    'dl',
    null,
    same.flatMap(({ name, a }) => [
      h('dt', { key: name }, name),
      h('dd', { key: `${name} is` }, h(Foreign, { text: a })),
    ]),
  );
}
