import { ageWord, quietWord, whenWord } from '../../parts/ages.ts';

/** Milliseconds between two looks; a minute is the least that a word of a time tells, but for the first. */
const LOOK = 15_000;

const WORDS: Readonly<Record<string, typeof whenWord>> = { age: ageWord, quiet: quietWord };

/** Keeps words such as `4 min ago` true while a page is open; what is exact stands in their title. */
export function keepAges(now: () => number): void {
  const look = (): void => {
    if (document.hidden) return;
    for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-says]')) {
      const word = WORDS[time.dataset['says'] ?? ''] ?? whenWord;
      const said = word(time.dateTime, now());
      if (time.textContent !== said) time.textContent = said;
    }
  };
  setInterval(look, LOOK);
  document.addEventListener('visibilitychange', look);
}
