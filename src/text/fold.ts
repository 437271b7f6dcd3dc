import { occurrences } from './occurrences.ts';

/** How far texts are folded before they are compared. */
export interface Folding {
  /** Dashes, quotation marks, white space, and words that are divided at line ends count as equal too; else characters alone. */
  readonly form?: boolean;
  /** Dashes and quotation marks count as equal; part of `form`. */
  readonly typography?: boolean;
  /** Raised and lowered letters count as plain ones: for guards that forbid a text. */
  readonly raised?: boolean;
  readonly ignoreCase?: boolean;
}

/** A text as it is compared, and where each of its UTF-16 units begins in the original. */
export interface Folded {
  readonly original: string;
  readonly text: string;
  readonly starts: Int32Array;
}

/** Stands for a hyphen at a line end within a word, which may belong to the word or not. A noncharacter, so no text has it. */
const DIVIDED = '\uFDD0';
const HYPHEN = '-';
/** Normalization takes quadratic time on long runs of combining marks; Unicode's stream-safe format allows thirty. */
const MAX_MARKS = 30;
/** What a character becomes at most: U+FDFA stands for eighteen. */
const MAX_EXPANSION = 6;

/**
 * Folds the form of characters: compatibility forms, invisible characters, spaces and line ends, and with `form` also typography and
 * layout. Never folds what changes a word or a number: superscripts, fractions and numbers in circles stay as they are. Linear in time
 * and memory.
 */
export function fold(original: string, folding: Folding = {}): Folded {
  const pieces: string[] = [];
  const starts: number[] = [];
  let marks = 0;
  let space: { readonly at: number; hasLine: boolean } | undefined;
  let isSoft = false;
  const emit = (piece: string, at: number) => {
    pieces.push(piece);
    for (let unit = 0; unit < piece.length; unit += 1) starts.push(at);
  };
  /** Of plain characters, each of which is its own beginning. */
  const emitRun = (run: string, at: number) => {
    pieces.push(folding.ignoreCase === true ? run.toLowerCase() : run);
    for (let unit = 0; unit < run.length; unit += 1) starts.push(at + unit);
  };
  const replaceLast = (piece: string) => {
    const last = pieces.pop() ?? '';
    const at = starts[starts.length - last.length] ?? 0;
    starts.length -= last.length;
    emit(piece, at);
  };
  for (let at = 0; at < original.length; ) {
    PLAIN.lastIndex = at;
    const run = space === undefined ? (PLAIN.exec(original)?.[0] ?? '') : '';
    if (run.length > 1) {
      // The last one may be the base of a mark, or stand before a hyphen.
      emitRun(run.slice(0, -1), at);
      at += run.length - 1;
      [marks, isSoft] = [0, false];
    }
    const code = original.codePointAt(at) ?? 0;
    const char = String.fromCodePoint(code);
    const kinds = kindsOf(code, char);
    const here = at;
    at += char.length;
    if (kinds & LINE_ENDS) {
      if (char === '\r' && original[at] === '\n') at += 1;
      if (folding.form === true) {
        space ??= { at: here, hasLine: true };
        space.hasLine = true;
      } else emit('\n', here);
      continue;
    }
    if (folding.form === true && kinds & SPACES) {
      space ??= { at: here, hasLine: false };
      continue;
    }
    if (kinds & UNSEEN && !isJoining(char, original, here)) {
      isSoft = char === '\u00AD';
      continue;
    }
    const last = pieces.at(-1);
    if (kinds & CONTINUING && last !== undefined && space === undefined && marks < MAX_MARKS) {
      MARKS.lastIndex = here;
      const taken = Array.from(MARKS.exec(original)?.[0] ?? char).slice(0, MAX_MARKS - marks);
      marks += taken.length;
      at = here + taken.join('').length;
      replaceLast(composed(last + taken.map((mark) => foldedCharacter(mark, folding)).join('')));
      continue;
    }
    const piece = foldedCharacter(char, folding);
    if (space !== undefined) {
      const before = pieces.at(-2);
      const isDivided = space.hasLine && last === HYPHEN && /[\p{L}\p{M}\p{Nd}]$/u.test(before ?? '');
      const isWord = /[\p{L}\p{M}]$/u.test(before ?? '') && LETTER.test(piece);
      if (isDivided && isWord) replaceLast(DIVIDED);
      else if (space.hasLine && isSoft && last !== undefined && LETTER.test(last) && LETTER.test(piece))
        emit(DIVIDED, space.at);
      else if (
        !(isDivided && WORD.test(piece)) &&
        last !== undefined &&
        !(space.hasLine && SPACELESS.test(last) && SPACELESS.test(piece))
      )
        emit(' ', space.at);
      space = undefined;
    }
    isSoft = false;
    marks = 0;
    emit(piece, here);
  }
  return { original, text: pieces.join(''), starts: new Int32Array(starts) };
}

