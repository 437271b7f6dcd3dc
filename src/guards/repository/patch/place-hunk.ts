import { counted } from '../../feedback.ts';
import type { Meter } from '../meter.ts';
import { absent, bad, type Failed, good, type Outcome } from '../outcome.ts';
import type { Hunk } from './diff-hunk.ts';
import { standsAt } from './match-lines.ts';
import { nearestLines } from './nearest-lines.ts';

/** Where a hunk stands in a file, from 0, and the lines that it puts there. */
export interface PlacedHunk {
  readonly at: number;
  readonly lines: readonly string[];
}

/**
 * Where a hunk stands. One whose lines all end in one way, which is not that of the file, is placed by their texts and keeps the file's line
 * ends. Throws `TooMuchWork`.
 */
export function placeHunk(file: readonly string[], hunk: Hunk, from: number, meter: Meter): Outcome<PlacedHunk> {
  const exact = placeOf(file, hunk, from, meter);
  if (exact.ok) return good({ at: exact.value, lines: hunk.new });
  const bare = { ...hunk, old: hunk.old.map(withFeed), new: hunk.new.map(withFeed) };
  if (!hasOneEnd([...hunk.old, ...hunk.new]) || placesOf(file, hunk, 0, meter).length > 0) return exact;
  const placed = placeOf(file.map(withFeed), bare, from, meter);
  if (!placed.ok) return placed;
  const stretch = file.slice(placed.value, placed.value + hunk.old.length);
  if (!hasOneEnd(stretch)) return bad(MIXED);
  const isReturned = stretch.some((line) => line.endsWith('\r\n'));
  return good({ at: placed.value, lines: isReturned ? bare.new.map((line) => line.replace(/\n$/, '\r\n')) : bare.new });
}

const MIXED =
  'changes lines that end partly in a line feed and partly in carriage return and line feed. Answer with "edits", which keep them.';

/** A line with its carriage return taken away. */
function withFeed(line: string): string {
  return line.endsWith('\r\n') ? `${line.slice(0, -2)}\n` : line;
}

/** Whether all lines that end in anything end alike. */
function hasOneEnd(lines: readonly string[]): boolean {
  const ended = lines.filter((line) => line.endsWith('\n'));
  const returned = ended.filter((line) => line.endsWith('\r\n'));
  return returned.length === 0 || returned.length === ended.length;
}

/**
 * The index at which the old lines of a hunk stand, at or after `from`: where its header says or else, when they stand at one place
 * only, there. As with git, a hunk that says line 1 must be the beginning of the file, and one without context after its last change
 * the end. Throws `TooMuchWork`.
 */
function placeOf(file: readonly string[], hunk: Hunk, from: number, meter: Meter): Outcome<number> {
  if (hunk.old.length === 0 && file.length > 0) {
    return bad('has no line of the file to be placed by. Put unchanged lines before and after the new ones.');
  }
  const stated = statedPlace(file, hunk);
  if (stated >= from && isAllowed(stated, file, hunk) && standsAt(file, hunk.old, stated, meter)) return good(stated);
  const found = placesOf(file, hunk, from, meter);
  const [only, ...others] = found.filter((at) => isAllowed(at, file, hunk));
  if (found.length === 0) return notThere(file, hunk, from, meter);
  if (only === undefined) return bad(`${misplaced(found, file, hunk)} Its lines stand at line ${linesIn(found)}.`);
  if (others.length === 0) return good(only);
  return bad(
    `does not stand at line ${hunk.oldStart} but at the lines ${linesIn(found)}. Give the right line, or more context.`,
  );
}

function statedPlace(file: readonly string[], { old, oldStart, hasTrailingContext }: Hunk): number {
  return hasTrailingContext ? Math.max(oldStart - 1, 0) : file.length - old.length;
}

function isAllowed(at: number, file: readonly string[], hunk: Hunk): boolean {
  return mayBeginAt(at, hunk) && mayEndAfter(at, file, hunk);
}

function mayBeginAt(at: number, { oldStart }: Hunk): boolean {
  return oldStart > 1 || at === 0;
}

function mayEndAfter(at: number, file: readonly string[], { old, hasTrailingContext }: Hunk): boolean {
  return hasTrailingContext || at + old.length === file.length;
}

/** What keeps it from all the places where its lines stand. */
function misplaced(found: readonly number[], file: readonly string[], hunk: Hunk): string {
  const wrongStart = `says that it begins at line ${hunk.oldStart}, but it does not. Give the right line number.`;
  const wrongEnd =
    'ends with a change, which it may only at the end of the file. Put unchanged lines after the last change.';
  if (found.some((at) => mayBeginAt(at, hunk))) return wrongEnd;
  return found.some((at) => mayEndAfter(at, file, hunk)) ? wrongStart : `${wrongStart} It also ${wrongEnd}`;
}

/** More are not looked for. */
const MAX_PLACES = 20;

function placesOf(file: readonly string[], { old }: Hunk, from: number, meter: Meter): readonly number[] {
  const places: number[] = [];
  for (let at = from; at + old.length <= file.length && places.length < MAX_PLACES; at += 1) {
    if (standsAt(file, old, at, meter)) places.push(at);
  }
  return places;
}

function linesIn(places: readonly number[]): string {
  return places.map((at) => at + 1).join(', ');
}

function notThere(file: readonly string[], hunk: Hunk, from: number, meter: Meter): Failed {
  const [earlier] = from > 0 ? placesOf(file, hunk, 0, meter) : [];
  if (earlier !== undefined) {
    return bad(
      `changes lines from line ${earlier + 1} on, which an earlier hunk has passed. Put hunks in the order of the file, each line in one.`,
    );
  }
  const feeds = file.map((line) => line.replace(/\r?\n$/, ''));
  const wanted = hunk.old.map((line) => line.replace(/\r?\n$/, ''));
  if (placesOf(feeds, { ...hunk, old: wanted }, 0, meter).length > 0) return bad(endings(file));
  const nearest = nearestLines(feeds, wanted);
  const lines = [
    `has context or removed lines that are not in the file, which has ${counted(file.length, 'lines')}. Copy them character by character.`,
    ...(hunk.hasBlankEnd === true ? [BLANK_END] : []),
    ...(nearest.length === 0 ? [] : ['The nearest lines are:', ...nearest]),
  ];
  return absent(lines.join('\n'));
}

const BLANK_END =
  'The blank lines at its end count as context, since the numbers of its header do not fit: leave them out, or correct the numbers.';

function endings(file: readonly string[]): string {
  if (file.some((line) => line.endsWith('\r\n'))) {
    return 'has lines that end in a line feed, but the lines of the file end in carriage return and line feed. Answer with "edits", which keep them.';
  }
  return 'differs from the file at its end: put the line "\\ No newline at end of file" after the last line where the file has no line feed there, and only there.';
}
