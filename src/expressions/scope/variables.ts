/** What code may set (R54): how its variables may be called, and how much they may hold. */
import { FORBIDDEN_KEYS } from '../expression.ts';

/** Characters of all variables together, as JSON. */
export const MAX_VARIABLES = 64 * 1024;

/** Names that expressions give a meaning of their own (R68) would be shadowed for good. */
const SCOPE_ROOTS: readonly string[] = ['context', 'input', 'artifact', 'binding', 'deps', 'verdict', 'run'];

const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,62}$/;

/** What is wrong with the name of a variable; undefined where nothing is. */
export function nameProblem(name: string, kind: 'local' | 'variable' = 'variable'): string | undefined {
  if (!NAME.test(name))
    return `"${name.slice(0, 80)}" is no name: 1 to 63 letters, digits and "_", not beginning with a digit`;
  if (FORBIDDEN_KEYS.has(name) || name in {}) return `"${name}" cannot be set`;
  if (SCOPE_ROOTS.includes(name)) return `"${name}" has a meaning of its own and cannot be set`;
  if (RESERVED.has(name))
    return `"${name}" is a word of the language and cannot be ${kind === 'local' ? 'a name' : 'set'}`;
  return undefined;
}

const RESERVED: ReadonlySet<string> = new Set(
  'and or not in is if else true True false False null None get max min abs round len int float str bool this'.split(
    ' ',
  ),
);
