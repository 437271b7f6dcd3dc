import { createRequire } from 'node:module';
import { entriesOf, fieldOf, textOf } from '../../text/loose.ts';
import { nearest } from '../../text/nearest.ts';

/** What CLDR lists and is no place of the time zone database. */
const NO_PLACES: readonly string[] = ['Etc/Unknown', 'Factory', 'US/Pacific-New', 'Canada/East-Saskatchewan'];

/** Short names that people write for a place, none of which the time zone database has. */
const PLACES: Readonly<Record<string, string>> = {
  PST: 'America/Los_Angeles',
  PDT: 'America/Los_Angeles',
  MDT: 'America/Denver',
  CST: 'America/Chicago',
  CDT: 'America/Chicago',
  EDT: 'America/New_York',
  BST: 'Europe/London',
  IST: 'Asia/Kolkata',
  CEST: 'Europe/Berlin',
  EEST: 'Europe/Athens',
  WEST: 'Europe/Lisbon',
  MSK: 'Europe/Moscow',
  JST: 'Asia/Tokyo',
  KST: 'Asia/Seoul',
  AEST: 'Australia/Sydney',
  AEDT: 'Australia/Sydney',
  Z: 'UTC',
};

let known: ReadonlySet<string> | undefined;

/** Every name of the time zone database, those that stand for others included, as CLDR lists them. */
function names(): ReadonlySet<string> {
  if (known) return known;
  const table: unknown = createRequire(import.meta.url)('cldr-bcp47/bcp47/timezone.json');
  const rows = entriesOf(fieldOf(fieldOf(fieldOf(table, 'keyword'), 'u'), 'tz'));
  // Names in one text, the usual one first; a zone that another one has replaced has none.
  const aliases = rows.flatMap(([, row]) => textOf(row, '', '_alias')).flatMap(({ value }) => value.split(' '));
  known = new Set(aliases.filter((name) => !NO_PLACES.includes(name)));
  return known;
}

/**
 * Says why a text is no name of the time zone database, with the name that is nearest; undefined where it is one. Temporal compares names
 * letter by letter, unlike JavaScript, which takes `europe/berlin` and `PST`.
 */
export function timeZoneProblem(text: string): string | undefined {
  if (names().has(text) && hasClock(text)) return undefined;
  if (/^(?:UTC|GMT)?[+-]/i.test(text))
    return `"${text}" is an offset, which knows no change of clocks: name a place, such as Europe/Berlin.`;
  const meant = meantBy(text);
  const near = meant === undefined ? ' Names look like Europe/Berlin.' : ` Did you mean ${meant}?`;
  return `There is no time zone "${text}" in the time zone database.${near}`;
}

/** Whether the clocks of this process know the name too, which an old release of Node may not. */
function hasClock(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== '';
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

function meantBy(text: string): string | undefined {
  const word = text.trim().replaceAll(' ', '_').toLowerCase();
  const all = [...names()];
  const same = all.find((name) => name.toLowerCase() === word);
  const city = all.filter((name) => name.toLowerCase().endsWith(`/${word}`));
  return same ?? PLACES[word.toUpperCase()] ?? city[0] ?? nearest(word, all);
}

/** What a name of the database means and its author may not; undefined where there is nothing to say. */
export function timeZoneWarning(name: string): string | undefined {
  const place = { EST: 'America/New_York', MST: 'America/Denver', HST: 'Pacific/Honolulu' }[name];
  if (place !== undefined)
    return `${name} is the same offset all year, without summer time. For the clocks of a place write its name, such as ${place}.`;
  const [, sign, hours] = /^Etc\/GMT([+-])([1-9]\d?)$/.exec(name) ?? [];
  if (hours === undefined) return undefined;
  return `${name} is ${hours} ${hours === '1' ? 'hour' : 'hours'} ${sign === '+' ? 'behind' : 'ahead of'} UTC: the time zone database turns the sign round.`;
}
