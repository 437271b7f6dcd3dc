import type { Standing } from './follow.ts';

/** Milliseconds between two announcements at least: whoever listens is told the newest. */
const PAUSE = 5_000;

/** Says what changed to who listens to the page, politely. */
export function announcer(): (words: string) => void {
  const place = document.createElement('p');
  place.className = 'unseen';
  place.setAttribute('aria-live', 'polite');
  document.body.append(place);
  let next: string | undefined;
  let resting = false;
  const speak = (): void => {
    if (resting || next === undefined) return;
    place.textContent = next;
    next = undefined;
    resting = true;
    setTimeout(() => {
      resting = false;
      speak();
    }, PAUSE);
  };
  return (words) => {
    next = words;
    speak();
  };
}

/** Tells in the footer whether the page is up to date by itself. */
export function showStanding(standing: Standing): void {
  const place = document.getElementById('live');
  if (!place) return;
  place.textContent = standing === '' ? '' : `${standing === 'Live' ? '●' : '◌'} ${standing}`;
  place.className = standing === 'Live' ? 'run' : 'ask';
}
