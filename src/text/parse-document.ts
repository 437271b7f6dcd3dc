import type { Parsed } from './issue.ts';
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
