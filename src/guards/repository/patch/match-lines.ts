import type { Meter } from '../meter.ts';

/** What the file's lines have before those that were looked for, or the other way round. */
export interface Shift {
  readonly kind: 'deeper' | 'shallower';
  readonly indent: string;
}

/** A place where the lines stand; `at` counts from 0. */
export interface Place {
  readonly at: number;
  readonly shift?: Shift;
}

/** Lines as they are, without the white space at their ends, and without any around them. */
export interface LineViews {
  readonly exact: readonly string[];
  readonly trimmed: readonly string[];
  readonly bare: readonly string[];
}

/**
 * Where the wanted lines stand in a file: as they are, else but for white space at the ends of lines, else but for one indentation
 * that all of them lack or have too much. The first stage that finds anything decides (guards 2.4). Throws `TooMuchWork`.
 */
export function findLines(file: LineViews, wanted: LineViews, meter: Meter): readonly Place[] {
  for (const view of ['exact', 'trimmed'] as const) {
    const places = windows(file[view], wanted[view], meter);
    if (places.length > 0) return places.map((at) => ({ at }));
  }
  return windows(file.bare, wanted.bare, meter).flatMap((at) => {
    const shift = shiftAt(file.trimmed, wanted.trimmed, at);
    return shift === undefined ? [] : [{ at, shift }];
  });
}

/** Places more than these are not looked for: two are already too many. */
const MAX_PLACES = 20;

function windows(file: readonly string[], wanted: readonly string[], meter: Meter): readonly number[] {
  const places: number[] = [];
  for (let at = 0; at + wanted.length <= file.length && places.length < MAX_PLACES; at += 1) {
    if (standsAt(file, wanted, at, meter)) places.push(at);
  }
  return places;
}

/** Whether the lines stand there exactly. */
export function standsAt(file: readonly string[], wanted: readonly string[], at: number, meter: Meter): boolean {
  let same = 0;
  while (same < wanted.length && file[at + same] === wanted[same]) same += 1;
  meter.spend(same + 1);
  return same === wanted.length;
}

/** The one shift that turns all the wanted lines into those of the file; blank lines have none. */
function shiftAt(file: readonly string[], wanted: readonly string[], at: number): Shift | undefined {
  let common: Shift | undefined;
  for (const [index, line] of wanted.entries()) {
    if (line === '') continue;
    const shift = shiftOf(file[at + index] ?? '', line);
    if (shift === undefined || (common !== undefined && !areSame(shift, common))) return undefined;
    common = shift;
  }
  return common;
}

function shiftOf(actual: string, wanted: string): Shift | undefined {
  if (actual.endsWith(wanted)) return { kind: 'deeper', indent: actual.slice(0, actual.length - wanted.length) };
  if (wanted.endsWith(actual)) return { kind: 'shallower', indent: wanted.slice(0, wanted.length - actual.length) };
  return undefined;
}

function areSame(left: Shift, right: Shift): boolean {
  return left.kind === right.kind && left.indent === right.indent;
}
