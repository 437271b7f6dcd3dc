import { z } from 'zod';
import { template } from '../../definitions/schema/template-fields.ts';
import { namesOf, renderTemplate } from '../../expressions/template.ts';
import { type Folded, findFolded, fold, formDifferences } from '../../text/fold.ts';
import { occurrences } from '../../text/occurrences.ts';
import { cut } from '../../text/text.ts';
import { standsAlone, withWholeWords } from '../../text/whole-words.ts';
import { HALLUCINATED, hopeless, listed, PASSED, quoted, rejected } from '../feedback.ts';
import type { Guard, OptionWarning } from '../guard.ts';
import { sizeProblem } from '../isolation/limits.ts';
import { parseJson } from '../isolation/parse-json.ts';
import { templateLookup } from '../names.ts';
import { ONLY_JSON } from './json.ts';
import { nearestPassage } from './nearest-passage.ts';
import { quotedSpans } from './quoted-spans.ts';
import { charactersOf } from './text-units.ts';
import { FOLD } from './texts.ts';
import { parseValuePath, valuesAt } from './value-path.ts';

const options = z
  .strictObject({
    source: template(
      z.string().min(1),
      'The text that the quotes must stand in, as a template: {input.text}, {artifact.fetch}.',
    ),
    path: z
      .string()
      .min(1)
      .describe(
        'Where the quotes are in a JSON artifact, such as holders[*].quote; else what stands in quotation marks or block quotes.',
      )
      .optional(),
    min: z
      .int()
      .nonnegative()
      .describe(
        'How many quotes of `minLength` characters there must be at least; 1 when left out. 0 where there may be none.',
      )
      .optional(),
    minLength: z
      .int()
      .positive()
      .describe('How many characters a quote has that counts; 8 when left out, and any length for values at `path`.')
      .optional(),
    fold: z.boolean().describe(FOLD).optional(),
  })
  .meta({
    title: 'Quotes stand in the source',
    description:
      'Passes when every quote of the artifact stands in the source word for word: no invented evidence, and no part of a word or number. Blanks and line ends count as one space; `fold: true` also accepts another form of the same characters, as in text from a PDF file.',
    examples: [{ source: '{input.text}', path: 'evidence[*].quote' }],
  });

/**
 * Passes when every quoted span of the artifact stands verbatim in the source: no invented evidence. With `path` the spans are the
 * texts at that path of a JSON artifact, else what the text puts in quotation marks or block quotes. White space counts as one
 * space; `fold` forgives the form of characters, and nothing forgives other words.
 */
export const quotesSource: Guard<z.infer<typeof options>> = {
  name: 'quotes-source',
  nature: 'deterministic',
  pure: true,
  sandbox: false,
  score: false,
  options,
  check({ source, path }) {
    const isPath = path === undefined || parseValuePath(path) !== undefined;
    const hint = 'Write a path such as evidence, holders[*].quote or notes["a b"][0].';
    return [...withoutBraces(source), ...(isPath ? [] : [{ path: ['path'], message: hint }])];
  },
  warn: ({ source }) => withoutPlaceholder(source),
  evaluate(
    { source: written, path, fold: isFolded = false, min = 1, minLength = path === undefined ? MIN_LENGTH : 1 },
    context,
  ) {
    const source = renderTemplate(written, templateLookup(context));
    if (source.text.length > MAX_SOURCE)
      return hopeless(
        `The source has ${source.text.length} characters, and quotes are looked for in at most ${MAX_SOURCE}. Name a shorter text as the source.`,
      );
    const found = spansOf(context.artifact.text, path);
    if ('problem' in found) return rejected(found.problem, path === undefined ? '' : ONLY_JSON);
    const most = Math.floor(MAX_COMPARED / source.text.length);
    if (found.spans.length > most)
      return rejected(
        `There are ${found.spans.length} quotes; in a source of ${source.text.length} characters at most ${most} are checked. Quote less.`,
      );
    const { invented, otherForms } = notInSource(found.spans, source.text, isFolded);
    const problems = [...found.problems, ...invented, ...otherForms, ...tooFew(found.spans, { min, minLength })];
    if (problems.length === 0) return PASSED;
    if (source.unknown.length > 0)
      return hopeless(`The source to compare with is missing: ${source.unknown.join(', ')}.`);
    return { ...rejected(...listed(problems), COPY), ...(invented.length > 0 && { data: HALLUCINATED }) };
  },
};

const COPY =
  'Copy quotes from the source word for word, without ellipses or corrections; leave out what the source does not say.';

/** How many characters a quote has that says something, where the text marks its quotes itself (R114). */
const MIN_LENGTH = 8;

/** A name of the template's that was written as in an expression (R113). */
const BARE_NAME = /^(?:(?:input|artifact|deps|binding)(?:\.[\w-]+)+|specification|constraints)$/;

function withoutBraces(source: string): readonly { readonly path: readonly string[]; readonly message: string }[] {
  const name = source.trim();
  if (!BARE_NAME.test(name)) return [];
  return [{ path: ['source'], message: `This compares with the words "${name}" themselves. Write {${name}}.` }];
}

function withoutPlaceholder(source: string): readonly OptionWarning[] {
  if (namesOf(source).length > 0) return [];
  const message =
    'The source names nothing, so quotes are looked for in these words alone. Write a placeholder, such as {input.text}.';
  return [{ path: ['source'], code: 'no_placeholder', message }];
}

