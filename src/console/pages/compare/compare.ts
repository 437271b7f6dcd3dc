import { h, type JSX } from 'preact';
import type { ComparisonView } from '../../../api/compare/compare.ts';
import { visible } from '../../../text/visible.ts';
import type { Screen } from '../../frame.ts';
import { BothSides } from '../../parts/diffs.ts';
import { type Pair, runPath, stepPath } from '../../parts/paths.ts';
import { Foreign, shortId } from '../../parts/texts.ts';
import { Figures } from './figures.ts';
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
      h(Figures, drawn),
      h(Prompts, { prompt: comparison.prompt, names }),
    ],
  };
}

const PARTS = ['Verdict', 'Text', 'Figures', 'Prompt'] as const;

/** What is said of a leaf that has said nothing of an attempt: there is no verdict yet, or it was passed over. */
function silentWord({ status }: ComparisonView['figures']['a']): string {
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
