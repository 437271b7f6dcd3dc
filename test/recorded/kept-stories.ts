import { readFileSync } from 'node:fs';
import type { Told } from '../support/random/kept-story.ts';
import { keepLines, linesIn } from './packed.ts';

/** A look at the run after one of its moments. */
export interface Look {
  readonly moment: number;
  readonly shown: object;
  /** By request what would have followed. */
  readonly answers: Readonly<Record<string, string>>;
}

export interface KeptStory extends Told {
  readonly looks: readonly Look[];
}

const FOLDER = new URL('./stories/', import.meta.url);

export function storyOf(name: string): KeptStory {
  return withDocument(JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), 'utf8')));
}

const WORLDS = 'worlds';

/** A story that nobody has looked at. */
export interface KeptWorld extends Told {
  /** What people see of the run after all of it. */
  readonly shown: object;
}

export function keptWorlds(): readonly KeptWorld[] {
  return linesIn(WORLDS).map((line) => withDocument(JSON.parse(line)));
}

export function keepWorlds(worlds: readonly KeptWorld[]): void {
  keepLines(
    WORLDS,
    worlds.map((world) => JSON.stringify({ ...world, drawn: { ...world.drawn, document: undefined } })),
  );
}

/** The document is kept once. */
function withDocument<Kept extends Told>(kept: Kept): Kept {
  return { ...kept, drawn: { ...kept.drawn, document: kept.document } };
}

/** JSON with a line for each moment. */
export function textOf({ document, verifies, rules, drawn, arrived, seen, looks }: KeptStory): string {
  const { document: _, ...world } = drawn;
  const lines = (items: readonly object[]) => `[\n${items.map((item) => JSON.stringify(item)).join(',\n')}\n]`;
  const fields = [
    ['document', JSON.stringify(document)],
    ['verifies', `${verifies}`],
    ...(rules === undefined ? [] : [['rules', `${rules}`]]),
    ['drawn', JSON.stringify(world)],
    ['arrived', lines(arrived)],
    ['seen', lines(seen)],
    ['looks', lines(looks)],
  ];
  return `{${fields.map(([name, text]) => `"${name}":${text}`).join(',\n')}}\n`;
}
