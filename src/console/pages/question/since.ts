import { h, type JSX } from 'preact';
import { type WordDiffView, wordDiff } from '../../../api/artifacts/word-diff.ts';
import { attemptName } from '../../../api/report/words.ts';
import { actorWord } from '../../../model/events/escalation-words.ts';
import { shortened } from '../../../text/text.ts';
import { briefChange } from '../../parts/brief-change.ts';
import { areFar, BothSides } from '../../parts/diffs.ts';
import { AT_ONCE, Foreign, linesSeen } from '../../parts/texts.ts';
import { Unified } from '../../parts/unified.ts';
import type { QuestionPage } from './question-page.ts';

type Tried = QuestionPage['evidence']['attempts'][number];

interface SinceBefore {
  readonly before: Tried | undefined;
  readonly shown: Tried;
  /** Line by line, where that is seen at a glance. */
  readonly brief?: string;
  /** Word by word. */
  readonly parts: WordDiffView['parts'];
  readonly cut: boolean;
}

/** What changed in a text since the one before it of the same step; undefined where there is none, or nothing. */
export function sinceBefore(
  attempts: readonly Tried[],
  { id, text }: { readonly id: string; readonly text: string },
): SinceBefore | undefined {
  const { shown, earlier } = placeOf(attempts, id);
  if (shown?.changes === undefined || shown.changes.unified === '') return undefined;
  const { unified, cut } = shown.changes;
  const brief = briefChange(unified);
  const isBrief = !cut && linesSeen(brief, NARROW) - HEAD <= AT_ONCE.lines;
  return {
    before: earlier.findLast((attempt) => attempt.artifactId !== null),
    shown,
    ...(isBrief && { brief }),
    parts: wordsOf(shown.changes, text),
    cut,
  };
}

/** Characters of a line on a phone. */
const NARROW = 36;

/** Lines of a diff that name what is compared. */
const HEAD = 2;

function placeOf(attempts: readonly Tried[], artifactId: string) {
  const at = attempts.findLastIndex((attempt) => attempt.artifactId === artifactId);
  const shown = attempts[at];
  return { shown, earlier: attempts.slice(0, Math.max(0, at)).filter(({ step }) => step === shown?.step) };
}

/** What a unified diff tells, by the word: lines that it leaves out stand in the text that it leads to. */
function wordsOf({ unified, cut }: NonNullable<Tried['changes']>, text: string): WordDiffView['parts'] {
  const [, , ...rows] = unified.split('\n');
  const lines = text.split(/(?<=\n)/);
  const sides = { before: '', after: '' };
  let at = 0;
  const same = (to: number): void => {
    const left = lines.slice(at, to).join('');
    sides.before += left;
    sides.after += left;
    at = to;
  };
  for (const row of rows) {
    const [, line = 0, count] = (/^@@ .*\+(\d+),(\d+) @@/.exec(row) ?? []).map(Number);
    if (row.startsWith('@')) same(count === 0 ? line : line - 1);
    else if (row.startsWith(' ')) same(at + 1);
    else if (row.startsWith('-')) sides.before += `${row.slice(1)}\n`;
    else if (row.startsWith('+')) [sides.after, at] = [`${sides.after}${row.slice(1)}\n`, at + 1];
  }
  // What is left out of the end may have changed as well.
  if (!cut) same(lines.length);
  return wordDiff(sides.before, sides.after).parts;
}

/** Whether a change stands before its text: it is seen at a glance, or the text is too long to look for it there. */
export function isFirst({ brief, parts }: SinceBefore, text: string): boolean {
  return brief !== undefined || (linesSeen(text) > AT_ONCE.lines && !areFar(parts));
}

/** What the reader of the text before has not seen yet, and what he said of that; folded where the texts have little in common. */
export function Since({ before, shown, brief, parts, cut }: SinceBefore): JSX.Element {
  const isKnown = before !== undefined && before.source !== 'human';
  const name = isKnown ? ofAttempt(before, shown) : 'the text before';
  const said = before?.rejectedBy === undefined ? undefined : rejectionOf(before);
  return h('details', { open: brief !== undefined || !areFar(parts), class: 'since' }, [
    h('summary', null, `Changes since ${name}`),
    ...(said === undefined ? [] : [h('p', null, said)]),
    brief === undefined
      ? h(BothSides, { parts, names: [isKnown ? attemptName(before) : 'Before', attemptName(shown)], of: 'Text' })
      : h(Unified, { unified: brief, cut: false, name: 'Changes to the text before' }),
    ...(brief === undefined && cut ? [h('p', { class: 'soft' }, 'Only the beginning of the change is shown.')] : []),
  ]);
}

/** Tells of a text that it has come back unchanged after it was rejected; null where it was not. */
export function SameAgain({
  attempts,
  artifactId,
}: {
  readonly attempts: readonly Tried[];
  readonly artifactId: string;
}): JSX.Element | null {
  const { shown, earlier } = placeOf(attempts, artifactId);
  const same = earlier.findLast(
    ({ digest, status, verdict }) =>
      digest !== null && digest === shown?.digest && status === 'rejected' && verdict !== null,
  );
  if (!shown || !same) return null;
  return h('p', { class: 'again' }, [
    h('strong', null, `The same text as ${ofAttempt(same, shown)}`),
    ', which ',
    rejectionOf(same, false),
  ]);
}

/** UTF-16 units of what was said; the whole of it is told of the attempt. */
const LONGEST_SAID = 400;

function rejectionOf({ rejectedBy, verdict, feedback, ...attempt }: Tried, isNamed = true): JSX.Element {
  const who = rejectedBy === undefined ? (verdict?.guard ?? 'a guard') : actorWord(rejectedBy);
  return h('span', null, [
    h(Foreign, { text: who }),
    ` rejected${isNamed ? ` ${attemptName(attempt).toLowerCase()}` : ''}`,
    ...(feedback === '' ? [] : [': “', h(Foreign, { text: shortened(feedback, LONGEST_SAID) }), '”']),
  ]);
}

/** An attempt as it is known beside another. */
function ofAttempt({ attempt, epoch }: Tried, other: Tried): string {
  return attemptName({ attempt, epoch: epoch === other.epoch ? 1 : epoch }).toLowerCase();
}
