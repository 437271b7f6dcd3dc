/** Where people are led when the address they came for is none of this service. */
export const CONSOLE = '/console';
const LONGEST = 2_000;

/**
 * The path of this service that an address from outside names, with query and fragment, as it stands in `Location`; `/console` for
 * everything that a browser might read as another site: `//x`, `/\x`, `https:`, control characters.
 */
export function ownPath(to: unknown): string {
  if (typeof to !== 'string' || to.length > LONGEST || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(to)) return CONSOLE;
  const base = 'http://own.invalid';
  if (!URL.canParse(to, base)) return CONSOLE;
  const { origin, pathname, search, hash } = new URL(to, base);
  // Dots are resolved by now: "/.//x" has become "//x".
  return origin === base && !pathname.startsWith('//') ? `${pathname}${search}${hash}` : CONSOLE;
}

/** The page that asks for a key and leads back to `to`. */
export function signInPath(to: unknown, problem?: 'wrong-key'): string {
  const query = new URLSearchParams({ to: ownPath(to), ...(problem && { problem }) });
  return `${CONSOLE}/sign-in?${query.toString()}`;
}
