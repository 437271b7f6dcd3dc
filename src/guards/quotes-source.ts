import { z } from 'zod';
import { containsText } from '../domain/expression/contains-text.ts';
import { renderTemplate } from '../domain/template.ts';
import { cut } from '../domain/text.ts';
import { HALLUCINATED, hopeless, listed, PASSED, quoted, rejected } from './feedback.ts';
import type { Guard } from './guard.ts';
import { sizeProblem } from './isolation/limits.ts';
import { parseJson } from './isolation/parse-json.ts';
import { ONLY_JSON } from './json.ts';
import { templateLookup } from './names.ts';
import { nearestPassage } from './nearest-passage.ts';
import { quotedSpans } from './quoted-spans.ts';
import { parseValuePath, valuesAt } from './value-path.ts';

const options = z.strictObject({ source: z.string().min(1), path: z.string().min(1).optional() });

/**
 * Passes when every quoted span of the artifact stands verbatim in the source: no invented evidence. With `path` the spans are the
 * texts at that path of a JSON artifact, else what the text puts in quotation marks or block quotes. White space counts as one
 * space; nothing else is forgiven.
 */
export const quotesSource: Guard<z.infer<typeof options>> = {
  name: 'quotes-source',
  nature: 'deterministic',
  sandbox: false,
  score: false,
  options,
  check({ path }) {
    if (path === undefined || parseValuePath(path) !== undefined) return [];
    return [{ path: ['path'], message: 'Write a path such as evidence, holders[*].quote or notes["a b"][0].' }];
  },
  evaluate({ source: template, path }, context) {
    const source = renderTemplate(template, templateLookup(context));
    const found = spansOf(context.artifact.text, path);
    if ('problem' in found) return rejected(found.problem, path === undefined ? '' : ONLY_JSON);
    const invented = inventions(found.spans, spaced(source.text), source.text);
    const problems = [...found.problems, ...invented];
    if (problems.length === 0) return PASSED;
    if (source.unknown.length > 0)
      return hopeless(`The source to compare with is missing: ${source.unknown.join(', ')}.`);
    return { ...rejected(...listed(problems), COPY), ...(invented.length > 0 && { data: HALLUCINATED }) };
  },
};

const COPY =
  'Copy quotes from the source character by character, without ellipses or corrections; leave out what the source does not say.';

interface Span {
  readonly place: string;
  readonly text: string;
}

type Spans =
  | { readonly spans: readonly Span[]; readonly problems: readonly string[] }
  /** There are no spans to speak of. */
  | { readonly problem: string };

const MAX_SPANS = 500;

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

function inventions(spans: readonly Span[], source: string, lines: string): readonly string[] {
  const invented = spans.filter(({ text }) => !containsText(source, spaced(text)));
  return invented.map(({ place, text }, index) => {
    const nearest = index < MAX_NEAREST ? nearestPassage(lines, text) : undefined;
    const hint = nearest === undefined ? '' : ` The nearest passage is ${quoted(nearest, 240)}.`;
    return `${place} ${quoted(spaced(text), 240)} is not in the source.${hint}`;
  });
}

/** Looking for what was meant costs more than seeing that it is not there. */
const MAX_NEAREST = 5;

function spaced(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
