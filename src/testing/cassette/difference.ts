import { createTwoFilesPatch } from 'diff';
import { cut } from '../../text/text.ts';
import { writeYaml } from '../../text/write-yaml.ts';
import type { RecordedRequest } from './recording.ts';

/** Characters of a difference that anybody reads. */
const LONGEST = 8_192;

/** What differs from the nearest of what was recorded, as a unified diff; undefined where nothing was. */
export function difference(now: RecordedRequest, recorded: readonly RecordedRequest[]): string | undefined {
  const shown = written(now);
  const patches = recorded.map((one) =>
    createTwoFilesPatch('recorded', 'now', written(one), shown, '', '', { context: 2 }),
  );
  const [nearest] = patches.toSorted((a, b) => a.length - b.length);
  return nearest === undefined ? undefined : cut(nearest.replace(/^=+\n/, ''), LONGEST);
}

function written({ messages, ...rest }: RecordedRequest): string {
  return `${writeYaml(rest)}${messages.map(({ role, content, ...more }) => said(role, content, more)).join('')}`;
}

function said(role: string, content: string, more: object): string {
  const further = Object.keys(more).length === 0 ? '' : writeYaml(more);
  return `\n[${role}]\n${content}\n${further}`;
}
