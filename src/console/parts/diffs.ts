import { type ComponentChildren, h, type JSX } from 'preact';
import type { WordDiffView } from '../../api/artifacts/word-diff.ts';
import type { DiffPart } from '../../api/report/facts/attempt.ts';
import { around } from '../../api/report/facts/diff.ts';
import { counted } from '../../api/report/words.ts';
import { visible } from '../../text/visible.ts';

type Parts = WordDiffView['parts'];

export interface Sides {
  readonly parts: Parts;
  /** What each side is called, such as `Attempt 1`. */
  readonly names: readonly [a: string, b: string];
  /** What is compared, such as `text`. */
  readonly of: string;
  /** Where each of them is as a whole, where that has an address. */
  readonly wholes?: readonly [a: string | undefined, b: string | undefined];
}

/** Two texts beside each other, or one above the other where there is no room; what did not change is left out but for a little around. */
export function BothSides({ parts, names, of, wholes = [undefined, undefined] }: Sides): JSX.Element {
  const side = (own: 'removed' | 'added', name: string, href: string | undefined): JSX.Element =>
    h('figure', null, [
      h(
        'figcaption',
        null,
        href === undefined
          ? visible(name).text
          : h('a', { href, 'aria-label': visible(`${of} of ${name}, whole`).text }, visible(name).text),
      ),
      h(
        'pre',
        { dir: 'auto', tabIndex: 0, role: 'group', 'aria-label': visible(`${of} of ${name}`).text },
        marked(parts, own),
      ),
    ]);
  return h('div', { class: 'sides' }, [side('removed', names[0], wholes[0]), side('added', names[1], wholes[1])]);
}

function marked(parts: Parts, own: 'removed' | 'added'): ComponentChildren[] {
  const mine = parts.filter(({ mark }) => mark === 'same' || mark === own);
  if (mine.length === 0) return ['(nothing)'];
  return mine.flatMap((part) => {
    if (part.mark !== 'same') return [shown(part)];
    const at = parts.indexOf(part);
    return around(part.text, { isFirst: at === 0, isLast: at === parts.length - 1 }).map(shown);
  });
}

function shown(part: DiffPart): ComponentChildren {
  if (part.mark === 'skipped') return h('small', null, `… ${counted(part.lines, 'line')} unchanged …\n`);
  const { text } = visible(part.text);
  if (part.mark === 'same') return text;
  return part.mark === 'added' ? h('ins', null, ['+', text]) : h('del', null, ['−', text]);
}
