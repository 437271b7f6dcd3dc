/** `py` and `python` name one language, in any case. */
export function isSameLanguage(one: string, other: string): boolean {
  return fullName(one) === fullName(other);
}

/** `text/x-<language>`; plain text where there is no language, or one that no media type can carry. */
export function codeMediaType(language: string): string {
  const name = fullName(language);
  return /^[a-z0-9][a-z0-9+.#-]{0,40}$/.test(name) ? `text/x-${name}` : 'text/plain; charset=utf-8';
}

function fullName(language: string): string {
  const name = language.trim().toLowerCase();
  return FULL_NAMES.get(name) ?? name;
}

/** What models write after a fence, for the languages that have more than one name. */
const FULL_NAMES: ReadonlyMap<string, string> = new Map([
  ['py', 'python'],
  ['python3', 'python'],
  ['ts', 'typescript'],
  ['js', 'javascript'],
  ['rs', 'rust'],
  ['rb', 'ruby'],
  ['golang', 'go'],
  ['cpp', 'c++'],
  ['cs', 'c#'],
  ['csharp', 'c#'],
  ['bash', 'sh'],
  ['shell', 'sh'],
  ['yml', 'yaml'],
  ['md', 'markdown'],
  ['patch', 'diff'],
]);