function tooFew(
  spans: readonly Span[],
  { min, minLength }: { readonly min: number; readonly minLength: number },
): readonly string[] {
  const counting = spans.filter(({ text }) => charactersOf(spaced(text)) >= minLength).length;
  if (counting >= min) return [];
  const long = minLength > 1 ? ` of ${minLength} characters or more` : '';
  return [`There ${counting === 1 ? 'is 1 quote' : `are ${counting} quotes`}${long}; at least ${min} must be given.`];
}

interface Span {
  readonly place: string;
  readonly text: string;
}

type Spans =
  | { readonly spans: readonly Span[]; readonly problems: readonly string[] }
  /** There are no spans to speak of. */
  | { readonly problem: string };

const MAX_SPANS = 500;
/** Characters of a source (UTF-16 units). */
const MAX_SOURCE = 4 * 1024 * 1024;
/** Characters of the source that all quotes together are compared with: each is looked for in the whole source. */
const MAX_COMPARED = 64 * MAX_SOURCE;

function spansOf(text: string, path: string | undefined): Spans {
  const found = path === undefined ? spansInText(text) : spansInJson(text, path);
  if ('spans' in found && found.spans.length > MAX_SPANS) {
    return { problem: `There are ${found.spans.length} quotes; at most ${MAX_SPANS} are checked. Quote less.` };
  }
  return found;
}

function spansInText(text: string): Spans {
  const problem = sizeProblem(text);
  if (problem !== undefined) return { problem };
  return { spans: quotedSpans(text).map((span) => ({ place: 'The quote', text: span })), problems: [] };
}

function spansInJson(text: string, path: string): Spans {
  const parsed = parseJson(text);
  if (!parsed.ok) return { problem: parsed.message };
  const steps = parseValuePath(path);
  if (steps === undefined) throw new Error(`"${path}" is no path`);
  const found = valuesAt(parsed.value, steps);
  return {
    spans: found.flatMap(({ place, value }) => (isQuote(value) ? [{ place, text: value }] : [])),
    problems: found.filter(({ value }) => !isQuote(value)).map(({ place, value }) => `${place}: ${noQuote(value)}`),
  };
}

function isQuote(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

function noQuote(value: unknown): string {
  if (value === undefined) return 'is missing; it must hold a quote from the source.';
  if (typeof value === 'string') return 'is empty; it must hold a quote from the source.';
  return `is ${cut(JSON.stringify(value), 160)}; it must be text quoted from the source.`;
}

/** What is said of the quotes that the source lacks, and of those that it has in another form, which `isFolded` accepts. */
function notInSource(
  spans: readonly Span[],
  source: string,
  isFolded: boolean,
): { readonly invented: readonly string[]; readonly otherForms: readonly string[] } {
  const plainSpaces = spaced(source);
  const others = spans.filter(({ text }) => !hasWhole(plainSpaces, spaced(text)));
  const invented: string[] = [];
  const otherForms: string[] = [];
  if (others.length === 0) return { invented, otherForms };
  const folded = fold(source, { form: true });
  for (const span of others) {
    const quote = fold(span.text, { form: true });
    const place = findFolded(folded, quote, standsAlone);
    const part = place ?? findFolded(folded, quote);
    if (part === undefined) invented.push(inventedQuote(span, folded, invented.length));
    else if (place === undefined) invented.push(partOfWord(span, withWholeWords(source, part.start, part.end)));
    else if (!isFolded) otherForms.push(inOtherForm(span, source.slice(place.start, place.end)));
  }
  return { invented, otherForms };
}

/** Whether a quote stands in the source with its words and numbers whole. */
function hasWhole(source: string, quote: string): boolean {
  for (const start of occurrences(source, quote)) if (standsAlone(source, start, start + quote.length)) return true;
  return false;
}

function partOfWord({ place, text }: Span, passage: string): string {
  return `${place} ${quoted(spaced(text), 240)} begins or ends within a word or a number: the source has ${quoted(spaced(passage), 300)}. Quote whole words and numbers.`;
}

function inOtherForm({ place, text }: Span, passage: string): string {
  const differences = formDifferences(passage, text, { one: 'the source', other: 'the quote' });
  return `${place} ${quoted(spaced(text), 240)} differs from the source in the form of its characters alone: ${differences.join('; ')}. The words are right; write them with the characters of the source.`;
}

function inventedQuote({ place, text }: Span, source: Folded, index: number): string {
  const what = `${place} ${quoted(spaced(text), 240)} is not in the source.`;
  if (index >= MAX_NEAREST) return what;
  const inner = /^\s*[\p{Pi}\p{Pf}"'„‚「『](.+)[\p{Pi}\p{Pf}"'」』]\s*$/su.exec(text)?.[1];
  if (inner !== undefined && findFolded(source, fold(inner, { form: true })))
    return `${what} It is without the quotation marks around it; leave them out.`;
  const nearest = nearestPassage(source.original, text);
  if (nearest === undefined) return what;
  const words = nearest.lacking.map((word) => quoted(word, 60)).join(', ');
  const lacking = words === '' ? '' : ` That passage does not have ${words}.`;
  return `${what} The nearest passage is ${quoted(spaced(nearest.passage), 240)}.${lacking}`;
}

/** Looking for what was meant costs more than seeing that it is not there. */
const MAX_NEAREST = 5;

function spaced(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
