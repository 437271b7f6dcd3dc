import { z } from 'zod';
import { truthOf } from '../domain/expression/evaluate.ts';
import { parseExpression } from '../domain/expression/parse.ts';
import { listed, PASSED, quoted, rejected } from './feedback.ts';
import type { Guard, GuardContext } from './guard.ts';
import { sizeProblem } from './isolation/limits.ts';
import { parseJson } from './isolation/parse-json.ts';

const options = z
  .strictObject({
    expr: z.string().min(1).describe('What must be true; the language is that of `when`.'),
    message: z.string().min(1).describe('What a rejection says instead of the expression.').optional(),
  })
  .meta({
    title: 'Expression',
    description:
      'Passes when the expression is true. It knows `artifact` (the value of an artifact that is JSON, else its text), `text`, `input` and `deps.<name>`.',
    examples: [{ expr: 'artifact.net + artifact.tax == artifact.total', message: 'The total must be net plus tax.' }],
  });

/** Passes when the expression (R37) over `artifact`, `text`, `input` and `deps.<step>` is true. */
export const expression: Guard<z.infer<typeof options>> = {
  name: 'expression',
  nature: 'deterministic',
  sandbox: false,
  score: false,
  options,
  check({ expr }) {
    const parsed = parseExpression(expr);
    return parsed.ok ? [] : [{ path: ['expr'], message: `The expression cannot be read: ${parsed.message}.` }];
  },
  evaluate({ expr, message }, context) {
    const problem = sizeProblem(context.artifact.text);
    if (problem !== undefined) return rejected(problem);
    const { truth, notes } = truthOf(expr, scopeOf(context));
    if (truth) return PASSED;
    return rejected(message ?? `This must be true and is not: ${quoted(expr, 1000)}.`, ...listed(notes.map(explained)));
  },
};

/** An artifact that is JSON is its value; of dependencies only objects and lists are, since `"42"` may be meant as text. */
function scopeOf({ artifact, dependencies, input }: GuardContext): Readonly<Record<string, unknown>> {
  const parsed = parseJson(artifact.text);
  const deps = Object.entries(dependencies).map(([step, text]) => [step, structureOr(text)]);
  return {
    artifact: parsed.ok ? parsed.value : artifact.text,
    text: artifact.text,
    input,
    deps: Object.fromEntries(deps),
  };
}

function structureOr(text: string): unknown {
  const parsed = parseJson(text);
  return parsed.ok && typeof parsed.value === 'object' && parsed.value !== null ? parsed.value : text;
}

function explained(note: string): string {
  return `It could not be answered: ${note}.`;
}
