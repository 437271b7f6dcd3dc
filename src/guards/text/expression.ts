import { z } from 'zod';
import { answerOf } from '../../expressions/evaluate.ts';
import { explainFalse } from '../../expressions/explain.ts';
import type { Reason } from '../../expressions/meter.ts';
import { EVERY, namesInExpression } from '../../expressions/names-in.ts';
import { parseExpression } from '../../expressions/parse.ts';
import { rootsIn } from '../../expressions/parts-of.ts';
import { below } from '../../text/pointer.ts';
import { shortened } from '../../text/text.ts';
import { hopeless, listed, PASSED, quoted, rejected } from '../feedback.ts';
import type { Guard } from '../guard.ts';
import { sizeProblem } from '../isolation/limits.ts';
import { parseJson } from '../isolation/parse-json.ts';
import { dataOfErrors } from '../isolation/placed-errors.ts';
import { expressionScope } from '../names.ts';

const options = z
  .strictObject({
    expr: z.string().min(1).describe('What must be true; the language is that of `when`.'),
    message: z
      .string()
      .min(1)
      .describe('What a rejection says instead of the expression; the values that were compared follow it.')
      .optional(),
  })
  .meta({
    title: 'Expression',
    description:
      'Passes when the expression is true. It knows `artifact` (the value of an artifact that is JSON, else its text), `text`, `input` and `deps.<name>`.',
    examples: [
      { expr: 'artifact.net + artifact.tax == artifact.total', message: 'The total must be net plus tax.' },
      { expr: 'sum(artifact.lines[*].net) == artifact.total' },
    ],
  });

/**
 * Passes when the expression (R37, R108) is true. Where it cannot be calculated (R109), what the artifact lacks is told; `fatal` where
 * another artifact would not help, since input or a dependency lacks it.
 */
export const expression: Guard<z.infer<typeof options>> = {
  name: 'expression',
  nature: 'deterministic',
  pure: true,
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
    const read = namesArtifact(expr) ? parseJson(context.artifact.text) : undefined;
    if (read?.ok === false && read.isJson === true) return rejected(read.message);
    const scope = expressionScope(context);
    const { truth, reasons } = answerOf(expr, scope);
    if (truth === true) return PASSED;
    const hopes = reasons.filter((reason) => !isOfArtifact(reason));
    if (hopes.length > 0)
      return hopeless(
        `No other artifact can make this true, since it cannot be calculated: ${quoted(expr, 1000)}.`,
        ...listed(hopes.map(explained)),
        'Mend the expression, the input or the step that lacks it.',
      );
    const lines = [
      message ?? `This must be true and is not: ${quoted(expr, 1000)}.`,
      ...listed(truth === false ? explainFalse(expr, scope).map(sentence) : reasons.map(explained)),
    ];
    const detail = shortened(lines.join(' '), LONGEST_DETAIL);
    return { ...rejected(...lines), ...dataOfErrors(pointersIn(expr).map((pointer) => ({ pointer, detail }))) };
  },
};

/**
 * The values of the artifact that the expression compares: any of them may be the wrong one. Of a path through a list that is the list.
 */
function pointersIn(expr: string): readonly string[] {
  const paths = namesInExpression(expr).filter(([root]) => root === 'artifact');
  const pointers = paths.map(([, ...keys]) => {
    const every = keys.indexOf(EVERY);
    return below('', ...(every === -1 ? keys : keys.slice(0, every)));
  });
  return [...new Set(pointers)];
}

const LONGEST_DETAIL = 500;

/** Its value is read, which depends on the reader where a member is named twice (R97) or a number is too large. */
function namesArtifact(expr: string): boolean {
  const parsed = parseExpression(expr);
  return parsed.ok && rootsIn(parsed.expression).has('artifact');
}

/** Whether another artifact could mend it, as where the work was too much. */
function isOfArtifact({ roots }: Reason): boolean {
  return roots.size === 0 || roots.has('artifact') || roots.has('text');
}

function sentence(line: string): string {
  return `${line}.`;
}

function explained({ note }: Reason): string {
  return `It could not be answered: ${note}.`;
}
