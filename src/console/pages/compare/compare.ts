import { h, type JSX } from 'preact';
import type { ComparisonView } from '../../../api/compare/compare.ts';
import { Fold } from '../../../api/report/html/parts.ts';
import { costWord, durationWord, NONE, statusWord } from '../../../api/report/words.ts';
import { shortened } from '../../../text/text.ts';
import { visible } from '../../../text/visible.ts';
import type { Screen } from '../../frame.ts';
import { BothSides } from '../../parts/diffs.ts';
import { type Pair, runPath, stepPath } from '../../parts/paths.ts';
import { Foreign, shortId } from '../../parts/texts.ts';
import { type Names, Prompts } from './prompts.ts';
import { Verdicts } from './verdicts.ts';
import { type Choice, Ways } from './ways.ts';

export interface Compared {
  readonly pair: Pair;
  /** Attempts that there are of each side, the newest first. */
  readonly of: readonly [a: readonly Choice[], b: readonly Choice[]];
  readonly comparison: ComparisonView;
}

interface Drawn {
  readonly comparison: ComparisonView;
  readonly names: Names;
}

/** Two attempts of a step: what the guard said of each, what was made, what was asked, and what it took (console 2.3). */
export function compareScreen(compared: Compared): Screen {
  const { pair, comparison } = compared;
  const names: Names =
    pair.run === undefined
      ? [`Attempt ${pair.a}`, `Attempt ${pair.b}`]
      : [`Attempt ${pair.a} of ${shortId(pair.id)}`, `Attempt ${pair.b} of ${shortId(pair.run)}`];
  const drawn = { comparison, names };
  return {
    title: `Compare ${pair.step}`,
    place: 'Runs',
    content: [
      h('p', { class: 'crumbs' }, [
        h('a', { href: runPath(pair.id) }, h(Foreign, { text: pair.id })),
        ' · ',
        h('a', { href: stepPath(pair.id, pair.step) }, h(Foreign, { text: pair.step })),
        ...(pair.run === undefined
          ? []
          : [' · with ', h('a', { href: runPath(pair.run) }, h(Foreign, { text: pair.run }))]),
      ]),
      h('h1', null, [
        pair.run === undefined ? `Attempts ${pair.a} and ${pair.b} of ` : 'Two runs of ',
        h(Foreign, { text: pair.step }),
      ]),
      h(Ways, { pair, of: compared.of }),
      h(
        'p',
        null,
        PARTS.flatMap((part, at) => [at === 0 ? '' : ' · ', h('a', { href: `#${part.toLowerCase()}` }, part)]),
      ),
      h(Verdicts, {
        leaves: comparison.leaves,
        names,
        silent: [silentWord(comparison.figures.a), silentWord(comparison.figures.b)],
      }),
      h(Texts, { ...drawn, wholes: wholesOf(pair, comparison) }),
      h(Prompts, { prompt: comparison.prompt, names }),
      h(Figures, drawn),
    ],
  };
}

const PARTS = ['Verdict', 'Text', 'Prompt', 'Figures'] as const;

/** What is said of a leaf that has said nothing of an attempt: there is no verdict yet, or it was passed over. */
function silentWord({ status }: Figures): string {
  return status === 'pending' ? 'is not judged yet' : 'was not asked';
}

type Wholes = readonly [a: string | undefined, b: string | undefined];

/** Where each text stands as a whole; undefined where there is none. */
function wholesOf({ id, step, a, b, run = id }: Pair, { text }: ComparisonView): Wholes {
  return [text.a ? stepPath(id, step, a) : undefined, text.b ? stepPath(run, step, b) : undefined];
}

function Texts({ comparison: { text }, names, wholes }: Drawn & { readonly wholes: Wholes }): JSX.Element {
  const { a, b, equal, parts, unit } = text;
  const isCut = a?.cut === true || b?.cut === true;
  const nothing = [a, b].flatMap((side, at) => (side === null ? [visible(names[at] ?? '').text] : []));
  return h('section', { 'aria-label': 'Text', id: 'text' }, [
    h('h2', null, 'Text'),
    ...(equal ? [h('p', null, 'The texts are equal.')] : []),
    ...(isCut ? [h('p', { class: 'soft' }, 'Only the first 64 KiB of each are compared.')] : []),
    ...(unit === 'line' ? [h('p', { class: 'soft' }, 'So much changed that some lines are shown as replaced.')] : []),
    ...nothing.map((name) => h('p', { key: name, class: 'soft' }, `${name} has made nothing.`)),
    ...(equal ? [h(WholeTexts, { hrefs: wholes, names })] : []),
    ...(equal ? [] : [h(BothSides, { parts, names, of: 'Text', wholes })]),
  ]);
}

interface WholesOf {
  readonly hrefs: Wholes;
  readonly names: Names;
}

function WholeTexts({ hrefs, names }: WholesOf): JSX.Element {
  return h(
    'ul',
    { class: 'plain inline' },
    hrefs.map((href, at) =>
      href === undefined
        ? null
        : h('li', { key: at }, h('a', { href }, `Text of ${visible(names[at] ?? '').text.replace(/^A/, 'a')}`)),
    ),
  );
}

type Figures = ComparisonView['figures']['a'];

/** What became of the attempts; a person may be asked about one. */
function outcomesOf({ leaves, figures }: ComparisonView): Figure {
  const of = (side: 'a' | 'b'): string =>
    statusWord(leaves.some((leaf) => leaf[side]?.verdict === 'asked') ? 'asked' : figures[side].status);
  return { name: 'Outcome', a: of('a'), b: of('b') };
}

/** UTF-16 units; the whole is in the attempt. */
const LONGEST_FIGURE = 300;

const FIGURES: readonly (readonly [name: string, of: (side: Figures) => string])[] = [
  ['Made by', ({ model, source }) => model ?? source ?? NONE],
  [
    'Parameters',
    ({ parameters }) => (parameters === undefined ? NONE : shortened(JSON.stringify(parameters), LONGEST_FIGURE)),
  ],
  ['Finish reason', ({ finishReason }) => finishReason ?? NONE],
  ['Tokens', ({ usage }) => (usage.llmCalls === 0 ? NONE : `${usage.inputTokens} in, ${usage.outputTokens} out`)],
  ['Cost', ({ usage }) => costWord(usage)],
  ['Cost of judging', ({ judging }) => (judging === null ? NONE : costWord(judging))],
  ['Time', ({ durationMs }) => durationWord(durationMs)],
];

function Figures({ comparison, names }: Drawn): JSX.Element {
  const { figures } = comparison;
  const head = ['', ...names].map((name, at) =>
    at === 0 ? h('td', null, '') : h('th', { scope: 'col' }, h(Foreign, { text: name })),
  );
  const rows = [outcomesOf(comparison), ...FIGURES.map(([name, of]) => ({ name, a: of(figures.a), b: of(figures.b) }))];
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
}

function FigureRow({ row: { name, a, b } }: { readonly row: Figure }): JSX.Element {
  const cell = (value: string): JSX.Element => h('td', null, h(Foreign, { text: value }));
  return h('tr', { class: a === b ? undefined : 'differs' }, [h('th', { scope: 'row' }, name), cell(a), cell(b)]);
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
