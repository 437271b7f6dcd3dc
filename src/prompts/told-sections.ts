import { markedLines } from './fences.ts';

/** A part of a prompt as it was sent. All parts together, in order, are the messages. */
export interface ToldSection {
  readonly role: string;
  /** Without its marks; null for what stands before the first. */
  readonly heading: string | null;
  /** With its heading. */
  readonly text: string;
}

/** Roles whose messages are made of sections; of the others each message is one. */
const SECTIONED: ReadonlySet<string> = new Set(['system', 'user']);

/**
 * The sections of a prompt by the headings of `sections.ts`, of the first and the second level. What stands between fences is data, so a
 * heading in it begins nothing.
 */
export function toldSections(messages: readonly { readonly role: string; readonly content: string }[]) {
  return messages.flatMap(({ role, content }): readonly ToldSection[] =>
    SECTIONED.has(role) ? sectionsIn(role, content) : [{ role, heading: null, text: content }],
  );
}

function sectionsIn(role: string, content: string): readonly ToldSection[] {
  const sections: { role: string; heading: string | null; lines: string[] }[] = [];
  for (const { line, isFenced } of markedLines(content)) {
    const heading = isFenced ? undefined : /^##? +(\S.*?)\s*$/.exec(line)?.[1];
    if (heading !== undefined || sections.length === 0)
      sections.push({ role, heading: heading ?? null, lines: [line] });
    else sections.at(-1)?.lines.push(line);
  }
  return sections.map(({ lines, ...section }) => ({ ...section, text: lines.join('') }));
}
