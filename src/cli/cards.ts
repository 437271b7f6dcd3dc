import { fileURLToPath } from 'node:url';
import type { Config } from '../config.ts';
import { type Cards, loadCards } from '../sim/cards.ts';

/** The cards that come with the program, and those of the settings. */
export function bundledCards({ cards }: Pick<Config, 'cards'>): Cards {
  const example = fileURLToPath(new URL('../../examples/licences/card.yaml', import.meta.url));
  return loadCards([example, ...cards]);
}
