import { h, type JSX } from 'preact';
import type { ComparisonView } from '../../../api/compare/compare.ts';
import { Fold } from '../../../api/report/html/parts.ts';
import { counted } from '../../../api/report/words.ts';
import { visible } from '../../../text/visible.ts';
import { BothSides } from '../../parts/diffs.ts';

export type Names = readonly [a: string, b: string];

interface PromptsOf {
  readonly prompt: ComparisonView['prompt'];
  readonly names: Names;
}

type Section = ComparisonView['prompt']['sections'][number];

/** What both were asked, by section: what differs stands open, what is equal is one folded line. */
export function Prompts({ prompt, names }: PromptsOf): JSX.Element {
  return h('section', { 'aria-label': 'Prompt', id: 'prompt' }, [
    h('h2', null, 'Prompt'),
    ...(prompt.equal ? [h('p', null, 'Both were asked the same.')] : []),
    ...prompt.sections
      .filter((section) => !isEqual(section))
      .map((section, at) => h(PromptSection, { key: at, section, names })),
    h(EqualSections, { prompt, names }),
    ...(prompt.leftOut === 0 ? [] : [h('p', { class: 'soft' }, `${counted(prompt.leftOut, 'section')} not shown.`)]),
  ]);
}

function isEqual({ in: whose, equal }: Section): boolean {
  return whose === 'both' && equal;
}

function EqualSections({ prompt: { sections }, names }: PromptsOf): JSX.Element | null {
  const equal = sections.filter(isEqual);
  if (equal.length === 0) return null;
  return h(
    Fold,
    { summary: equal.length === 1 ? '1 section is equal' : `${equal.length} sections are equal` },
    equal.map((section, at) => h(PromptSection, { key: at, section, names })),
  );
}

const ONLY = { a: 0, b: 1 } as const;
const SIGNS = { a: '−', b: '+' } as const;

/** What a message begins with, before its first heading. */
const MESSAGES: Readonly<Record<string, string>> = { system: 'Instructions', user: 'Task' };

/** A part of what was asked; what is equal is folded. */
function PromptSection({ section, names }: { readonly section: Section; readonly names: Names }): JSX.Element {
  const { role, heading, equal, parts, cut: isCut } = section;
  const name = visible(heading ?? MESSAGES[role] ?? role).text;
  const where =
    section.in === 'both' ? (equal ? '' : 'differs') : `${SIGNS[section.in]} only in ${names[ONLY[section.in]]}`;
  const text = visible(parts.map((part) => part.text).join('')).text;
  const differs = section.in === 'both' && !equal;
  const size = differs ? '' : `${where === '' ? '' : ', '}${counted(text.trimEnd().split('\n').length, 'line')}`;
  return h(
    Fold,
    { open: !isEqual(section), summary: [h('bdi', null, name), h('small', null, ` ${visible(where).text}${size}`)] },
    [
      differs
        ? h(BothSides, { parts, names, of: name })
        : h(
            'pre',
            { dir: 'auto', tabIndex: 0, role: 'group', 'aria-label': name },
            section.in === 'both' ? text : h(section.in === 'a' ? 'del' : 'ins', { class: 'whole' }, text),
          ),
      ...(isCut ? [h('p', { class: 'soft' }, 'Its end is left out.')] : []),
    ],
  );
}
