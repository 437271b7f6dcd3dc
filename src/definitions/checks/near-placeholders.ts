import type { Issue } from '../../ports/catalogues.ts';
import { fieldOf } from '../../text/loose.ts';
import { type TemplateSite, unknownName } from '../schema/template-names.ts';

/** A text that is a template, where it stands, and what its names may be. */
export interface Template {
  readonly text: string;
  readonly pointer: string;
  readonly site: TemplateSite;
}

/**
 * Warns of what looks like a placeholder of a known name and is none, since it would reach the model as it is written: spaces or invisible
 * characters within the braces, as Jinja and Handlebars have them; brackets, filters and calls behind the name; and a `$` in front, as in
 * JavaScript, which stays in front of the value. `{{name}}` without spaces is the escape for braces that are meant, and is left alone.
 */
export function* nearPlaceholders({ text, pointer, site }: Template): Generator<Issue> {
  for (const found of text.matchAll(BRACES)) {
    const [written, dollar = '', open = '', content = ''] = found;
    const detail = dollar === '' ? unreplaced(written, open, content, found, site) : withDollar(written, content, site);
    if (detail !== undefined) yield { pointer, code: 'not_a_placeholder', detail };
  }
}

const BRACES = /(\$?)(\{\{?)([^{}]{1,200})\}\}?/g;
/** Blanks, and characters that nobody sees. */
const UNSEEN = /[\s\p{Cf}\u180e\u2800\u3164]+/gu;
const NAME = /^[A-Za-z_][A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+)*$/;

function unreplaced(
  written: string,
  open: string,
  content: string,
  { input, index }: RegExpExecArray,
  site: TemplateSite,
): string | undefined {
  const name = content.replace(UNSEEN, '');
  if (name !== content && isKnown(name, site)) {
    const isBare = !name.includes('.');
    if (isBare && isCode(input.slice(0, index), input.slice(index + written.length))) return undefined;
    const why = open === '{{' ? 'doubled braces are literal' : `a placeholder has ${unseenIn(content)} in it`;
    return `"${written}" is not replaced: ${why}. Write {${name}}.`;
  }
  const [, known = '', rest = ''] =
    /^([A-Za-z_][A-Za-z0-9_.-]*?)\s*((?:\[|\||\(|:[^\s]).*)$/s.exec(content.trim()) ?? [];
  if (open === '{{' || !isKnown(known, site)) return undefined;
  const path = /^(?:\[(?:\d+|"[\w-]+"|'[\w-]+')\]|\.[\w-]+)+$/.test(rest)
    ? `${known}${rest.replace(/\[["']?([\w-]+)["']?\]/g, '.$1')}`
    : known;
  if (!known.includes('.') && !rest.startsWith('[')) return undefined;
  return `"${written}" is not replaced: a placeholder is a name with dots, without brackets, filters or calls. Write {${path}}.`;
}

/** Names the first character within the braces that does not belong there. */
function unseenIn(content: string): string {
  const [first = ''] = content.match(/[^\S ]|[\p{Cf}\u180e\u2800\u3164]/u) ?? [];
  if (first === '') return 'no spaces';
  return `no U+${(first.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** A sum of money is written so, too. */
function withDollar(written: string, content: string, site: TemplateSite): string | undefined {
  if (!NAME.test(content) || !content.includes('.') || !isKnown(content, site) || isNumber(content, site))
    return undefined;
  return `"${written}" leaves the $ in front of the value. Write {${content}}, unless the $ is meant.`;
}

function isKnown(name: string, site: TemplateSite): boolean {
  return NAME.test(name) && unknownName(name.split('.'), site) === undefined;
}

function isNumber(name: string, { input }: TemplateSite): boolean {
  const [root, ...path] = name.split('.');
  if (root !== 'input') return false;
  const schema = path.reduce<unknown>((at, key) => fieldOf(fieldOf(at, 'properties'), key), input);
  return ['number', 'integer'].includes(String(fieldOf(schema, 'type')));
}

/** `const { step } = x`, `({ input }) =>`, `import { text } from`: a single word within braces is more often code. */
function isCode(before: string, after: string): boolean {
  return (
    /(?:[=(,:>]|\b(?:const|let|var|import|export|function|return|else|type|interface|class))\s*$/.test(before) ||
    /^\s*(?:[=)]|from\b)/.test(after)
  );
}
