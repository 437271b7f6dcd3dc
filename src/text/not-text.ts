/**
 * Files that came as text. Providers that are asked in text would count a picture as a hundred thousand tokens of letters, and see nothing.
 * The signatures are those of the formats' own specifications.
 */

/** What a text really is, such as `a picture (PNG)`; undefined for text. A short data URL within a longer text is text. */
export function fileInText(text: string): string | undefined {
  const start = text.slice(0, LOOK).trimStart();
  const kind = [...SIGNATURES].find(([signature]) => start.startsWith(signature))?.[1];
  return kind ?? ofDataUrl(start) ?? ofBase64(text.trim()) ?? longDataUrl(text) ?? ofControls(text);
}

/** Characters. */
const LOOK = 4_096;

const SIGNATURES: ReadonlyMap<string, string> = new Map([
  ['%PDF-', 'a PDF'],
  ['\u0089PNG\r\n', 'a picture (PNG)'],
  ['\uFFFDPNG\r\n', 'a picture (PNG)'],
  ['GIF87a', 'a picture (GIF)'],
  ['GIF89a', 'a picture (GIF)'],
  ['\u00FF\u00D8\u00FF', 'a picture (JPEG)'],
  ['\uFFFD\uFFFD\uFFFD\uFFFD\u0000\u0010JFIF', 'a picture (JPEG)'],
  ['PK\u0003\u0004', 'a ZIP archive or an office document'],
  ['\u00D0\u00CF\u0011\u00E0', 'an office document'],
]);

/** How base64 begins whose bytes begin with a signature. */
const BASE64_SIGNATURES: ReadonlyMap<string, string> = new Map([
  ['JVBERi0', 'a PDF in base64'],
  ['iVBORw0KGgo', 'a picture (PNG) in base64'],
  ['R0lGODdh', 'a picture (GIF) in base64'],
  ['R0lGODlh', 'a picture (GIF) in base64'],
  ['/9j/', 'a picture (JPEG) in base64'],
  ['UklGR', 'a picture or sound (RIFF) in base64'],
  ['SUkqA', 'a picture (TIFF) in base64'],
  ['TU0AK', 'a picture (TIFF) in base64'],
  ['UEsDB', 'a ZIP archive or an office document in base64'],
  ['0M8R4KGxGuE', 'an office document in base64'],
  ['SUQz', 'a sound (MP3) in base64'],
]);

/** What is shorter may be a word that begins so. */
const SHORTEST_BASE64 = 64;

function ofBase64(text: string): string | undefined {
  if (text.length < SHORTEST_BASE64) return undefined;
  const kind = [...BASE64_SIGNATURES].find(([signature]) => text.startsWith(signature))?.[1];
  return kind !== undefined && /^[\w+/\r\n-]+={0,2}$/.test(text) ? kind : undefined;
}

/** Text and code are written as data URLs too. */
const DATA_URL =
  /^data:((?:image|audio|video|font)\/[\w.+-]+|application\/(?:pdf|zip|octet-stream|vnd\.[\w.+-]+))[^,\s]{0,200};base64,/i;

function ofDataUrl(start: string): string | undefined {
  const type = DATA_URL.exec(start)?.[1];
  return type === undefined ? undefined : `a data URL of ${type.toLowerCase()}`;
}

/** Longer than icons that pages and style sheets have in them. */
const LONGEST_ICON = 4_096;

function longDataUrl(text: string): string | undefined {
  for (let at = text.indexOf('data:'); at >= 0; at = text.indexOf('data:', at + 5)) {
    const kind = ofDataUrl(text.slice(at, at + 300));
    const end = kind === undefined ? undefined : endOfBase64(text, text.indexOf(',', at) + 1);
    if (end !== undefined && end - at > LONGEST_ICON) return `text with ${kind} in it`;
  }
  return undefined;
}

function endOfBase64(text: string, from: number): number {
  const run = /[\w+/=-]*/y;
  run.lastIndex = from;
  return from + (run.exec(text)?.[0].length ?? 0);
}

/** Share of control characters, other than those of terminals and layout, from which on nobody wrote this. */
const MOST_CONTROLS = 0.05;

function ofControls(text: string): string | undefined {
  const start = text.slice(0, LOOK);
  const controls = start.match(/\p{Cc}/gu)?.filter((character) => !WRITTEN.has(character)).length ?? 0;
  return controls >= 4 && controls / start.length > MOST_CONTROLS ? 'binary data' : undefined;
}

const WRITTEN: ReadonlySet<string> = new Set(['\t', '\n', '\r', '\f', '\v', '\b', '\u001B', '\u0085']);
