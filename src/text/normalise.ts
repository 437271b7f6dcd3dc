import { cut, plainText } from './text.ts';

/**
 * Feedback without what differs from one run of the same failure to the next (R17; guards 2.5): ANSI sequences go, case is folded,
 * and each URL, path, time, duration, address, id and number becomes a mask of one word. Fixed ASCII patterns whose matches cannot
 * begin inside a word, so the time is linear and every machine agrees.
 */
export function normalise(text: string): string {
  return masked(text, MASKS);
}

/** The same, but bare numbers stay: what an error counts or measures may be what has changed. */
export function withoutIds(text: string): string {
  return masked(
    text,
    MASKS.filter(({ mask }) => mask !== '<n>'),
  );
}

function masked(text: string, masks: typeof MASKS): string {
  const plain = plainText(text).toLowerCase();
  return masks
    .reduce((rest, { pattern, mask, when }) => rest.replace(pattern, (run) => (when(run) ? mask : run)), plain)
    .replace(/[ \t]+/g, ' ')
    .trim();
}

/** What a failure is about, in at most 200 characters: its error line, normalised (R24). */
export function signatureOf(feedback: string): string {
  return cut(normalise(errorLine(feedback)), SIGNATURE_LENGTH);
}

/** The first line that names an error, else the first that is not blank (R24); as written, but for control characters. */
export function errorLine(feedback: string): string {
  const lines = plainText(feedback).split('\n');
  return (lines.find((line) => MARKER.test(line)) ?? lines.find((line) => line.trim() !== '') ?? '').trim();
}

const SIGNATURE_LENGTH = 200;

const MARKER = /(?:Error|Exception)\b|\b(?:FAILED|failed|ERROR)\b|does not apply/;

/** In this order: what contains numbers goes before numbers. */
const MASKS = [
  { pattern: /(?<![a-z0-9+.-])[a-z][a-z0-9+.-]*:\/\/[^\s"'`<>()]+/g, mask: '<url>', when: always },
  { pattern: /(?<![a-z0-9_])[a-z]:\\[^\s"'`<>|:*?]+/g, mask: '<path>', when: always },
  { pattern: /[a-z0-9_.@~+%/-]+/g, mask: '<path>', when: isPath },
  {
    pattern: /(?<!\w)\d{4}-\d\d-\d\d(?:[t ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:z|[+-]\d\d:?\d\d)?)?(?!\w)/g,
    mask: '<time>',
    when: always,
  },
  {
    pattern: /(?<![\w.])\d+(?:\.\d+)? ?(?:ns|us|µs|ms|s|secs?|seconds?|m|mins?|minutes?|h|hours?)(?!\w)/g,
    mask: '<duration>',
    when: always,
  },
  { pattern: /(?<!\w)0x[0-9a-f]+(?!\w)/g, mask: '<hex>', when: always },
  { pattern: /(?<!\w)[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?!\w)/g, mask: '<id>', when: always },
  { pattern: /\w+/g, mask: '<id>', when: isId },
  { pattern: /(?<![\w.])(?:[-+](?=\d))?\d+(?:[.,]\d+)*(?:e[-+]?\d+)?(?!\w)/g, mask: '<n>', when: always },
];

function always(): boolean {
  return true;
}

/** A file ending or a usual root tells a path from `and/or`, `3/4` and a JSON pointer, which says what is wrong and stays. */
function isPath(run: string): boolean {
  const segments = run.split('/').filter((segment) => segment !== '');
  if (!run.includes('/') || segments.length === 0) return false;
  if (/^(?:~|\.{1,2})\//.test(run) || hasEnding(segments)) return true;
  return run.startsWith('/') ? ROOTS.test(run) : segments.length > 2;
}

const ROOTS =
  /^\/(?:app|data|dev|etc|home|lib|mnt|opt|private|proc|repo|root|run|srv|testbed|tmp|users|usr|var|work|workspace)\//;

function hasEnding(segments: readonly string[]): boolean {
  return segments.length > 1 && /^[^.].*\.[a-z][a-z0-9]{0,7}\.?$/.test(segments.at(-1) ?? '');
}

/** Hex of eight characters or more, or twenty letters and digits, with or without a prefix and an underscore; both kinds occur. */
function isId(run: string): boolean {
  const body = /^[a-z]+_([a-z0-9]+)$/.exec(run)?.[1] ?? run;
  const mixed = /\d/.test(body) && /[a-z]/.test(body) && !body.includes('_');
  return mixed && (body.length >= 20 || /^[0-9a-f]{8,}$/.test(body));
}
