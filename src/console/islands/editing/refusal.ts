import { h, render } from 'preact';
import type { Draft } from '../../pages/editor/found.ts';
import { Mended, Refused } from '../../pages/editor/refused.ts';
import type { Hand } from '../../parts/issues.ts';

interface Looked {
  readonly draft: Draft;
  readonly hand: Hand;
  /** The text is still the one that was refused. */
  readonly isAsSent: boolean;
}

/** Keeps what a press was refused for as the text is mended; its height stays while a hand is in the form, so that nothing moves under it. */
export function keepRefusal(): (looked: Looked) => void {
  const alert = document.querySelector<HTMLElement>('[data-undone]');
  const form = document.querySelector('form.editor');
  // Both come when what was pressed has been done.
  for (const sign of ['click', 'keyup'])
    document.addEventListener(sign, () => {
      if (!form?.contains(document.activeElement) && !form?.matches(':hover'))
        alert?.style.removeProperty('min-height');
    });
  return ({ draft, hand, isAsSent }) => {
    if (!alert) return;
    const isWrong = draft.problems.length > 0;
    if (!isWrong && (isAsSent || draft.refused !== undefined)) return;
    alert.style.minHeight = getComputedStyle(alert).height;
    alert.className = isWrong ? 'alert refused' : 'status refused';
    render(isWrong ? h(Refused, { what: alert.dataset['undone'] ?? '', draft, hand }) : h(Mended, null), alert);
  };
}
