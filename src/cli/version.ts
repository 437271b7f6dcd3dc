import { readFileSync } from 'node:fs';

/** Of the package. */
export const VERSION = versionOf(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

function versionOf(text: string): string {
  const found: unknown = JSON.parse(text);
  return typeof found === 'object' && found !== null && 'version' in found ? String(found.version) : 'unknown';
}
