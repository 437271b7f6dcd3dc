import { h, type JSX } from 'preact';
import { statusWord } from '../../../api/report/words.ts';
import type { AttemptRowView } from '../../../api/rows/attempt-row.ts';
import { comparePath, type Pair, stepPath } from '../../parts/paths.ts';

/** An attempt by its ordinal, as far as it tells which one to choose. */
export type Choice = Pick<AttemptRowView, 'epoch' | 'attempt'> & { readonly n: number; readonly status: string };

interface WaysOf {
  readonly pair: Pair;
  /** Attempts that there are of each side, the newest first. */
  readonly of: readonly [a: readonly Choice[], b: readonly Choice[]];
}

/** To the pair before, the same pair the other way round, the pair after, and any other. */
export function Ways({ pair, of }: WaysOf): JSX.Element {
  const { a, b, run } = pair;
  const swapped: Pair =
    run === undefined ? { ...pair, a: b, b: a } : { id: run, step: pair.step, a: b, b: a, run: pair.id };
  const moved = (by: number): Pair => ({ ...pair, a: a + by, b: b + by });
  const [ofA, ofB] = of.map(([newest]) => newest?.n ?? 0);
  const isThere = ({ a: one, b: other }: Pair): boolean =>
    one >= 1 && other >= 1 && one <= (ofA ?? 0) && other <= (ofB ?? 0);
  const link = (to: Pair, word: string): JSX.Element => h('a', { href: comparePath(to) }, word);
  const way = (by: number, word: string): JSX.Element =>
    isThere(moved(by)) ? link(moved(by), word) : h('span', { class: 'soft' }, word);
  return h('nav', { 'aria-label': 'Attempts', class: 'pairs' }, [
    h('ul', null, [
      h('li', null, way(-1, 'Previous')),
      h('li', null, link(swapped, 'Swap')),
      h('li', null, way(1, 'Next')),
    ]),
    h('form', { method: 'get', action: `${stepPath(pair.id, pair.step)}/compare`, class: 'line', 'data-sends': '' }, [
      ...(run === undefined ? [] : [h('input', { type: 'hidden', name: 'run', value: run })]),
      h(Chosen, { name: 'a', label: 'Attempt', chosen: a, choices: of[0] }),
      h(Chosen, {
        name: 'b',
        label: run === undefined ? 'with attempt' : 'with its attempt',
        chosen: b,
        choices: of[1],
      }),
      h('button', { type: 'submit' }, 'Compare'),
    ]),
  ]);
}

interface ChosenOf {
  readonly name: 'a' | 'b';
  readonly label: string;
  readonly chosen: number;
  readonly choices: readonly Choice[];
}

function Chosen({ name, label, chosen, choices }: ChosenOf): JSX.Element {
  // An older one than those that were read is not lost by looking at another.
  const isRead = choices.some(({ n }) => n === chosen);
  return h('div', null, [
    h('label', { for: name }, label),
    h('select', { id: name, name }, [
      ...choices.map((choice) =>
        h('option', { key: choice.n, value: choice.n, selected: choice.n === chosen }, choiceWord(choice)),
      ),
      ...(isRead ? [] : [h('option', { value: chosen, selected: true }, `${chosen}`)]),
    ]),
  ]);
}

function choiceWord({ n, epoch, attempt, status }: Choice): string {
  return `${n} · ${statusWord(status)}${epoch > 1 ? ` · ${attempt} of epoch ${epoch}` : ''}`;
}
