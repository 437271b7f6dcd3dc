import { h } from 'preact';
import type { Screen } from '../../frame.ts';
import { comparePath, type Pair, runPath, stepPath } from '../../parts/paths.ts';
import { Foreign } from '../../parts/texts.ts';

export interface Marked {
  readonly ids: readonly [a: string, b: string];
  /** The newest attempts of each step that both have tried. */
  readonly steps: readonly Pair[];
}

/** The steps of two runs that can be compared; undefined: not two were marked. */
export function twoRuns(marked: Marked | undefined): Screen {
  const lines = (marked?.steps ?? []).map((pair) =>
    h('li', { key: pair.step }, h('a', { href: comparePath(pair) }, h(Foreign, { text: pair.step }))),
  );
  return {
    title: 'Compare two runs',
    place: 'Runs',
    content: [
      h('h1', null, 'Compare two runs'),
      ...(marked
        ? [
            h('p', null, [
              h('a', { href: runPath(marked.ids[0]) }, h(Foreign, { text: marked.ids[0] })),
              ' and ',
              h('a', { href: runPath(marked.ids[1]) }, h(Foreign, { text: marked.ids[1] })),
            ]),
            h(
              'p',
              null,
              lines.length === 0
                ? 'No step was tried in both of them.'
                : 'Choose a step: the newest attempt of each run is shown.',
            ),
            h('ul', { class: 'plain' }, lines),
          ]
        : [h('p', { role: 'alert', class: 'alert' }, 'Two runs can be compared: mark exactly two of them.')]),
      h('p', null, h('a', { href: '/console/runs' }, 'Back to the runs')),
    ],
  };
}

/** A step that was tried less than twice. */
export function nothingToCompare(id: string, step: string): Screen {
  return {
    title: `Compare ${step}`,
    place: 'Runs',
    content: [
      h('h1', null, ['Nothing to compare in ', h(Foreign, { text: step })]),
      h('p', null, 'Two attempts are needed, and fewer were made.'),
      h('p', null, h('a', { href: stepPath(id, step) }, 'Back to the step')),
    ],
  };
}
