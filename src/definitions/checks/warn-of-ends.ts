import type { Issue } from '../../ports/catalogues.ts';
import { type Found, fieldOf, itemsOf, textOf } from '../../text/loose.ts';
import { below } from '../../text/pointer.ts';
import { subschemas } from '../parse/schema-keywords.ts';
import type { Sketch, StepSketch } from '../parse/sketch.ts';
import type { LeafSketch } from '../parse/sketch-guard.ts';
import type { Subject } from '../schema/subject.ts';

/**
 * Warns of texts that do not end as their author means. A template may end in a quotation mark too many. Patterns and texts that are compared
 * may have ends that nobody sees: the line break that a YAML block (`|`) leaves behind, and invisible characters. An artifact has none of them there, so the guard would reject every attempt, or forbid nothing.
 */
export function* warnOfEnds({ document, sketch }: Subject): Generator<Issue> {
  yield* strayQuotes(sketch);
  yield* endsOf(inSchema(fieldOf(document, 'input'), '/input'));
  for (const { raw, pointer, leaves } of sketch.steps) {
    const generator = fieldOf(raw, 'generator');
    yield* endsOf(
      inSchema(fieldOf(fieldOf(generator, 'output'), 'schema'), below(pointer, 'generator', 'output', 'schema')),
    );
    yield* endsOf(inSchema(fieldOf(generator, 'answer'), below(pointer, 'generator', 'answer')));
    for (const leaf of leaves) yield* endsOf(inGuard(leaf));
  }
}

/** A template in one line that ends in a quotation mark which nothing opens: the one at its start is missing, and YAML has made it a part of the text. */
function* strayQuotes({ shared, steps }: Sketch): Generator<Issue> {
  for (const { value, pointer } of [...shared, ...steps.flatMap(templatesOf)]) {
    const [mark = ''] = /(?:(?<!\d)"|(?<![\d\p{L}])')$/u.exec(value) ?? [];
    if (mark === '' || value.includes('\n') || value.length < 2 || value.split(mark).length % 2 === 1) continue;
    const detail = `This text ends in ${mark}, which nothing opens. Put one before the text too, or take it away.`;
    yield { pointer, code: 'quote_at_end', detail };
  }
}

function templatesOf({ templates, leaves }: StepSketch): readonly Found[] {
  return [...templates, ...leaves.flatMap((leaf) => leaf.templates)];
}

/** Options of guards, of one's own too, whose texts are looked for as they are written. */
const COMPARED: readonly string[] = ['text', 'texts', 'pattern', 'patterns', 'equals', 'prefix', 'suffix'];

function* inGuard({ raw, pointer, templates }: LeafSketch): Generator<Found> {
  const options = fieldOf(raw, 'with');
  const at = below(pointer, 'with');
  const rendered = new Set(templates.map((template) => template.pointer));
  for (const name of COMPARED)
    for (const found of textsUnder(options, at, name)) if (!rendered.has(found.pointer)) yield found;
  for (const name of ['schema', 'answer']) yield* inSchema(fieldOf(options, name), below(at, name));
}

function* inSchema(whole: unknown, pointer: string): Generator<Found> {
  for (const [schema, at] of subschemas(whole, pointer))
    for (const keyword of ['pattern', 'const', 'enum']) yield* textsUnder(schema, at, keyword);
}

/** The text of a field, or the texts of its list. */
function textsUnder(holder: unknown, pointer: string, field: string): readonly Found[] {
  const list = itemsOf(fieldOf(holder, field)).flatMap((value, index) =>
    typeof value === 'string' ? [{ value, pointer: below(pointer, field, index) }] : [],
  );
  return [...textOf(holder, pointer, field), ...list];
}

const INVISIBLE = '[\\p{Cf}\\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000\\u180e\\u2800\\u3164]';
const AT_START = new RegExp(`^${INVISIBLE}`, 'u');
const AT_END = new RegExp(`${INVISIBLE}$`, 'u');

function* endsOf(texts: Iterable<Found>): Generator<Issue> {
  for (const { value, pointer } of texts) {
    if (/[\r\n]$/.test(value)) {
      const detail =
        'This ends in a line break, as a block of YAML with "|" does, so it fits only where a line break follows. Write "|-" for the block, or the text in quotes.';
      yield { pointer, code: 'line_break_at_end', detail };
      continue;
    }
    const [character] = AT_START.exec(value) ?? AT_END.exec(value) ?? [];
    if (character === undefined || value === character) continue;
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    const where = AT_START.test(value) ? 'begins with' : 'ends in';
    const detail = `This ${where} the invisible character U+${code}, and fits only where that stands too. Remove it.`;
    yield { pointer, code: 'invisible_at_end', detail };
  }
}
