import { type ComponentChildren, h, type JSX } from 'preact';
import type { z } from 'zod';
import type { DefinitionPageView } from '../../../api/definitions/page.ts';
import type { StatsView } from '../../../api/learning/stats-view.ts';
import { costWord, counted, NONE } from '../../../api/report/words.ts';
import { Foreign } from '../../parts/texts.ts';

type Stats = z.output<typeof StatsView>;
type Step = DefinitionPageView['steps'][number];
type Share = Stats['levelOneOnly'];

const COLUMNS = ['Step, guard', 'How', 'Judged', 'Rejected', 'Cost'] as const;

/** The steps with their guards, and how often each rejected what it judged in runs of this version. */
export function Steps({ steps, stats }: { readonly steps: readonly Step[]; readonly stats: Stats }): JSX.Element {
  const { matched, counted: read } = stats.runs;
  const of = new Map(stats.steps.map((each) => [each.step, each]));
  return h('section', { 'aria-label': 'Steps' }, [
    h('h2', null, 'Steps'),
    h(
      'p',
      { class: 'soft' },
      matched === 0
        ? 'No run of this version yet: how often each guard rejects, and what it costs, will stand here.'
        : `Of ${read === matched ? counted(read, 'run') : `the newest ${read} of ${counted(matched, 'run')}`} of this version; in brackets where the rate lies for certain enough (95 %).`,
    ),
    h('table', { class: 'cards figures' }, [
      h(
        'thead',
        null,
        h(
          'tr',
          null,
          COLUMNS.map((name) => h('th', { scope: 'col' }, name)),
        ),
      ),
      ...steps.map((step) => h(StepRows, { key: step.id, step, found: of.get(step.id) })),
    ]),
  ]);
}

function StepRows({
  step,
  found,
}: {
  readonly step: Step;
  readonly found: Stats['steps'][number] | undefined;
}): JSX.Element {
  const { id, generator, model, requires, attempts, optional, orGroup, guards } = step;
  const how = [
    [generator, ...(model === undefined ? [] : [model])].join(' '),
    ...(requires.length === 0 ? [] : [`after ${requires.join(', ')}`]),
    ...(orGroup === undefined ? [] : [`a choice of ${orGroup}`]),
    `at most ${counted(attempts, 'attempt')}`,
    ...(optional ? ['optional'] : []),
  ].join(' · ');
  const of = new Map((found?.guards ?? []).map((each) => [each.guard, each]));
  const rows = guards.map((guard) => {
    const figures = of.get(guard.id);
    return h(Row, {
      key: guard.id,
      name: h('span', { class: 'soft' }, h(Foreign, { text: guard.id })),
      how: [...new Set([...(guard.use === guard.id ? [] : [guard.use]), guard.nature ?? 'not known any more'])].join(
        ' · ',
      ),
      share: figures?.epsilon,
      cost: figures && costWord(figures.usage),
    });
  });
  return h('tbody', null, [
    h(Row, { name: h(Foreign, { text: id }), how, share: found?.epsilon, cost: found && costWord(found.usage) }),
    ...rows,
  ]);
}

interface Figures {
  readonly name: ComponentChildren;
  readonly how: string;
  readonly share: Share | undefined;
  readonly cost: string | undefined;
}

function Row({ name, how, share, cost = NONE }: Figures): JSX.Element {
  const cells: readonly ComponentChildren[] = [
    h(Foreign, { text: how }),
    share === undefined ? NONE : String(share.trials),
    rejectedWord(share),
    cost,
  ];
  return h('tr', null, [
    h('th', { scope: 'row' }, name),
    ...cells.map((cell, at) => h('td', { 'data-name': COLUMNS[at + 1], key: at }, cell)),
  ]);
}

/** `3 · 38 % (14 to 69)`: how many, which share of what was judged, and between which it lies (Wilson). */
function rejectedWord(share: Share | undefined): string {
  if (share === undefined || share.estimate === null) return NONE;
  const percent = (part: number): number => Math.round((1 - part) * 100);
  const { successes, trials, estimate, low, high } = share;
  return `${trials - successes} · ${percent(estimate)} % (${percent(high)} to ${percent(low)})`;
}
