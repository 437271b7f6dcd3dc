import { type ComponentChildren, h, type JSX } from 'preact';
import type { WordDiffView } from '../../api/artifacts/word-diff.ts';
import { sameWord } from '../../api/report/words.ts';
import { contextIn, wordsIn } from '../../text/context.ts';
import { visible } from '../../text/visible.ts';

type Parts = WordDiffView['parts'];
type Own = 'removed' | 'added';

export interface Sides {
  readonly parts: Parts;
  /** What each side is called, such as `Attempt 1`. */
  readonly names: readonly [a: string, b: string];
  /** What is compared, such as `text`. */
  readonly of: string;
  /** Where each of them is as a whole, where that has an address. */
  readonly wholes?: readonly [a: string | undefined, b: string | undefined];
}

/** Two texts beside each other, or one above the other where there is no room; what did not change is folded but for a line around each change. */
export function BothSides({ parts, names, of, wholes = [undefined, undefined] }: Sides): JSX.Element {
  const isFar = areFar(parts);
  const side = (own: Own, name: string, href: string | undefined): JSX.Element =>
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
        isFar ? plain(parts, own) : marked(parts, own),
      ),
    ]);
  return h('div', { class: isFar ? 'far' : undefined }, [
    ...(isFar ? [h('p', { class: 'soft' }, 'Less than a third is the same: each is shown as it stands.')] : []),
    h('div', { class: 'sides' }, [side('removed', names[0], wholes[0]), side('added', names[1], wholes[1])]),
  ]);
}

/** Whether marks would tell less than the two texts do: under a third of the longer one is common. */
export function areFar(parts: Parts): boolean {
  const length = { same: 0, removed: 0, added: 0 };
  for (const { mark, text } of parts) length[mark] += text.length;
  const { same, removed, added } = length;
  return removed > 0 && added > 0 && same * 2 < Math.max(removed, added);
}

function marked(parts: Parts, own: Own): ComponentChildren[] {
  const runs = runsOf(parts, own);
  if (runs.length === 0) return ['(nothing)'];
  return runs.flatMap((part): ComponentChildren[] => {
    const { mark } = part;
    const { text } = visible(part.text);
    if (mark === 'added') return [h('ins', null, ['+', text])];
    if (mark === 'removed') return [h('del', null, ['−', text])];
    const { head, hidden, tail } = contextIn(text, { isFirst: part === parts[0], isLast: part === parts.at(-1) });
    return [head, ...(hidden === '' ? [] : [folded(hidden, own)]), tail];
  });
}

/** What is the same between two changes: folded in the first text, and only told in the second. */
function folded(hidden: string, own: Own): JSX.Element {
  const words = `… ${sameWord(wordsIn(hidden))} …`;
  if (own === 'added') return h('span', { class: 'same soft' }, words);
  return h('details', { class: 'same' }, [h('summary', { class: 'soft' }, words), hidden]);
}

/** What one side has; words that changed with nothing but space between them are one run. */
function runsOf(parts: Parts, own: Own): Parts {
  const runs: Parts = [];
  for (const part of sideOf(parts, own)) {
    const [before, between] = runs.slice(-2);
    const isOne = before?.mark === own && part.mark === own && between?.mark === 'same' && between.text.trim() === '';
    if (isOne) runs.splice(-2, 2, { mark: own, text: `${before.text}${between.text}${part.text}` });
    else runs.push(part);
  }
  return runs;
}

function plain(parts: Parts, own: Own): string {
  const texts = sideOf(parts, own).map(({ text }) => text);
  return visible(texts.join('')).text;
}

function sideOf(parts: Parts, own: Own): Parts {
  return parts.filter(({ mark }) => mark === 'same' || mark === own);
}