/**
 * Where a folded part occurs in a folded text, in UTF-16 units of the original; undefined where it does not. `isWanted` chooses among the
 * occurrences, by their places in the folded text.
 */
export function findFolded(
  text: Folded,
  part: Folded,
  isWanted: (text: string, start: number, end: number) => boolean = () => true,
): { readonly start: number; readonly end: number } | undefined {
  if (part.text === '') return undefined;
  const [whole, wanted] = [withoutHyphens(text.text), withoutHyphens(part.text)];
  let work = 8 * (whole.text.length + wanted.text.length) + 1_000_000;
  for (const at of occurrences(whole.text, wanted.text)) {
    let same = 1;
    while (same < wanted.text.length && agree(whole.gaps[at + same], wanted.gaps[same])) same += 1;
    work -= same;
    const end = whole.places[at + wanted.text.length - 1] ?? 0;
    const next = text.text.slice(end + 1, end + 3);
    const start = whole.places[at] ?? 0;
    const isFound = same >= wanted.text.length && !CONTINUES.test(next) && isWanted(text.text, start, end + 1);
    if (isFound) return placeOf(text, start, end + 1);
    if (work < 0) return undefined;
  }
  return undefined;
}

function placeOf({ starts, original }: Folded, from: number, to: number) {
  return { start: starts[from] ?? 0, end: starts[to] ?? original.length };
}

/** Nothing, a hyphen, or either stands before a character. */
type Gap = 0 | 1 | 2;

function agree(one: number | undefined, other: number | undefined): boolean {
  return one === other || one === 2 || other === 2;
}

/** A text without the hyphens within its words, what stands before each character, and where it stands. */
function withoutHyphens(text: string): {
  readonly text: string;
  readonly gaps: Uint8Array;
  readonly places: Int32Array;
} {
  if (!text.includes(HYPHEN) && !text.includes(DIVIDED))
    return { text, gaps: new Uint8Array(text.length), places: Int32Array.from({ length: text.length }, (_, at) => at) };
  const gaps = new Uint8Array(text.length);
  const places = new Int32Array(text.length);
  const kept: string[] = [];
  let gap: Gap = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charAt(at);
    const isWithin = unit === HYPHEN && LETTER.test(text.charAt(at - 1)) && LETTER.test(text.charAt(at + 1));
    if (unit === DIVIDED || isWithin) {
      gap = unit === DIVIDED ? 2 : 1;
      continue;
    }
    gaps[kept.length] = gap;
    places[kept.length] = at;
    kept.push(unit);
    gap = 0;
  }
  return { text: kept.join(''), gaps, places };
}

/** Sentences on the characters that two texts of the same folded form write differently, each with its code point and name; at most five. */
export function formDifferences(
  one: string,
  other: string,
  names: { readonly one: string; readonly other: string },
): readonly string[] {
  const [left, right] = [formsIn(one), formsIn(other)];
  const sentences = (mine: typeof left, theirs: typeof left, writer: string, reader: string) =>
    [...mine].flatMap(([shown, plain]) => {
      if (theirs.has(shown)) return [];
      const counterpart =
        [...theirs].find(([, form]) => form === plain && form !== '')?.[0] ?? (plain === '' ? 'nothing' : `"${plain}"`);
      return [`${writer} writes ${shown} where ${reader} has ${counterpart}`];
    });
  const found = sentences(left, right, names.one, names.other);
  const all = found.length > 0 ? found : sentences(right, left, names.other, names.one);
  return all.slice(0, MAX_DIFFERENCES);
}

