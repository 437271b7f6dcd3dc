import { readFileSync } from 'node:fs';
import { blocksOf } from '../../docs/blocks.ts';

/** The blocks of the client's page, which are one program. */
export function pageProgram(): string {
  const page = readFileSync(new URL('../../../docs/client.md', import.meta.url), 'utf8');
  return blocksOf(page, 'docs/client.md')
    .map(({ text }) => text)
    .join('\n');
}
