import { errorLine } from '../text/normalise.ts';
import { cut } from '../text/text.ts';
import type { Dropped, PromptContext, PromptRejection } from './context.ts';
import type { Piece } from './parts.ts';

/** The history and the injected summaries as one stage of compaction shows them. */
export interface Shown {
  /** Older rejections, reduced to a line each: the numbers of the attempts that it stands for, and the line. */
  readonly lines: readonly { readonly attempts: readonly number[]; readonly line: string }[];
  /** Oldest first. */
  readonly pairs: readonly ShownPair[];
  readonly injected: PromptContext['injected'];
  readonly dropped: readonly Dropped[];
}

interface ShownPair {
  /** Counts from 1. */
  readonly attempt: number;
  readonly answer: Piece;
  readonly feedback: string;
}

/**
 * From everything verbatim to what cannot be given up (design 3, "Context budget"): rejected artifacts are shortened before any
 * feedback is touched (R36), the newest last; then older rejections become one line each signature and injected summaries one text
 * each source. The newest feedback always stays verbatim.
 */
export function compactions(context: PromptContext): readonly [Shown, ...Shown[]] {
  const all = context.history.length;
  return [withShortened(context, 0), withShortened(context, all - 1), withShortened(context, all), inLines(context)];
}

/** An answer is cut to its beginning: enough to know it again. */
const SHORTENED_LENGTH = 500;
const LINE_LENGTH = 200;

function withShortened(context: PromptContext, oldest: number): Shown {
  const numbered = context.history.map((rejection, index) => ({ rejection, attempt: index + 1 }));
  const shortened = context.history.slice(0, Math.max(0, oldest)).filter(isLong);
  return {
    lines: [],
    pairs: numbered.map(({ rejection, attempt }) => pairOf(rejection, attempt, shortened.includes(rejection))),
    injected: context.injected,
    dropped: shortened.map((rejection) => droppedAnswer(rejection, `shortened to ${SHORTENED_LENGTH} characters`)),
  };
}

function pairOf(rejection: PromptRejection, attempt: number, shortened: boolean): ShownPair {
  const { text, digest, feedback } = rejection;
  if (!shortened) return { attempt, answer: { text, digest }, feedback };
  return {
    attempt,
    answer: { text: `${cut(text, SHORTENED_LENGTH)}\n[… ${text.length} characters in all]` },
    feedback,
  };
}

function isLong(rejection: PromptRejection): boolean {
  return rejection.text.length > SHORTENED_LENGTH;
}

function droppedAnswer(rejection: PromptRejection, reason: string): Dropped {
  return { kind: 'artifact', ref: rejection.artifactId, reason };
}

function inLines(context: PromptContext): Shown {
  const newest = context.history.at(-1);
  const shown = withShortened(context, context.history.length);
  const older = context.history.slice(0, -1);
  return {
    lines: linesOf(older, newest),
    pairs: shown.pairs.slice(-1),
    injected: mergedBySource(context.injected),
    dropped: [
      ...older.map((rejection) => droppedAnswer(rejection, 'left out, its rejection is one line')),
      ...older.map((rejection, index) => droppedFeedback(rejection, context.history.slice(index + 1))),
      ...shown.dropped.filter(({ ref }) => ref === newest?.artifactId),
      ...droppedInjected(context.injected),
    ],
  };
}

/** One line a signature, at the place of its newest rejection; what the newest of all repeats needs none. */
function linesOf(older: readonly PromptRejection[], newest: PromptRejection | undefined): Shown['lines'] {
  const groups = new Map<string, { readonly attempts: readonly number[]; readonly line: string }>();
  for (const [index, { signature, feedback }] of older.entries()) {
    const attempts = [...(groups.get(signature)?.attempts ?? []), index + 1];
    groups.delete(signature);
    groups.set(signature, { attempts, line: cut(errorLine(feedback), LINE_LENGTH) });
  }
  if (newest !== undefined) groups.delete(newest.signature);
  return [...groups.values()];
}

function droppedFeedback(rejection: PromptRejection, newer: readonly PromptRejection[]): Dropped {
  const repeated = newer.some(({ signature }) => signature === rejection.signature);
  const reason = repeated
    ? 'a newer rejection has the same signature'
    : `reduced to one line of ${LINE_LENGTH} characters`;
  return { kind: 'feedback', ref: rejection.token, reason };
}

/** The different lines of all summaries of a source, in order. */
function mergedBySource(injected: PromptContext['injected']): PromptContext['injected'] {
  const lines = new Map<string, Set<string>>();
  for (const { from, text } of injected) {
    lines.set(from, new Set([...(lines.get(from) ?? []), ...text.split('\n')]));
  }
  return [...lines].map(([from, unique]) => ({ from, text: [...unique].join('\n') }));
}

function droppedInjected(injected: PromptContext['injected']): readonly Dropped[] {
  const repeated = injected.filter(({ from }, index) => injected.findIndex((other) => other.from === from) < index);
  return repeated.map(({ from }) => ({
    kind: 'injected',
    ref: from,
    reason: 'merged with the other summaries of its source',
  }));
}