const MAX_DIFFERENCES = 5;
const MAX_COMPARED = 20_000;

/** The characters of a text that fold to others, as they are told, with what they fold to. */
function formsIn(text: string): Map<string, string> {
  const forms = new Map<string, string>();
  for (const [cluster] of text.slice(0, MAX_COMPARED).matchAll(UNUSUAL)) {
    if (forms.size > 50) break;
    if (/^[-\u2010\u2011\u00AD][^\S\n]{0,20}[\r\n\u0085\u2028\u2029]/u.test(cluster)) {
      forms.set('a hyphen and a line end within a word', '');
      continue;
    }
    if (cluster.startsWith('\r')) {
      forms.set('U+000D CARRIAGE RETURN at the ends of lines', '');
      continue;
    }
    const plain = fold(cluster, { form: true, raised: true }).text || (SPACE.test(cluster) ? ' ' : '');
    if (plain !== cluster) forms.set(nameOf(cluster), plain);
  }
  return forms;
}

const UNUSUAL =
  /[-\u2010\u2011\u00AD][^\S\n]{0,20}(?:\r\n|[\n\r\u0085\u2028\u2029])|\r\n?|[^\r\n]\p{M}{1,4}|[^\t\n\x20-\x7e]/gu;

/** A character with its code point and name: `U+FB00 LATIN SMALL LIGATURE FF`. */
function nameOf(cluster: string): string {
  return Array.from(cluster, (char) => {
    const code = char.codePointAt(0) ?? 0;
    if (code >= 0x21 && code <= 0x7e) return `"${char}"`;
    const id = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
    const name = NAMES[code];
    return name === undefined ? id : `${id} ${name}`;
  }).join(' and ');
}

const LINE_END = /^[\n\v\f\r\u0085\u2028\u2029]$/;
const SPACE = /^[\t\p{Zs}]$/u;
const LETTER = /^\p{L}/u;
const WORD = /^[\p{L}\p{Nd}]/u;
/** Characters that fold to themselves. */
const PLAIN = /[!-,.-~]+/y;
const MARKS = /[\p{M}\u1161-\u11FF\uD7B0-\uD7FF\uFF9E\uFF9F]{1,30}/uy;
/** Marks and parts of Hangul syllables, which belong to the character before. */
const CONTINUES = /^[\p{M}\u1161-\u11FF\uD7B0-\uD7FF\uFF9E\uFF9F]/u;
/** Scripts that are written without spaces, where a line end is none either. */
const SPACELESS =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u3001-\u303F]/u;
const INVISIBLE = /^(?![\t\n\v\f\r\u0085\u115F\u1160])[\p{Default_Ignorable_Code_Point}\p{Cc}\uFFF9-\uFFFB\uFDD0]$/u;

/** Kinds of a character, as bits; each is found once for a code point, since a text of 4 MiB asks millions of times. */
const LINE_ENDS = 1;
const SPACES = 2;
const UNSEEN = 4;
const CONTINUING = 8;
const FOUND = 16;
const kindsOfAll = new Uint8Array(0x110000);

function kindsOf(code: number, char: string): number {
  const known = kindsOfAll[code] ?? 0;
  if (known !== 0) return known;
  const kinds =
    FOUND |
    (LINE_END.test(char) ? LINE_ENDS : 0) |
    (SPACE.test(char) ? SPACES : 0) |
    (INVISIBLE.test(char) ? UNSEEN : 0) |
    (CONTINUES.test(char) ? CONTINUING : 0);
  kindsOfAll[code] = kinds;
  return kinds;
}

/** A joiner between two emoji makes another sign of them, so it is not invisible. */
function isJoining(char: string, text: string, at: number): boolean {
  if (char !== '\u200D') return false;
  const before = text.slice(Math.max(0, at - 3), at);
  return (
    /[\p{Extended_Pictographic}\p{Emoji_Modifier}]\uFE0F?$/u.test(before) &&
    /^\p{Extended_Pictographic}/u.test(text.slice(at + 1, at + 3))
  );
}

