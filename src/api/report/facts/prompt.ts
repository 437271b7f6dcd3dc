import type { ContextSnapshot } from '../../../ports/store/artifacts.ts';
import type { ContentHead } from '../../../ports/store/contents.ts';
import { toldSections } from '../../../prompts/told-sections.ts';
import { utf8Length } from '../../../text/text.ts';
import { fitted } from '../../rows/fitted.ts';
import type { PromptFacts, SectionFacts } from './attempt.ts';
import type { Rendering } from './rendering.ts';

/** Bytes of markup around a section, and sections at most. */
const SECTION = { bytes: 160, most: 100 };

/**
 * A prompt section by section. What stands in full with an earlier attempt is only referred to. `sections` of the answer: digest of a
 * section → place of the attempt that shows it.
 */
export function tellPrompt(
  { prompt, promptDigest }: Pick<ContextSnapshot, 'prompt' | 'promptDigest'>,
  shownBefore: ReadonlyMap<string, number>,
  { place, room, contents, digestOf, lost }: Rendering,
): { readonly facts: PromptFacts; readonly sections: ReadonlyMap<string, number> } {
  const messages = prompt.map(({ role, parts }) => ({
    role,
    content: parts.map((part) => textOf(part, contents)).join(''),
  }));
  const missing = prompt.flatMap(({ parts }) => parts).reduce((sum, part) => sum + missingOf(part, contents), 0);
  const all = toldSections(messages);
  const sections = new Map<string, number>();
  const told: SectionFacts[] = [];
  for (const { role, heading, text } of all) {
    if (told.length === SECTION.most || !room.hold(SECTION.bytes)) break;
    const name = { role: fitted(role, 40), heading: heading === null ? null : fitted(heading, 200) };
    const key = digestOf(`${role}\n${text}`);
    const sameAs = shownBefore.get(key);
    if (sameAs !== undefined) {
      told.push({ ...name, sameAs });
      sections.set(key, sameAs);
      continue;
    }
    const shown = room.take(text);
    told.push({ ...name, text: shown });
    if (!shown.cut) sections.set(key, place);
  }
  lost.count += all.length - told.length;
  return { facts: { digest: promptDigest, sections: told, leftOut: all.length - told.length, missing }, sections };
}

type Part = ContextSnapshot['prompt'][number]['parts'][number];

function textOf(part: Part, contents: ReadonlyMap<string, ContentHead>): string {
  return 'text' in part ? part.text : (contents.get(part.digest)?.text ?? '');
}

/** Bytes of a part beyond what is at hand. */
function missingOf(part: Part, contents: ReadonlyMap<string, ContentHead>): number {
  if ('text' in part) return 0;
  const head = contents.get(part.digest);
  return head ? head.bytes - utf8Length(head.text) : 0;
}
