import { parseCode } from '../../expressions/code.ts';
import { parseExpression } from '../../expressions/parse.ts';
import type { Issue } from '../../ports/catalogues.ts';
import { fieldOf } from '../../text/loose.ts';
import { below } from '../../text/pointer.ts';
import type { CompileSchema } from '../check-options.ts';
import type { Subject } from '../schema/subject.ts';

/** Schemas compile and expressions parse (design 3.2). */
export function* checkTexts({ document, sketch }: Subject, compileSchema?: CompileSchema): Generator<Issue> {
  yield* checkSchema(fieldOf(document, 'input'), '/input', compileSchema);
  for (const { raw, pointer } of sketch.steps) {
    const schema = fieldOf(fieldOf(fieldOf(raw, 'generator'), 'output'), 'schema');
    yield* checkSchema(schema, below(pointer, 'generator', 'output', 'schema'), compileSchema);
    const answer = fieldOf(fieldOf(raw, 'generator'), 'answer');
    yield* checkSchema(answer, below(pointer, 'generator', 'answer'), compileSchema);
    yield* checkExpression(fieldOf(raw, 'when'), below(pointer, 'when'));
    yield* checkCode(fieldOf(fieldOf(raw, 'generator'), 'code'), below(pointer, 'generator', 'code'));
  }
}

function* checkSchema(schema: unknown, pointer: string, compileSchema?: CompileSchema): Generator<Issue> {
  if (typeof schema !== 'boolean' && (typeof schema !== 'object' || schema === null || Array.isArray(schema))) return;
  for (const { pointer: within, message } of compileSchema?.(schema) ?? [])
    yield { pointer: `${pointer}${within}`, code: 'invalid_schema', detail: message };
}

function* checkExpression(text: unknown, pointer: string): Generator<Issue> {
  if (typeof text !== 'string' || text === '') return;
  const parsed = parseExpression(text);
  if (!parsed.ok)
    yield { pointer, code: 'invalid_expression', detail: `This expression cannot be read: ${parsed.message}.` };
}

function* checkCode(text: unknown, pointer: string): Generator<Issue> {
  if (typeof text !== 'string' || text === '') return;
  const parsed = parseCode(text);
  if (!parsed.ok)
    yield {
      pointer,
      code: 'invalid_code',
      detail: `Line ${parsed.line} of this code cannot be read: ${parsed.message}.`,
    };
}
