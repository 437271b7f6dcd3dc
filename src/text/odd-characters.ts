/** A character in a name or between names that readers take for another, or do not see. */
export interface OddCharacter {
  /** Where it stands, in UTF-16 units from 0. */
  readonly at: number;
  /** `U+00A0, a no-break space`. */
  readonly name: string;
  /** What its author meant to write; empty where it is to be left out. */
  readonly meant: string;
}

/** The first character that looks like punctuation of YAML and is none, or that nobody sees; undefined where there is none. */
export function oddCharacterIn(text: string): OddCharacter | undefined {
  const found = ODD.exec(text);
  if (!found) return undefined;
  const [kind = '', character = ''] =
    Object.entries(found.groups ?? {}).find(([, matched]) => matched !== undefined) ?? [];
  const code = character.codePointAt(0) ?? 0;
  const [word, meant] = KINDS[kind] ?? ['', ''];
  const name = `U+${code.toString(16).toUpperCase().padStart(4, '0')}, ${NAMES[character] ?? word}`;
  return { at: found.index, name, meant: kind === 'wide' ? String.fromCharCode(code - WIDE_TO_ASCII) : meant };
}

/** What to do about it. */
export function adviceOn({ meant }: OddCharacter): string {
  if (meant === '') return 'leave it out';
  if (meant === ' ') return 'write a plain space';
  return meant === '"' ? `write '"'` : `write "${meant}"`;
}

const ODD =
  /(?<space>[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000])|(?<unseen>[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff])|(?<quote>[\u2018-\u201f\u2039\u203a\u00ab\u00bb\u301d-\u301f])|(?<dash>[\u2010-\u2015\u2212\ufe58\ufe63])|(?<colon>[\u02d0\u02f8\u05c3\u2236\ua789\ufe13\ufe55])|(?<wide>[\uff01-\uff5e])/u;

const KINDS: Readonly<Record<string, readonly [word: string, meant: string]>> = {
  space: ['a space of another kind', ' '],
  unseen: ['which nobody sees', ''],
  quote: ['a curly quotation mark', '"'],
  dash: ['a dash', '-'],
  colon: ['which looks like a colon', ':'],
  wide: ['a full-width character', ''],
};

const NAMES: Readonly<Record<string, string>> = {
  '\u00a0': 'a no-break space',
  '\u00ad': 'a soft hyphen',
  '\u200b': 'a zero-width space',
  '\u200c': 'a zero-width non-joiner',
  '\u200d': 'a zero-width joiner',
  '\u2013': 'an en dash',
  '\u2014': 'an em dash',
  '\u202f': 'a narrow no-break space',
  '\u2060': 'a word joiner',
  '\u3000': 'an ideographic space',
  '\ufeff': 'a byte-order mark',
  '\uff1a': 'a full-width colon',
};

/** Between a full-width character and the ASCII one that it looks like. */
const WIDE_TO_ASCII = 0xfee0;

/**
 * Names the character that keeps a field from being the one that its author sees, as a sentence behind another: all names of fields are ASCII
 * without spaces. Empty for a name that is.
 */
export function oddityOfField(name: string): string {
  const at = name.search(/[^\x21-\x7e]/);
  if (at === -1) return '';
  const odd = oddCharacterIn(name.slice(at));
  const code = (name.codePointAt(at) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return ` Its character ${at + 1} is ${odd?.at === 0 ? odd.name : `U+${code}`}.`;
}
