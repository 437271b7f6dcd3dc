import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { NotUtf8 } from '../text/decode-text.ts';
import { messageOf } from '../text/message-of.ts';
import { documentIn } from '../text/parse-document.ts';
import { Card } from './card.ts';

/** A card as configuration gives it (`cards:`): the path of a YAML or JSON file, or the card itself. */
export type CardSource = string | Readonly<Record<string, unknown>>;

/** Cards by name. */
export type Cards = ReadonlyMap<string, Card>;

/**
 * The cards that come with the service and these, of which a later one replaces an earlier one of the same name. Throws
 * `CardsRefused` with every problem of every source.
 */
export function loadCards(sources: readonly CardSource[] = []): Cards {
  const read = [...bundledCards(), ...sources].map(readCard);
  const problems = read.flatMap((result) => ('problem' in result ? [result.problem] : []));
  if (problems.length > 0) throw new CardsRefused(problems);
  return new Map(read.flatMap((result) => ('card' in result ? [[result.card.name, result.card] as const] : [])));
}

/** The names of the cards whose provider has outages. */
export function namesWithOutages(cards: Cards): ReadonlySet<string> {
  return new Set([...cards.values()].flatMap(({ name, outages }) => (outages.length > 0 ? [name] : [])));
}

export class CardsRefused extends Error {
  override readonly name = 'CardsRefused';
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`Simulated models cannot be read.\n${problems.join('\n')}`);
    this.problems = problems;
  }
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** `definitions/cards/*.yaml`, beside the definitions whose steps they answer, and the card beside every example. */
function bundledCards(): readonly string[] {
  const cards = namesIn('definitions/cards').filter((name) => name.endsWith('.yaml'));
  const examples = namesIn('examples').filter((name) => namesIn(`examples/${name}`).includes('card.yaml'));
  return [
    ...cards.map((name) => resolve(ROOT, 'definitions/cards', name)),
    ...examples.map((name) => resolve(ROOT, 'examples', name, 'card.yaml')),
  ];
}

/** The sorted names in a folder of the package; none where it is missing or is a file. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(resolve(ROOT, folder)).toSorted();
  } catch {
    return [];
  }
}

/** The names that answer without a card (running 4). */
const RESERVED = ['default', 'script'];

function readCard(source: CardSource): { readonly card: Card } | { readonly problem: string } {
  const label = typeof source === 'string' ? source : `card ${JSON.stringify(source['name'])}`;
  try {
    const parsed = Card.safeParse(typeof source === 'string' ? documentIn(readFileSync(source), source) : source);
    if (!parsed.success) return { problem: `${label}:\n${z.prettifyError(parsed.error)}` };
    const { name } = parsed.data;
    return RESERVED.includes(name) ? { problem: `${label}: the name \`${name}\` is taken` } : { card: parsed.data };
  } catch (error) {
    return { problem: error instanceof NotUtf8 ? `${label} ${error.message}` : `${label}: ${messageOf(error)}` };
  }
}
