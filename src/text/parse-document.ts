import { decodeText } from './decode-text.ts';
import { withPlainNumbers } from './exact-json.ts';
import type { Issue, Parsed } from './issue.ts';
import { jsonIssues } from './json-value.ts';
import { readJson } from './parse-json.ts';
import { parseYaml } from './parse-yaml.ts';

/**
 * Reads a text as YAML 1.2 or JSON. Both give the same plain JSON value for the same content (R38): no duplicate keys, no
 * `__proto__`, text keys only, at most 64 levels. Problems of YAML's syntax carry line and column.
 */
export function parseDocument(text: string, format: 'yaml' | 'json'): Parsed {
  const parsed = format === 'json' ? readJson(text) : parseYaml(text);
  if (!('document' in parsed)) return parsed;
  const issues = jsonIssues(parsed.document);
  return issues.length > 0 ? { issues: [...(parsed.issues ?? []), ...issues] } : parsed;
}

/** JSON for a name that ends so, else YAML. */
export function formatOf(file: string): 'yaml' | 'json' {
  return /\.json$/i.test(file) ? 'json' : 'yaml';
}

/** A file holds no document; the message has every problem with its place. */
class DocumentRefused extends Error {
  override readonly name = 'DocumentRefused';
}

/**
 * Returns the document in the bytes of a file, whose name says of which format it is; null for an empty one. Its numbers are doubles. Throws `NotUtf8`, and `DocumentRefused`
 * for what is not YAML or JSON.
 */
export function documentIn(bytes: Uint8Array, file: string): unknown {
  const parsed = parseDocument(decodeText(bytes), formatOf(file));
  if ('document' in parsed && parsed.issues === undefined) return withPlainNumbers(parsed.document);
  throw new DocumentRefused((parsed.issues ?? []).map(inOneLine).join(' '));
}

function inOneLine({ detail, line, column, pointer }: Issue): string {
  if (line === undefined) return pointer === '' ? detail : `${pointer}: ${detail}`;
  return /\(line \d/.test(detail) ? detail : `Line ${line}, column ${column}: ${detail}`;
}
