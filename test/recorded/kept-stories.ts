import { readFileSync } from 'node:fs';
import type { Told } from '../support/random/kept-story.ts';

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
  const { drawn, ...story } = JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), 'utf8'));
  return { ...story, drawn: { document: story.document, ...drawn } };
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
