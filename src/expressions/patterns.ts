/** Patterns of `matches()`: the syntax of RE2, and look-around beside it, matched in linear time. */
import { RE2JS } from 're2js';
import { compileLookAround } from '../text/look-around.ts';
import { messageOf } from '../text/message-of.ts';
import { Broken, type Meter } from './meter.ts';

const MAX_LENGTH = 1_000;
const MAX_STATES = 10_000;

/** What is wrong with a pattern; undefined where nothing is. */
export function patternProblem(source: string): string | undefined {
  if (source.length > MAX_LENGTH) return `a pattern has at most ${MAX_LENGTH} characters`;
  if (statesOf(source) > MAX_STATES) return `a pattern has at most ${MAX_STATES} states; repeat less of it`;
  try {
    compiled(source);
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

/** Whether a pattern is found somewhere in a text. Throws `Broken` for what is no pattern. */
export function isFound(source: string, text: string, meter: Meter): boolean {
  meter.spend(COMPILING * Math.min(statesOf(source), MAX_STATES));
  const problem = patternProblem(source);
  if (problem !== undefined) throw new Broken(`matches() cannot read its pattern: ${problem}`);
  const pattern = compiled(source);
  meter.spend(text.length * pattern.cost);
  return pattern.test(text);
}

/** Compiling a state costs as much as so many characters. */
const COMPILING = 200;

/** About how many states the pattern's automaton has: what repeats is written out. */
function statesOf(source: string): number {
  const open: number[] = [];
  let states = 0;
  let last = 0;
  for (const [piece, least = '', most = ''] of source.slice(0, MAX_LENGTH + 1).matchAll(PIECES)) {
    if (piece === '(') {
      open.push(states);
    } else if (piece === ')') {
      last = states - (open.pop() ?? 0);
    } else if (least !== '') {
      const more = last * (Math.max(1, Number(least), Number(most)) - 1);
      states += more;
      last += more;
    } else {
      last = 1;
      states += 1;
    }
  }
  return states;
}

/** An escape, a class, a number of times, and every other character. */
const PIECES = /\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|\{(\d{1,4})(?:,(\d{0,4}))?\}|[\s\S]/g;

interface Compiled {
  /** About what one character of the text costs, in characters (`Meter`). */
  readonly cost: number;
  test(text: string): boolean;
}

const MOST_CACHED = 50;
const cache = new Map<string, Compiled>();

function compiled(source: string): Compiled {
  const known = cache.get(source);
  if (known !== undefined) return known;
  const pattern = compile(source);
  const [oldest] = cache.keys();
  if (cache.size >= MOST_CACHED && oldest !== undefined) cache.delete(oldest);
  cache.set(source, pattern);
  return pattern;
}

/** By RE2, else as a pattern with look-around. Throws an error in words for what neither takes, such as back-references. */
function compile(source: string): Compiled {
  const pattern = byRe2(source);
  if (pattern) return { cost: pattern.programSize() / 2, test: (text) => pattern.test(text) };
  const other = compileLookAround(source);
  return { cost: 2 * other.size, test: (text) => other.test(text) };
}

function byRe2(source: string): RE2JS | undefined {
  // RE2 reads a back-reference by name as letters.
  if (/(?<!\\)(?:\\\\)*\\k</.test(source)) return undefined;
  try {
    return RE2JS.compile(RE2JS.translateRegExp(source));
  } catch {
    return undefined;
  }
}
