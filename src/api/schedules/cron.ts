import { suggestion } from '../../text/nearest.ts';

/** The values that each field of a cron line permits. Weekdays count from Sunday, 0. */
export interface Cron {
  readonly minutes: ReadonlySet<number>;
  readonly hours: ReadonlySet<number>;
  readonly days: ReadonlySet<number>;
  readonly months: ReadonlySet<number>;
  readonly weekdays: ReadonlySet<number>;
}

export type ReadCron = { readonly ok: true; readonly cron: Cron } | { readonly ok: false; readonly detail: string };

/**
 * Reads a cron line by the rules of Temporal's schedules, which fire it: five fields or a name such as `@daily`. Temporal also takes six
 * fields (a year at the end) and seven (seconds in front), and reads the six of Spring and Quartz (seconds in front) as something else, so
 * dsap refuses both. The detail of a refusal says what to write instead.
 */
export function readCron(text: string): ReadCron {
  try {
    return { ok: true, cron: cronOf(text) };
  } catch (error) {
    if (!(error instanceof NoCron)) throw error;
    return { ok: false, detail: error.message };
  }
}

class NoCron extends Error {}

interface Field {
  /** As a detail names it. */
  readonly name: string;
  readonly min: number;
  readonly max: number;
  /** Its values in words from `min` on, and the fewest letters that stand for one. */
  readonly words?: readonly string[];
  readonly letters?: number;
}

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MINUTE: Field = { name: 'minute', min: 0, max: 59 };
const HOUR: Field = { name: 'hour', min: 0, max: 23 };
const DAY: Field = { name: 'day of the month', min: 1, max: 31 };
const MONTH: Field = { name: 'month', min: 1, max: 12, words: MONTHS, letters: 3 };
const WEEKDAY: Field = {
  name: 'day of the week',
  min: 0,
  max: 7,
  words: WEEKDAYS.map((day) => day.toLowerCase()),
  letters: 2,
};

const FIELDS = 'minute, hour, day of the month, month, day of the week';

const NAMED: Readonly<Record<string, string>> = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
};

function cronOf(text: string): Cron {
  if (text.includes('\n')) throw new NoCron('A cron is one line: leave out the line breaks.');
  if (/TZ=/.test(text)) throw new NoCron('A cron names no time zone here: give it as timezone.');
  const strange = /[^\t\x20-\x7e]/u.exec(text)?.[0];
  if (strange !== undefined) {
    const code = strange.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
    throw new NoCron(`This contains the character U+${code}. Write it with the characters of a keyboard: ${EXAMPLE}.`);
  }
  const written = text.trim();
  if (written.startsWith('@')) return cronOf(named(written));
  const fields = written.split(/\s+/);
  if (fields.length !== 5) throw new NoCron(wrongCount(fields));
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = fields;
  return {
    minutes: valuesOf(minute, MINUTE),
    hours: valuesOf(hour, HOUR),
    days: valuesOf(day, DAY),
    months: valuesOf(month, MONTH),
    weekdays: new Set([...valuesOf(weekday, WEEKDAY)].map((value) => value % 7)),
  };
}

const EXAMPLE = '"0 7 * * 1-5" is every weekday at seven';

function named(name: string): string {
  const line = NAMED[name];
  if (line !== undefined) return line;
  if (name.startsWith('@every')) throw new NoCron(everyInstead(name.slice('@every'.length).trim()));
  const near = NAMED[name.toLowerCase()] === undefined ? suggestion(name, Object.keys(NAMED)) : '';
  const meant = NAMED[name.toLowerCase()] === undefined ? near : ` Write ${name.toLowerCase()}.`;
  throw new NoCron(`There is no "${name}".${meant} Names: ${Object.keys(NAMED).join(', ')}.`);
}

/** An interval stands in a field of its own. */
function everyInstead(interval: string): string {
  const [, days = '', time = ''] = /^(\d+d)?((?:\d+[hms])*)$/.exec(interval) ?? [];
  const duration = `P${days}${time === '' ? '' : `T${time}`}`.toUpperCase();
  const value = duration === 'P' ? 'PT5M' : duration;
  return `An interval is no cron: write every: "${value}" in place of cron.`;
}

function wrongCount(fields: readonly string[]): string {
  const count = fields.length;
  const has = `This has ${count} ${count === 1 ? 'field' : 'fields'}; a cron has five: ${FIELDS}.`;
  if (count === 7) return `${has} ${withoutSeconds(fields.slice(0, 6))} A year cannot be named.`;
  if (count !== 6) return `${has} ${EXAMPLE}.`;
  const isYearLast = /^\d{4}/.test(fields[5] ?? '') || fields[2] === '?' || fields[4] === '?';
  if (isYearLast) return `${has} The sixth is a year, which cannot be named: write "${plain(fields.slice(0, 5))}".`;
  return `${has} ${withoutSeconds(fields)}`;
}

