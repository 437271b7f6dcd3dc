import { readFileSync } from 'node:fs';
import path from 'node:path';
import { CHECKOUT } from '../../support/processes/dsap.ts';

/** The definition that the README shows first. */
export function hello(): string {
  const readme = readFileSync(path.join(CHECKOUT, 'README.md'), 'utf8');
  const [, text = ''] = /```yaml\n(name: hello\n[^]*?)```/.exec(readme) ?? [];
  return text;
}
