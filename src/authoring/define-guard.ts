import { z } from 'zod';
import { templatePaths } from '../definitions/schema/template-fields.ts';
import type { Guard, GuardAnswer, GuardContext } from '../guards/guard.ts';
import { verdictData } from '../guards/verdict-data.ts';
import { withPlainNumbers } from '../text/exact-json.ts';
import { messageOf } from '../text/message-of.ts';
import { PartRefused } from './part-refused.ts';

/** A guard as its author writes it; the contract is that of `Guard`. */
export interface GuardConfig<Options> {
  /** What definitions call it: `guard: {use: <name>}`. */
  readonly name: string;
  /** For `GET /v1/guards`, where `options` has no `meta` that says it. */
  readonly title?: string;
  readonly description?: string;
  /** Options that are accepted. */
  readonly example?: unknown;
  /** `deterministic` when left out; a `judged` one may reject and never satisfies a goal alone (R11). */
  readonly nature?: 'deterministic' | 'judged';
  /** Whether its answers carry a score (R19). */
  readonly score?: boolean;
  /** A schema of `with`; nothing may be written there when left out. Texts with the meta `x-template: true` are templates. */
  readonly options?: z.ZodType<Options>;
  evaluate(options: Options, context: GuardContext): GuardAnswer | Promise<GuardAnswer>;
}

const NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,62}$/;

/** Checks a guard and freezes it. Throws `PartRefused` with every problem at once. */
export function defineGuard<Options = object>(config: GuardConfig<Options>): Guard<Options> {
  const { name, nature = 'deterministic', score = false, title, description, example } = config;
  const problems = [
    ...(NAME.test(name) ? [] : ['it needs a "name" of 1 to 63 letters, digits, "_" or "-" that starts with a letter']),
    ...(typeof config.evaluate === 'function' ? [] : ['it needs "evaluate"']),
    ...schemaProblems(config.options),
  ];
  if (problems.length > 0) throw new PartRefused(`guard ${JSON.stringify(name)}`, problems);
  const options = config.options ?? nothing<Options>();
  const templates = templatePaths(z.toJSONSchema(options, { io: 'input' }));
  return Object.freeze({
    name,
    nature,
    score,
    sandbox: false,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(example !== undefined && { example }),
    options,
    templates,
    evaluate: async (given: Options, context: GuardContext) => {
      const plain = { ...context, input: withPlainNumbers(context.input) };
      const answer: unknown = await config.evaluate(given, plain);
      const parsed = Answer.safeParse(answer);
      if (parsed.success) return parsed.data;
      throw new Error(
        `it must answer {verdict: pass | retry | fatal, feedback?, score?, data?}: ${z.prettifyError(parsed.error)}`,
      );
    },
  });
}

/** Anything else is a guard error: no verdict. */
const Answer = z.strictObject({
  verdict: z.enum(['pass', 'retry', 'fatal']),
  feedback: z.string().default(''),
  score: z.number().min(0).max(1).exactOptional(),
  data: verdictData.exactOptional(),
});

/** Schemas that cannot be shown in `GET /v1/guards` or `/v1/generators`. */
export function schemaProblems(schema: z.ZodType | undefined): readonly string[] {
  if (schema === undefined) return [];
  try {
    z.toJSONSchema(schema, { io: 'input' });
    return [];
  } catch (error) {
    return [`its "options" must be a zod schema that JSON Schema can say: ${messageOf(error)}`];
  }
}

/** The options of a part that takes none. */
export function nothing<Options>(): z.ZodType<Options> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return z.strictObject({}) as unknown as z.ZodType<Options>;
}
