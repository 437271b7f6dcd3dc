/** ISO 8601 durations of weeks, days, hours, minutes and seconds. Years and months are refused: they have no fixed length. */
const ISO = /^P(?!$)(?:(\d+)W|(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:[.,]\d{1,3})?)S)?)?)$/;
/** The same for JSON Schema, and above zero. */
export const DURATION_PATTERN =
  '^P(?=.*[1-9])(?:[0-9]+W|(?:[0-9]+D)?(?:T(?=[0-9])(?:[0-9]+H)?(?:[0-9]+M)?(?:[0-9]+(?:[.,][0-9]{1,3})?S)?)?)$';
/** What a `wait` looks like, for JSON Schema. */
export const WAIT_PATTERN =
  '^(?:P(?!$)(?:[0-9]+W|(?:[0-9]+D)?(?:T(?=[0-9])(?:[0-9]+H)?(?:[0-9]+M)?(?:[0-9]+(?:[.,][0-9]{1,3})?S)?)?)|[0-9]+(?:[.][0-9]{1,3})?(?:ms|s|m|h))$';
const SHORT = /^(\d+(?:\.\d{1,3})?)(ms|s|m|h)$/;

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const SHORT_UNITS: Readonly<Record<string, number>> = { ms: 1, s: SECOND, m: MINUTE, h: HOUR };

/** Waits of queries are clamped to this (R39). */
const LONGEST_WAIT = MINUTE;

/** Milliseconds of `PT2H`, `P1DT30M`, `PT0.5S`; undefined when the text is no such duration. */
export function parseDuration(text: string): number | undefined {
  const milliseconds = longOf(text);
  return milliseconds === undefined ? undefined : whole(milliseconds);
}

/** The same, however long. */
function longOf(text: string): number | undefined {
  const parts = ISO.exec(text);
  if (parts === null) return undefined;
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map(amount);
  return weeks * 7 * DAY + days * DAY + hours * HOUR + minutes * MINUTE + seconds * SECOND;
}

/** Milliseconds as ISO 8601, days as the largest unit: 5,400,000 is `PT1H30M`, 0 is `PT0S`. */
export function formatDuration(milliseconds: number): string {
  const days = Math.floor(milliseconds / DAY);
  const hours = Math.floor((milliseconds % DAY) / HOUR);
  const minutes = Math.floor((milliseconds % HOUR) / MINUTE);
  const seconds = (milliseconds % MINUTE) / SECOND;
  const time = part(hours, 'H') + part(minutes, 'M') + part(seconds, 'S');
  const text = part(days, 'D') + (time === '' ? '' : `T${time}`);
  return text === '' ? 'PT0S' : `P${text}`;
}

/** The `wait` of a query, `30s` or `PT30S`, in milliseconds and at most a minute (R39); undefined when it is neither. */
export function parseWait(text: string): number | undefined {
  const wait = longOf(text) ?? parseShort(text);
  return wait === undefined ? undefined : Math.round(Math.min(wait, LONGEST_WAIT));
}

/** Milliseconds of `30s`, `1.5h`; undefined when the text is no such duration. */
export function parseShort(text: string): number | undefined {
  const parts = SHORT.exec(text);
  const unit = SHORT_UNITS[parts?.[2] ?? ''];
  return unit === undefined ? undefined : Number(parts?.[1]) * unit;
}

function amount(digits: string | undefined): number {
  return digits === undefined ? 0 : Number(digits.replace(',', '.'));
}

function part(value: number, unit: string): string {
  return value === 0 ? '' : `${value}${unit}`;
}

function whole(milliseconds: number): number | undefined {
  const rounded = Math.round(milliseconds);
  return Number.isSafeInteger(rounded) ? rounded : undefined;
}
