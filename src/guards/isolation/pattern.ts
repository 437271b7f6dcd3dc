import { RE2JS } from 're2js';
import { compileLookAround } from '../../text/look-around.ts';
import { messageOf } from '../../text/message-of.ts';
import { COMPILING_TIME, MAX_PATTERN_LENGTH } from './limits.ts';
import { withinTime } from './within-time.ts';

export interface Pattern {
  test(text: string): boolean;
  /** Where the first match is, in UTF-16 units. */
  find(text: string): { readonly start: number; readonly text: string } | undefined;
}

export type CompiledPattern =
  | { readonly ok: true; readonly pattern: Pattern }
  | { readonly ok: false; readonly message: string };

/**
 * Compiles a pattern that is matched in linear time: by RE2, in JavaScript's and Python's spellings, or, where RE2 does not take it, by
 * `compileLookAround`, which knows look-ahead, look-behind and all of JavaScript's classes. Back-references are refused. Flags `i`, `m`,
 * `s` as everywhere.
 */
export function compilePattern(source: string, flags = ''): CompiledPattern {
  if (source.length > MAX_PATTERN_LENGTH) {
    return { ok: false, message: `the pattern is longer than ${MAX_PATTERN_LENGTH} characters` };
  }
  // RE2 reads a back-reference by name as letters.
  if (/(?<!\\)(?:\\\\)*\\k</.test(source)) return compileOther(source, flags);
  try {
    const compiled = withinTime(COMPILING_TIME, () => RE2JS.compile(RE2JS.translateRegExp(source), bitsOf(flags)));
    return { ok: true, pattern: patternOf(compiled) };
  } catch {
    return compileOther(source, flags);
  }
}

function compileOther(source: string, flags: string): CompiledPattern {
  try {
    return { ok: true, pattern: withinTime(COMPILING_TIME, () => compileLookAround(source, flags)) };
  } catch (error) {
    return { ok: false, message: messageOf(error) };
  }
}

const BITS: Readonly<Record<string, number>> = {
  i: RE2JS.CASE_INSENSITIVE,
  m: RE2JS.MULTILINE,
  s: RE2JS.DOTALL,
};

function bitsOf(flags: string): number {
  return flags.split('').reduce((bits, flag) => bits | (BITS[flag] ?? 0), 0);
}

function patternOf(compiled: RE2JS): Pattern {
  return {
    test: (text) => compiled.test(text),
    find(text) {
      const matcher = compiled.matcher(text);
      return matcher.find() ? { start: matcher.start(), text: matcher.group() ?? '' } : undefined;
    },
  };
}
