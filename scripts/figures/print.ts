import { markdownTable } from '../table.ts';
import { type Figure, isMet, placeInWords } from './figure.ts';

/** The table: measure, goal, now, and whether it is so. */
export function figuresTable(figures: readonly Figure[]): string {
  return markdownTable(
    ['measure', 'goal', 'now', '', 'note', '--list'],
    figures.map((figure) => [
      figure.measure,
      goalInWords(figure),
      figure.now === undefined ? 'not measured' : figure.now.toLocaleString('en'),
      figure.goal ? outcome(figure) : 'printed',
      figure.note ?? '',
      figure.id,
    ]),
  );
}

/** The places of one figure. Throws where there is no such figure, with those that there are. */
export function listed(figures: readonly Figure[], id: string): string {
  const figure = figures.find((each) => each.id === id);
  if (!figure) throw new Error(`There is no figure "${id}"; there are ${figures.map((each) => each.id).join(', ')}.`);
  return figure.places.map(placeInWords).join('\n');
}

function goalInWords({ goal }: Figure): string {
  if (!goal) return '';
  return 'most' in goal ? `≤ ${goal.most.toLocaleString('en')}` : `≥ ${goal.least.toLocaleString('en')}`;
}

function outcome(figure: Figure): string {
  return isMet(figure) ? 'ok' : 'FAILS';
}
