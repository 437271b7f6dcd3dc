import { z } from 'zod';
import { type ToldSection, toldSections } from '../../prompts/told-sections.ts';
import { rowsOf } from '../../text/diff.ts';
import { cut, cutBytes, utf8Length } from '../../text/text.ts';
import { WordDiffView, wordDiff } from '../artifacts/word-diff.ts';
import type { AttemptView } from '../steps/attempt-view.ts';

const SectionPair = WordDiffView.extend({
  role: z.string(),
  heading: z.string().nullable().describe('null: what stands before the first heading, or the whole message'),
  in: z.enum(['both', 'a', 'b']),
  equal: z.boolean().describe('it may be folded'),
  cut: z.boolean().describe('the end of its text is left out on either side'),
});
type SectionPair = z.output<typeof SectionPair>;

export const PromptPair = z.object({
  equal: z.boolean().describe('both were asked the same'),
  sections: z.array(SectionPair),
  leftOut: z.number().describe('sections that are not shown'),
});

/** Sections that are shown; bytes of one section on either side, and of all of them together. */
const MOST = { sections: 200, each: 16 * 1024, all: 128 * 1024 };

type Prompt = AttemptView['renderedPrompt'];

/** Two prompts section by section, in order. Where they are long, those that differ are shown before those that are equal. */
export function promptsBeside(a: Prompt, b: Prompt): z.output<typeof PromptPair> {
  const pairs = pairsOf(toldSections(a), toldSections(b));
  const shown = pairs.slice(0, MOST.sections);
  return {
    equal: pairs.every(isEqual),
    sections: withinRoom(shown),
    leftOut: pairs.length - shown.length,
  };
}

interface Pair {
  readonly a?: ToldSection;
  readonly b?: ToldSection;
}

function pairsOf(a: readonly ToldSection[], b: readonly ToldSection[]): readonly Pair[] {
  return rowsOf(a.map(nameOf), b.map(nameOf)).map(({ mark, oldAt, newAt }) => ({
    ...(mark !== '+' && a[oldAt] && { a: a[oldAt] }),
    ...(mark !== '-' && b[newAt] && { b: b[newAt] }),
  }));
}

function nameOf({ role, heading }: ToldSection): string {
  return JSON.stringify([role, heading]);
}

/** The empty lines before the next section belong to neither. */
function isEqual({ a, b }: Pair): boolean {
  return a?.text.trimEnd() === b?.text.trimEnd();
}

function withinRoom(pairs: readonly Pair[]): SectionPair[] {
  const views = new Map<Pair, SectionPair>();
  let room = MOST.all;
  for (const pair of [...pairs.filter((one) => !isEqual(one)), ...pairs.filter(isEqual)]) {
    const view = pairView(pair, Math.min(MOST.each, room));
    room -= view.parts.reduce((sum, { text }) => sum + utf8Length(text), 0);
    views.set(pair, view);
  }
  return pairs.flatMap((pair) => views.get(pair) ?? []);
}

function pairView(pair: Pair, room: number): SectionPair {
  const { a, b } = pair;
  const { role = '', heading = null } = a ?? b ?? {};
  const [before, after] = [a?.text ?? '', b?.text ?? ''];
  const shown = [cutBytes(before, room), cutBytes(after, room)] as const;
  return {
    role,
    heading: heading === null ? null : cut(heading, LONGEST_HEADING),
    in: a && b ? 'both' : a ? 'a' : 'b',
    equal: isEqual(pair),
    cut: shown[0] !== before || shown[1] !== after,
    ...wordDiff(...shown),
  };
}

/** UTF-16 units; it stands whole in the text. */
const LONGEST_HEADING = 120;
