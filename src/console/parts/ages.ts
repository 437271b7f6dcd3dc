const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** How long ago a time of RFC 3339 is, or how long it takes till then: `4 min`, `1 h 04 min`, `2 days`. `now`: milliseconds since the epoch. */
export function ageWord(time: string, now: number): string {
  const ms = Math.abs(now - Date.parse(time));
  if (ms < MINUTE) return `${Math.floor(ms / 1_000)} s`;
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min`;
  if (ms < DAY) return `${Math.floor(ms / HOUR)} h ${String(Math.floor((ms % HOUR) / MINUTE)).padStart(2, '0')} min`;
  const days = Math.floor(ms / DAY);
  return `${days} ${days === 1 ? 'day' : 'days'}`;
}

/** Of a model's call some minutes are nothing out of the common. */
const QUIET = 10 * MINUTE;

/** Of what is under way, whose newest event was then: nothing is said of it within the first ten minutes. */
export function quietWord(time: string, now: number): string {
  return now - Date.parse(time) < QUIET ? '' : ` · nothing new for ${ageWord(time, now)}`;
}

/** `4 min ago` below a day, then `22 Nov 20:34` (console 4). */
export function whenWord(time: string, now: number): string {
  if (Math.abs(now - Date.parse(time)) < DAY) return `${ageWord(time, now)} ago`;
  return `${Number(time.slice(8, 10))} ${MONTHS[Number(time.slice(5, 7)) - 1] ?? ''} ${time.slice(11, 16)}`;
}
