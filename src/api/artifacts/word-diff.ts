import { diffArrays, wordsWithSpaceDiff } from 'diff';
import { z } from 'zod';
import { rowsOf } from '../../text/diff.ts';
import { component } from '../reference/components.ts';

const Part = z.object({ mark: z.enum(['same', 'removed', 'added']), text: z.string() });
type Part = z.output<typeof Part>;

export const WordDiffView = component(
  'WordDiff',
  z.object({
    unit: z
      .enum(['word', 'line'])
      .describe('line: some changed lines are shown as replaced as a whole, because too many words of them changed'),
    parts: z
      .array(Part)
      .describe('what is same and removed is the first text, what is same and added the second; parts hold line feeds'),
  }),
);
export type WordDiffView = z.output<typeof WordDiffView>;

/** Words removed and added that are looked for in neighbouring lines, and in all: the search takes time quadratic in them. */
const MOST_CHANGES = { each: 500, all: 1_500 };

/**
 * What changed from one text to another: lines first (`text/diff.ts`), then by word within neighbouring lines that changed (console 2.3).
 * Bounded by counts, not by a clock, so that the same texts always show the same.
 */
export function wordDiff(before: string, after: string): WordDiffView {
  const parts: Part[] = [];
  let left = MOST_CHANGES.all;
  let unit: WordDiffView['unit'] = 'word';
  for (const { same, removed, added } of blocksOf(before, after)) {
    if (removed !== '' && added !== '') {
      const words = wordsBetween(removed, added, Math.min(left, MOST_CHANGES.each));
      left -= words.cost;
      if (!words.isWhole) unit = 'line';
      parts.push(...words.parts);
    } else {
      parts.push(...replaced(removed, added));
    }
    parts.push({ mark: 'same', text: same });
  }
  return { unit, parts: merged(parts) };
}

/** Lines that changed, and those after them that did not. */
interface Block {
  same: string;
  removed: string;
  added: string;
}

function blocksOf(before: string, after: string): readonly Block[] {
  const blocks: Block[] = [];
  for (const { mark, line } of rowsOf(linesOf(before), linesOf(after))) {
    let block = blocks.at(-1);
    if (!block || (mark !== ' ' && block.same !== '')) blocks.push((block = { same: '', removed: '', added: '' }));
    if (mark === ' ') block.same += line;
    else block[mark === '-' ? 'removed' : 'added'] += line;
  }
  return blocks;
}

/** With their ends. */
function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.split(/(?<=\n)/);
}

interface Words {
  readonly parts: readonly Part[];
  /** Of what may be looked for. */
  readonly cost: number;
  /** Whether all changes were found. */
  readonly isWhole: boolean;
}

function wordsBetween(removed: string, added: string, most: number): Words {
  const changes = diffArrays(tokensOf(removed), tokensOf(added), { maxEditLength: most });
  if (!changes) return { parts: replaced(removed, added), cost: most, isWhole: false };
  const cost = changes.reduce((sum, change) => sum + (change.added || change.removed ? change.count : 0), 0);
  const parts = changes.map(({ added: isNew, removed: isGone, value }): Part => {
    return { mark: isNew ? 'added' : isGone ? 'removed' : 'same', text: value.join('') };
  });
  return { parts, cost, isWhole: true };
}

/** Words, spaces and signs; a number with its point or commas is one of them. */
function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  const found = wordsWithSpaceDiff.tokenize(text);
  for (let at = 0; at < found.length; at += 1) {
    let token = found[at] ?? '';
    while (/\d$/.test(token) && isFraction(found[at + 1], found[at + 2])) {
      token += `${found[at + 1]}${found[at + 2]}`;
      at += 2;
    }
    tokens.push(token);
  }
  return tokens;
}

function isFraction(sign: string | undefined, digits = ''): boolean {
  return (sign === '.' && /^\d/.test(digits)) || (sign === ',' && /^\d{2,3}$/.test(digits));
}

function replaced(removed: string, added: string): readonly Part[] {
  return [
    { mark: 'removed', text: removed },
    { mark: 'added', text: added },
  ];
}

/** Without empty ones, and neighbours of one mark as one. */
function merged(parts: readonly Part[]): Part[] {
  const kept: Part[] = [];
  for (const { mark, text } of parts) {
    const last = kept.at(-1);
    if (last?.mark === mark) last.text += text;
    else if (text !== '') kept.push({ mark, text });
  }
  return kept;
}
