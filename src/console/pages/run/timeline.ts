import { h, type JSX } from 'preact';
import type { OverviewView } from '../../../api/overview/view.ts';
import { counted } from '../../../api/report/words.ts';
import { ordered } from '../../parts/order.ts';
import { Foreign } from '../../parts/texts.ts';
import {
  type Attempt,
  AttemptLine,
  attemptOrder,
  isSaidByAttempts,
  type Reason,
  ReasonLine,
  reasonOrder,
} from './lines.ts';

/** Lines of one epoch of a step from which on they are folded, and up to which the fold is open. */
const FOLDED = { from: 4, openTo: 12 };

export interface Told {
  readonly overview: OverviewView;
  /** Oldest first; the newest that were read. */
  readonly reasons: readonly Reason[];
  /** Milliseconds since the epoch. */
  readonly now: number;
}

type Line =
  | { readonly order: string; readonly attempt: Attempt; readonly reason?: undefined }
  | { readonly order: string; readonly reason: Reason; readonly attempt?: undefined };

/** What happened, oldest first: attempts with their verdicts, and beside them what else the service tells as a reason. */
export function Timeline({ overview, reasons }: Told): JSX.Element {
  const { run, attempts, questions, leftOut } = overview;
  const asked = new Set(questions.map(({ step }) => step));
  const lines = linesOf(attempts, reasons);
  const draw = (line: Line): JSX.Element =>
    line.attempt
      ? h(AttemptLine, { attempt: line.attempt, runId: run.id, isAsked: asked.has(line.attempt.step) })
      : h(ReasonLine, { reason: line.reason });
  const isOne = leftOut.attempts === 1;
  return h('section', { id: 'timeline', 'aria-label': 'Timeline', class: 'panel timeline' }, [
    h('h2', null, 'Timeline'),
    ...(leftOut.attempts === 0
      ? []
      : [
          h(
            'p',
            { class: 'soft' },
            `${counted(leftOut.attempts, 'earlier attempt')} ${isOne ? 'is' : 'are'} left out here; each step shows all of its own.`,
          ),
        ]),
    ...(lines.length === 0 ? [h('p', { class: 'soft none' }, 'Nothing was tried yet.')] : []),
    h(
      'ol',
      { 'data-lines': true },
      foldsOf(lines).map((fold) => {
        const [first] = fold;
        if (fold.length < FOLDED.from || !first?.attempt) return fold.map(draw);
        const { step, epoch } = first.attempt;
        return h('li', { class: 'fold', ...ordered(fold.at(-1)?.order ?? first.order) }, [
          h('details', { open: fold.length <= FOLDED.openTo }, [
            h('summary', null, [
              h(Foreign, { text: step }),
              ` epoch ${epoch} `,
              h('small', null, counted(fold.length, 'attempt')),
            ]),
            h('ol', null, fold.map(draw)),
          ]),
        ]);
      }),
    ),
  ]);
}

function linesOf(attempts: readonly Attempt[], reasons: readonly Reason[]): readonly Line[] {
  const told = reasons
    .filter((reason) => !isSaidByAttempts(reason))
    .map((reason) => ({ order: reasonOrder(reason), reason }));
  const tried = attempts.map((attempt) => ({ order: attemptOrder(attempt), attempt }));
  return [...told, ...tried].toSorted((one, other) => (one.order < other.order ? -1 : 1));
}

/** Attempts of one epoch of a step that follow each other are one fold; whatever else happened stands by itself. */
function foldsOf(lines: readonly Line[]): readonly (readonly Line[])[] {
  const folds: Line[][] = [];
  for (const line of lines) {
    const fold = folds.at(-1);
    const before = fold?.at(-1)?.attempt;
    const isSame = before && line.attempt?.step === before.step && line.attempt.epoch === before.epoch;
    if (fold && isSame) fold.push(line);
    else folds.push([line]);
  }
  return folds;
}