const compositions = new Map<string, string>();

/** The composed form of a character with its marks. */
function composed(text: string): string {
  if (text.length > LONGEST_CACHED) return text.normalize('NFC');
  const known = compositions.get(text);
  if (known !== undefined) return known;
  const made = text.normalize('NFC');
  if (compositions.size < MOST_CACHED) compositions.set(text, made);
  return made;
}

const LONGEST_CACHED = 8;
const MOST_CACHED = 20_000;
const cache = new Map<string, string>();

function foldedCharacter(
  char: string,
  { form = false, typography = form, raised = false, ignoreCase = false }: Folding,
): string {
  if (char <= '\x7f') return ignoreCase ? char.toLowerCase() : char;
  const key = `${char}${typography ? 1 : 0}${raised ? 1 : 0}${ignoreCase ? 1 : 0}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  const plain = Array.from(compatible(char, raised), (each) => (typography ? (TYPOGRAPHY[each] ?? each) : each)).join(
    '',
  );
  const made = ignoreCase ? plain.toLowerCase().replaceAll('ς', 'σ') : plain;
  if (cache.size < MOST_CACHED) cache.set(key, made);
  return made;
}

/** Superscripts, fractions, numbers in circles and units such as ㎡ say something else than their digits. */
function compatible(char: string, raised: boolean): string {
  const own = char.normalize('NFC');
  if (SPACE.test(char)) return char === '\t' ? char : ' ';
  if (/^[\u2010\u2011\uFE63\uFF0D]$/.test(char)) return '-';
  if (char === '\u2033') return own;
  if (/^\p{No}$/u.test(char) || (!raised && RAISED.test(char))) return own;
  const plain = char.normalize('NFKC');
  if (plain.length > MAX_EXPANSION || (plain.startsWith(' ') && plain.length > 1)) return own;
  return /\p{Nd}/u.test(plain) && !/^\p{Nd}$/u.test(char) ? own : plain;
}

const RAISED = /^(?:[\u00AA\u00BA\u2120\u2122\u207A-\u207E\u208A-\u208E]|(?![\uFF00-\uFFEF])\p{Lm})$/u;

const TYPOGRAPHY: Readonly<Record<string, string>> = Object.fromEntries([
  ...Array.from('\u2010\u2011\u2012\u2013\u2014\u2015\u2212\uFE58\uFE63\uFF0D', (char) => [char, '-']),
  ...Array.from('\u201C\u201D\u201E\u201F\u2033\u00AB\u00BB\u301D\u301E\u301F\uFF02', (char) => [char, '"']),
  ...Array.from('\u2018\u2019\u201A\u201B\u2032\u02BC\u00B4\u2039\u203A\uFF07', (char) => [char, "'"]),
  ['\u301C', '~'],
]);

/** The names of characters that come from PDF files, word processors and disguises. */
const NAMES: Readonly<Record<number, string>> = {
  0x0009: 'CHARACTER TABULATION',
  0x000a: 'LINE FEED',
  0x000d: 'CARRIAGE RETURN',
  0x0020: 'SPACE',
  0x0085: 'NEXT LINE',
  0x00a0: 'NO-BREAK SPACE',
  0x00ab: 'LEFT-POINTING DOUBLE ANGLE QUOTATION MARK',
  0x00ad: 'SOFT HYPHEN',
  0x00b4: 'ACUTE ACCENT',
  0x00bb: 'RIGHT-POINTING DOUBLE ANGLE QUOTATION MARK',
  0x02bc: 'MODIFIER LETTER APOSTROPHE',
  0x0300: 'COMBINING GRAVE ACCENT',
  0x0301: 'COMBINING ACUTE ACCENT',
  0x0302: 'COMBINING CIRCUMFLEX ACCENT',
  0x0303: 'COMBINING TILDE',
  0x0304: 'COMBINING MACRON',
  0x0306: 'COMBINING BREVE',
  0x0307: 'COMBINING DOT ABOVE',
  0x0308: 'COMBINING DIAERESIS',
  0x030a: 'COMBINING RING ABOVE',
  0x030b: 'COMBINING DOUBLE ACUTE ACCENT',
  0x030c: 'COMBINING CARON',
  0x0327: 'COMBINING CEDILLA',
  0x0328: 'COMBINING OGONEK',
  0x034f: 'COMBINING GRAPHEME JOINER',
  0x061c: 'ARABIC LETTER MARK',
  0x180e: 'MONGOLIAN VOWEL SEPARATOR',
  0x2000: 'EN QUAD',
  0x2001: 'EM QUAD',
  0x2002: 'EN SPACE',
  0x2003: 'EM SPACE',
  0x2004: 'THREE-PER-EM SPACE',
  0x2005: 'FOUR-PER-EM SPACE',
  0x2006: 'SIX-PER-EM SPACE',
  0x2007: 'FIGURE SPACE',
  0x2008: 'PUNCTUATION SPACE',
  0x2009: 'THIN SPACE',
  0x200a: 'HAIR SPACE',
  0x200b: 'ZERO WIDTH SPACE',
  0x200c: 'ZERO WIDTH NON-JOINER',
  0x200d: 'ZERO WIDTH JOINER',
  0x200e: 'LEFT-TO-RIGHT MARK',
  0x200f: 'RIGHT-TO-LEFT MARK',
  0x2010: 'HYPHEN',
  0x2011: 'NON-BREAKING HYPHEN',
  0x2012: 'FIGURE DASH',
  0x2013: 'EN DASH',
  0x2014: 'EM DASH',
  0x2015: 'HORIZONTAL BAR',
  0x2018: 'LEFT SINGLE QUOTATION MARK',
  0x2019: 'RIGHT SINGLE QUOTATION MARK',
  0x201a: 'SINGLE LOW-9 QUOTATION MARK',
  0x201b: 'SINGLE HIGH-REVERSED-9 QUOTATION MARK',
  0x201c: 'LEFT DOUBLE QUOTATION MARK',
  0x201d: 'RIGHT DOUBLE QUOTATION MARK',
  0x201e: 'DOUBLE LOW-9 QUOTATION MARK',
  0x201f: 'DOUBLE HIGH-REVERSED-9 QUOTATION MARK',
  0x2026: 'HORIZONTAL ELLIPSIS',
  0x2028: 'LINE SEPARATOR',
  0x2029: 'PARAGRAPH SEPARATOR',
  0x202a: 'LEFT-TO-RIGHT EMBEDDING',
  0x202b: 'RIGHT-TO-LEFT EMBEDDING',
  0x202c: 'POP DIRECTIONAL FORMATTING',
  0x202d: 'LEFT-TO-RIGHT OVERRIDE',
  0x202e: 'RIGHT-TO-LEFT OVERRIDE',
  0x202f: 'NARROW NO-BREAK SPACE',
  0x2032: 'PRIME',
  0x2033: 'DOUBLE PRIME',
  0x2039: 'SINGLE LEFT-POINTING ANGLE QUOTATION MARK',
  0x203a: 'SINGLE RIGHT-POINTING ANGLE QUOTATION MARK',
  0x205f: 'MEDIUM MATHEMATICAL SPACE',
  0x2060: 'WORD JOINER',
  0x2061: 'FUNCTION APPLICATION',
  0x2062: 'INVISIBLE TIMES',
  0x2063: 'INVISIBLE SEPARATOR',
  0x2064: 'INVISIBLE PLUS',
  0x2066: 'LEFT-TO-RIGHT ISOLATE',
  0x2067: 'RIGHT-TO-LEFT ISOLATE',
  0x2068: 'FIRST STRONG ISOLATE',
  0x2069: 'POP DIRECTIONAL ISOLATE',
  0x2212: 'MINUS SIGN',
  0x3000: 'IDEOGRAPHIC SPACE',
  0x3099: 'COMBINING KATAKANA-HIRAGANA VOICED SOUND MARK',
  0x309a: 'COMBINING KATAKANA-HIRAGANA SEMI-VOICED SOUND MARK',
  0xfb00: 'LATIN SMALL LIGATURE FF',
  0xfb01: 'LATIN SMALL LIGATURE FI',
  0xfb02: 'LATIN SMALL LIGATURE FL',
  0xfb03: 'LATIN SMALL LIGATURE FFI',
  0xfb04: 'LATIN SMALL LIGATURE FFL',
  0xfb05: 'LATIN SMALL LIGATURE LONG S T',
  0xfb06: 'LATIN SMALL LIGATURE ST',
  0xfe0e: 'VARIATION SELECTOR-15',
  0xfe0f: 'VARIATION SELECTOR-16',
  0xfe58: 'SMALL EM DASH',
  0xfe63: 'SMALL HYPHEN-MINUS',
  0xfeff: 'ZERO WIDTH NO-BREAK SPACE',
  0xff01: 'FULLWIDTH EXCLAMATION MARK',
  0xff02: 'FULLWIDTH QUOTATION MARK',
  0xff03: 'FULLWIDTH NUMBER SIGN',
  0xff04: 'FULLWIDTH DOLLAR SIGN',
  0xff05: 'FULLWIDTH PERCENT SIGN',
  0xff06: 'FULLWIDTH AMPERSAND',
  0xff07: 'FULLWIDTH APOSTROPHE',
  0xff08: 'FULLWIDTH LEFT PARENTHESIS',
  0xff09: 'FULLWIDTH RIGHT PARENTHESIS',
  0xff0a: 'FULLWIDTH ASTERISK',
  0xff0b: 'FULLWIDTH PLUS SIGN',
  0xff0c: 'FULLWIDTH COMMA',
  0xff0d: 'FULLWIDTH HYPHEN-MINUS',
  0xff0e: 'FULLWIDTH FULL STOP',
  0xff0f: 'FULLWIDTH SOLIDUS',
  0xff10: 'FULLWIDTH DIGIT ZERO',
  0xff11: 'FULLWIDTH DIGIT ONE',
  0xff12: 'FULLWIDTH DIGIT TWO',
  0xff13: 'FULLWIDTH DIGIT THREE',
  0xff14: 'FULLWIDTH DIGIT FOUR',
  0xff15: 'FULLWIDTH DIGIT FIVE',
  0xff16: 'FULLWIDTH DIGIT SIX',
  0xff17: 'FULLWIDTH DIGIT SEVEN',
  0xff18: 'FULLWIDTH DIGIT EIGHT',
  0xff19: 'FULLWIDTH DIGIT NINE',
  0xff1a: 'FULLWIDTH COLON',
  0xff1b: 'FULLWIDTH SEMICOLON',
  0xff1c: 'FULLWIDTH LESS-THAN SIGN',
  0xff1d: 'FULLWIDTH EQUALS SIGN',
  0xff1e: 'FULLWIDTH GREATER-THAN SIGN',
  0xff1f: 'FULLWIDTH QUESTION MARK',
  0xff20: 'FULLWIDTH COMMERCIAL AT',
  0xff21: 'FULLWIDTH LATIN CAPITAL LETTER A',
  0xff22: 'FULLWIDTH LATIN CAPITAL LETTER B',
  0xff23: 'FULLWIDTH LATIN CAPITAL LETTER C',
  0xff24: 'FULLWIDTH LATIN CAPITAL LETTER D',
  0xff25: 'FULLWIDTH LATIN CAPITAL LETTER E',
  0xff26: 'FULLWIDTH LATIN CAPITAL LETTER F',
  0xff27: 'FULLWIDTH LATIN CAPITAL LETTER G',
  0xff28: 'FULLWIDTH LATIN CAPITAL LETTER H',
  0xff29: 'FULLWIDTH LATIN CAPITAL LETTER I',
  0xff2a: 'FULLWIDTH LATIN CAPITAL LETTER J',
  0xff2b: 'FULLWIDTH LATIN CAPITAL LETTER K',
  0xff2c: 'FULLWIDTH LATIN CAPITAL LETTER L',
  0xff2d: 'FULLWIDTH LATIN CAPITAL LETTER M',
  0xff2e: 'FULLWIDTH LATIN CAPITAL LETTER N',
  0xff2f: 'FULLWIDTH LATIN CAPITAL LETTER O',
  0xff30: 'FULLWIDTH LATIN CAPITAL LETTER P',
  0xff31: 'FULLWIDTH LATIN CAPITAL LETTER Q',
  0xff32: 'FULLWIDTH LATIN CAPITAL LETTER R',
  0xff33: 'FULLWIDTH LATIN CAPITAL LETTER S',
  0xff34: 'FULLWIDTH LATIN CAPITAL LETTER T',
  0xff35: 'FULLWIDTH LATIN CAPITAL LETTER U',
  0xff36: 'FULLWIDTH LATIN CAPITAL LETTER V',
  0xff37: 'FULLWIDTH LATIN CAPITAL LETTER W',
  0xff38: 'FULLWIDTH LATIN CAPITAL LETTER X',
  0xff39: 'FULLWIDTH LATIN CAPITAL LETTER Y',
  0xff3a: 'FULLWIDTH LATIN CAPITAL LETTER Z',
  0xff3b: 'FULLWIDTH LEFT SQUARE BRACKET',
  0xff3c: 'FULLWIDTH REVERSE SOLIDUS',
  0xff3d: 'FULLWIDTH RIGHT SQUARE BRACKET',
  0xff3e: 'FULLWIDTH CIRCUMFLEX ACCENT',
  0xff3f: 'FULLWIDTH LOW LINE',
  0xff40: 'FULLWIDTH GRAVE ACCENT',
  0xff41: 'FULLWIDTH LATIN SMALL LETTER A',
  0xff42: 'FULLWIDTH LATIN SMALL LETTER B',
  0xff43: 'FULLWIDTH LATIN SMALL LETTER C',
  0xff44: 'FULLWIDTH LATIN SMALL LETTER D',
  0xff45: 'FULLWIDTH LATIN SMALL LETTER E',
  0xff46: 'FULLWIDTH LATIN SMALL LETTER F',
  0xff47: 'FULLWIDTH LATIN SMALL LETTER G',
  0xff48: 'FULLWIDTH LATIN SMALL LETTER H',
  0xff49: 'FULLWIDTH LATIN SMALL LETTER I',
  0xff4a: 'FULLWIDTH LATIN SMALL LETTER J',
  0xff4b: 'FULLWIDTH LATIN SMALL LETTER K',
  0xff4c: 'FULLWIDTH LATIN SMALL LETTER L',
  0xff4d: 'FULLWIDTH LATIN SMALL LETTER M',
  0xff4e: 'FULLWIDTH LATIN SMALL LETTER N',
  0xff4f: 'FULLWIDTH LATIN SMALL LETTER O',
  0xff50: 'FULLWIDTH LATIN SMALL LETTER P',
  0xff51: 'FULLWIDTH LATIN SMALL LETTER Q',
  0xff52: 'FULLWIDTH LATIN SMALL LETTER R',
  0xff53: 'FULLWIDTH LATIN SMALL LETTER S',
  0xff54: 'FULLWIDTH LATIN SMALL LETTER T',
  0xff55: 'FULLWIDTH LATIN SMALL LETTER U',
  0xff56: 'FULLWIDTH LATIN SMALL LETTER V',
  0xff57: 'FULLWIDTH LATIN SMALL LETTER W',
  0xff58: 'FULLWIDTH LATIN SMALL LETTER X',
  0xff59: 'FULLWIDTH LATIN SMALL LETTER Y',
  0xff5a: 'FULLWIDTH LATIN SMALL LETTER Z',
  0xff5b: 'FULLWIDTH LEFT CURLY BRACKET',
  0xff5c: 'FULLWIDTH VERTICAL LINE',
  0xff5d: 'FULLWIDTH RIGHT CURLY BRACKET',
  0xff5e: 'FULLWIDTH TILDE',
};