/** Six fields as Spring and Quartz have them. */
function withoutSeconds([second = '', ...fields]: readonly string[]): string {
  const line = plain(fields);
  const [, step] = /^\*\/(\d+)$/.exec(second) ?? [];
  if (step !== undefined && plain(fields) === '* * * * *')
    return `Spring and Quartz write seconds in front. For every ${step} seconds write every: "PT${step}S" in place of cron.`;
  return `Spring and Quartz write seconds in front; cron here counts in minutes: write "${line}".`;
}

function plain(fields: readonly string[]): string {
  return fields.map((field) => (field === '?' ? '*' : field)).join(' ');
}

function valuesOf(text: string, field: Field): ReadonlySet<number> {
  return new Set(text.split(',').flatMap((part) => valuesIn(part, text, field)));
}

/** What other programs write that Temporal does not know. */
function notCron(text: string, field: Field): string | undefined {
  const { name } = field;
  if (text === '?') return `"?" in the ${name} is Quartz's word for "no matter which": write *.`;
  const [, weekday, count] = /^([^#]+)#([1-5])$/.exec(text) ?? [];
  if (field === WEEKDAY && weekday !== undefined) {
    const first = (Number(count) - 1) * 7 + 1;
    return `"${text}" is Quartz's word for a weekday of the month. Day and weekday must both match here: write ${first}-${Math.min(first + 6, 31)} as the day of the month and ${weekday} as the day of the week.`;
  }
  if (text.includes('#')) return `"#" in the ${name} is no part of a cron, and a cron has no comment: leave it out.`;
  if (field === DAY && /^LW?$|^L-/i.test(text))
    return `"${text}" is Quartz's word for the end of the month, which cron cannot name. Write 28, or one schedule for each length of months: "0 0 31 1,3,5,7,8,10,12 *", "0 0 30 4,6,9,11 *", "0 0 28 2 *".`;
  if (field === DAY && /^\d+W$/i.test(text))
    return `"${text}" is Quartz's word for the nearest working day, which cron cannot name. Write the day alone, or several days and the weekdays 1-5, which must both match.`;
  if (field === WEEKDAY && /^\w+L$/i.test(text) && !isWord(text, field))
    return `"${text}" is Quartz's word for the last such weekday of a month. Day and weekday must both match here: write 22-28 for the fourth, and ${text.slice(0, -1)} as the day of the week.`;
  if (/^H(?:$|[/(])/.test(text))
    return `"H" in the ${name} is Jenkins' word for any value: write one of ${field.min} to ${field.max}.`;
  return undefined;
}

const isWord = (text: string, { words = [], letters = 1 }: Field) =>
  text.length >= letters && words.some((word) => word.startsWith(text.toLowerCase()));

/** One entry of a list: `*`, `3`, `1-5`, each with `/step` behind it or not. A single value with a step runs to the end. */
function valuesIn(part: string, whole: string, field: Field): readonly number[] {
  const { name, min, max } = field;
  if (part === '')
    throw new NoCron(`The ${name} "${whole}" has an empty entry: write values with one comma between them.`);
  const foreign = notCron(part, field);
  if (foreign !== undefined) throw new NoCron(foreign);
  const [range = '', step, ...more] = part.split('/');
  if (more.length > 0 || (step !== undefined && !/^0*[1-9]\d*$/.test(step)))
    throw new NoCron(`In the ${name} "${part}" a whole number from 1 must follow one "/".`);
  const [first = '', last, ...rest] = range.split('-');
  if (rest.length > 0 || (last !== undefined && range.split('-').includes('')))
    throw new NoCron(`The ${name} "${part}" is no range: write two values with one "-" between them.`);
  const start = first === '*' && last === undefined ? min : valueOf(first, field);
  const end = last !== undefined ? valueOf(last, field) : first === '*' || step !== undefined ? max : start;
  if (end < start) throw new NoCron(downwards(part, start, end, field));
  const values: number[] = [];
  for (let value = start; value <= end; value += Number(step ?? 1)) values.push(value);
  return values;
}

function valueOf(text: string, field: Field): number {
  const { name, min, max, words = [], letters = 1 } = field;
  if (/^\d+$/.test(text)) {
    const value = Number(text);
    if (value >= min && value <= max) return value;
    throw new NoCron(`The ${name} ${text} is out of range: it is one of ${min} to ${max}.`);
  }
  const word = text.length < letters ? -1 : words.findIndex((one) => one.startsWith(text.toLowerCase()));
  if (word >= 0) return word + min;
  const known = words.map((one) => one.slice(0, 3).toUpperCase());
  const orName = known.length === 0 ? '' : ` or a name: ${known.join(', ')}`;
  throw new NoCron(`"${text}" is no ${name}: write a number from ${min} to ${max}${orName}.`);
}

/** A range that runs over the end of its field is written as two. */
function downwards(part: string, start: number, end: number, field: Field): string {
  const top = field === WEEKDAY ? 6 : field.max;
  const range = (from: number, to: number) => (from === to ? `${from}` : `${from}-${to}`);
  const two = part.includes('/') ? '' : `: write ${range(start, top)},${range(field.min, end)}`;
  return `The ${field.name} "${part}" runs backwards, which a range cannot${two || '; write it as two'}.`;
}

/** Says why a cron never fires from `from` (milliseconds since the epoch) on; undefined where it does. */
export function neverFires(cron: Cron, timezone: string, from: number): string | undefined {
  if (canFire(cron, timezone, from)) return undefined;
  if (canFire(cron, 'UTC', from))
    return `This can never fire: on each of its days the clocks of ${timezone} jump over that hour. Choose another hour, or the time zone UTC.`;
  return 'This can never fire: up to the year 2100 no day fits the day of the month, the month and the day of the week together, which must all match. Choose a day that there is.';
}

/** The last year that Temporal looks at. */
const LAST_YEAR = 2100;
const DAY_MS = 86_400_000;

/**
 * Tells whether a cron has a moment to fire at between `from` and the year 2100: day and weekday must both match, and the hour must be there on that day, which it is not where the clocks of `timezone` jump over it.
 */
function canFire({ minutes, hours, days, months, weekdays }: Cron, timezone: string, from: number): boolean {
  const wallClock = wallClockOf(timezone);
  const isThere = (local: number) =>
    [-DAY_MS, DAY_MS].some((beside) => {
      const offset = wallClock(local + beside) - (local + beside);
      return hourOf(wallClock(local - offset)) === hourOf(local);
    });
  // An hour that is there in part, where clocks jump by half an hour, is told by its first or its last minute.
  const edges = [Math.min(...minutes), Math.max(...minutes)];
  for (let day = from - (from % DAY_MS); ; day += DAY_MS) {
    const date = new Date(day);
    if (date.getUTCFullYear() > LAST_YEAR) return false;
    if (!months.has(date.getUTCMonth() + 1) || !days.has(date.getUTCDate()) || !weekdays.has(date.getUTCDay()))
      continue;
    for (const hour of hours)
      for (const minute of edges) if (isThere(day + hour * 3_600_000 + minute * 60_000)) return true;
  }
}

const hourOf = (time: number) => Math.floor(time / 3_600_000);

/** What clocks show at an instant, as the instant at which UTC shows the same. */
function wallClockOf(timeZone: string): (instant: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  return (instant) => {
    const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
    const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
    return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'));
  };
}

/** What a cron that fires may say and its author may not mean. */
export function* warningsOfCron(text: string): Generator<{ readonly code: string; readonly detail: string }> {
  const read = readCron(text);
  if (!read.ok) return;
  const { days, weekdays } = read.cron;
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = text.trim().split(/\s+/);
  if (days.size < 31 && weekdays.size < 7) {
    const either = `"${minute} ${hour} ${day} ${month} *" and "${minute} ${hour} * ${month} ${weekday}"`;
    const on = weekdays.size === 1 ? `a ${WEEKDAYS[[...weekdays][0] ?? 0]}` : `one of the weekdays ${weekday}`;
    const detail = `This fires only where the day of the month (${day}) is also ${on}: both must match. Where either is to be enough, as with cron on Unix, make two schedules, ${either}.`;
    yield { code: 'day_and_weekday', detail };
  }
  yield* longSteps([
    [minute, MINUTE],
    [hour, HOUR],
    [day, DAY],
    [month, MONTH],
  ]);
}

/** A step that is longer than its field, as in an hour of 90 minutes, leaves the first value alone. */
function* longSteps(fields: readonly (readonly [string, Field])[]): Generator<{ code: string; detail: string }> {
  for (const [text, { name, min, max }] of fields) {
    const [, step] = /^\*\/(\d+)$/.exec(text) ?? [];
    if (step === undefined || Number(step) <= max - min) continue;
    const detail = `"${text}" is longer than the ${name} counts, so ${min} is its only value. For an interval write every in place of cron.`;
    yield { code: 'step_too_long', detail };
  }
}
