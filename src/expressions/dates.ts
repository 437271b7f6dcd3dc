/** Calendar dates of ISO 8601, such as 2026-11-27: days without a time or a time zone. */

/** A date inside of an expression. As JSON it is its text. */
export class CalendarDate {
  /** As it is written, `2026-11-27`. */
  readonly text: string;
  /** Days since 1970-01-01. */
  readonly days: number;

  constructor(text: string, days: number) {
    this.text = text;
    this.days = days;
    Object.freeze(this);
  }

  toJSON(): string {
    return this.text;
  }
}

/** The date that a text writes; undefined for every other text, also for days that no calendar has. */
export function readDate(text: string): CalendarDate | undefined {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  const time = new Date(0).setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  return year !== '' && utcDateOf(time) === text ? new CalendarDate(text, time / DAY) : undefined;
}

const DAY = 86_400_000;

/** The UTC date of a time in milliseconds since the epoch. */
export function utcDateOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}
