import { visible } from '../../../text/visible.ts';
import type { Shown } from '../facts/room.ts';
import { cutWords, hiddenWords } from '../words.ts';

/**
 * What somebody else wrote, between fences longer than any row of backticks in it, so that it is text whatever it holds. What nobody would see
 * stands as `⟦U+202E⟧`.
 */
export function fenced(text: string): string {
  const shown = visible(text).text.replaceAll('\r\n', '\n');
  const longest = Math.max(0, ...(shown.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(Math.max(3, longest + 1));
  return `${fence}text\n${shown}${shown.endsWith('\n') ? '' : '\n'}${fence}`;
}

/** A text with what is to be told of it. Nothing where there is none. */
export function quoted(shown: Shown): readonly string[] {
  const { hidden } = visible(shown.text);
  const notes = [
    ...(hidden === 0 ? [] : [`${hiddenWords(hidden)}.`]),
    ...(cutWords(shown) === undefined ? [] : [cutWords(shown)]),
  ];
  return [...(shown.text === '' ? [] : [fenced(shown.text)]), ...(notes.length === 0 ? [] : [`*${notes.join(' ')}*`])];
}

/** Words of others within a line of ours: on one line, with every sign escaped that could begin markup or a link there. */
export function inline(text: string): string {
  return visible(text)
    .text.replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/[\\`*_[\]<>#|~!&@]|:(?=\/\/)|(?<=www)\./gi, (sign) => `\\${sign}`);
}
