import { counted } from '../../../api/report/words.ts';

/**
 * Moves rows at once, but not while somebody's pointer or focus is in their lists: then a button in the place kept for it (`news`) tells how
 * many wait, and they move when it is pressed, or when the hand has gone. `after`: done when some have moved.
 */
export function quietly(
  lists: readonly (HTMLElement | null)[],
  news: Element | null,
  after: () => void,
): (key: string, move: () => void) => void {
  const waiting = new Map<string, () => void>();
  const places = lists.filter((list) => list !== null);
  const isHandThere = (): boolean =>
    places.some((list) => list.matches(':hover') || list.contains(document.activeElement));
  const flush = (): void => {
    for (const move of waiting.values()) move();
    waiting.clear();
    news?.replaceChildren();
    after();
  };
  const flushIfFree = (): void => {
    if (waiting.size > 0 && !isHandThere()) flush();
  };
  for (const list of places) {
    list.addEventListener('pointerleave', flushIfFree);
    list.addEventListener('focusout', () => setTimeout(flushIfFree));
  }
  return (key, move) => {
    waiting.delete(key);
    waiting.set(key, move);
    if (!isHandThere()) return flush();
    const button = document.createElement('button');
    button.className = 'quiet';
    button.textContent = `Show ${counted(waiting.size, 'change')}`;
    button.addEventListener('click', flush);
    news?.replaceChildren(button);
  };
}
