import type { Meter } from '../meter.ts';
import { findLines, type LineViews, type Place } from './match-lines.ts';
import { type Line, linesOf, withoutTrailingSpace } from './text-lines.ts';

/** A file under a row of edits. What matching looks at of its lines is kept between them, since a patch may hold hundreds. */
export interface EditedFile {
  /** Without what ends them. */
  lines(): readonly string[];
  /** Throws `TooMuchWork`. */
  find(wanted: readonly string[]): readonly Place[];
  /** Puts lines in the place of so many others; line endings and the end of the file stay as they were. Throws `TooMuchWork`. */
  replace(at: number, count: number, texts: readonly string[]): void;
  text(): string;
}

export function editFile(text: string, meter: Meter): EditedFile {
  const lines = linesOf(text);
  const finalEnd = lines.at(-1)?.end ?? '';
  let ends: readonly Line['end'][] = lines.map(({ end }) => end);
  let views = viewsOf(lines.map((line) => line.text));
  return {
    lines: () => views.exact,
    find: (wanted) => findLines(views, viewsOf(wanted), meter),
    replace(at, count, texts) {
      meter.spend(ends.length);
      const end = usualEnd(ends, at);
      ends = spliced(
        ends,
        at,
        count,
        texts.map(() => end),
      );
      views = splicedViews(views, at, count, viewsOf(texts));
    },
    text: () => views.exact.map((line, index) => line + (index === ends.length - 1 ? finalEnd : ends[index])).join(''),
  };
}

/** What ends the lines where a change is made. */
function usualEnd(ends: readonly Line['end'][], at: number): Line['end'] {
  return (ends[at] || ends[0]) === '\r\n' ? '\r\n' : '\n';
}

function viewsOf(exact: readonly string[]): LineViews {
  const trimmed = exact.map(withoutTrailingSpace);
  return { exact, trimmed, bare: trimmed.map((line) => line.trimStart()) };
}

function splicedViews(views: LineViews, at: number, count: number, others: LineViews): LineViews {
  return {
    exact: spliced(views.exact, at, count, others.exact),
    trimmed: spliced(views.trimmed, at, count, others.trimmed),
    bare: spliced(views.bare, at, count, others.bare),
  };
}

/** `toSpliced` takes as many arguments as there are lines, and there is an end to those. */
function spliced<Each>(all: readonly Each[], at: number, count: number, others: readonly Each[]): readonly Each[] {
  return [...all.slice(0, at), ...others, ...all.slice(at + count)];
}
