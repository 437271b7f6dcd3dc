import { h, type JSX } from 'preact';
import { briefChange } from '../../parts/brief-change.ts';
import { AT_ONCE, linesSeen } from '../../parts/texts.ts';
import { Unified } from '../../parts/unified.ts';
import type { QuestionPage } from './question-page.ts';

interface SinceBefore {
  readonly name: string;
  readonly unified: string;
  readonly cut: boolean;
  /** It is seen at a glance, so that it stands before the text. */
  readonly isShort: boolean;
}

/** What changed in a text since the one before it of the same step; undefined where there is none, or nothing. */
export function sinceBefore(
  attempts: QuestionPage['evidence']['attempts'],
  artifactId: string,
): SinceBefore | undefined {
  const at = attempts.findLastIndex((attempt) => attempt.artifactId === artifactId);
  const { step, epoch, changes } = attempts[at] ?? {};
  if (changes === undefined || changes.unified === '') return undefined;
  const before = attempts.slice(0, at).findLast((attempt) => attempt.step === step && attempt.artifactId !== null);
  const brief = changes.cut ? changes.unified : briefChange(changes.unified);
  const isShort = !changes.cut && linesSeen(brief) - HEAD <= AT_ONCE.lines;
  return { name: nameOf(before, epoch), unified: isShort ? brief : changes.unified, cut: changes.cut, isShort };
}

/** Lines of a diff that name what is compared. */
const HEAD = 2;

function nameOf(before: QuestionPage['evidence']['attempts'][number] | undefined, epoch: number | undefined): string {
  if (before === undefined || before.source === 'human') return 'Changes since the text before';
  return `Changes since attempt ${before.attempt}${before.epoch === epoch ? '' : ` of epoch ${before.epoch}`}`;
}

/** What the reader of the text before has not seen yet; folded where it is long. */
export function Since({ name, unified, cut, isShort }: SinceBefore): JSX.Element {
  return h('details', { open: isShort, class: 'since' }, [
    h('summary', null, name),
    h(Unified, { unified, cut, name: 'Changes to the text before' }),
  ]);
}
