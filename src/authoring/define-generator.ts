import type { z } from 'zod';
import { nothing, schemaProblems } from './define-guard.ts';
import { PartRefused } from './part-refused.ts';

/** What an own generator may see: C_total of the attempt (formal A.2 Def 2), as texts. */
export interface GeneratorContext {
  readonly input: unknown;
  readonly specification: string;
  readonly constraints: string;
  /** Accepted artifacts of the steps that this one depends on, by step id. */
  readonly artifacts: Readonly<Record<string, string>>;
  /** The rejected attempts of this epoch, oldest first. */
  readonly history: readonly { readonly text: string; readonly feedback: string }[];
  readonly runId: string;
  readonly step: string;
  readonly epoch: number;
  readonly attempt: number;
  /** The same whenever this attempt is made again, after a crash in the middle of it. */
  readonly idempotencyKey: string;
  /** Aborted when the artifact is no longer wanted, or its time is over. */
  readonly signal: AbortSignal;
}

/** A text, or a text with its media type; text/plain when it names none. */
export type GeneratedText = string | { readonly content: string; readonly mediaType?: string };

export interface GeneratorConfig<Options> {
  /** What definitions call it: `generator: {kind: custom, use: <name>}`. */
  readonly name: string;
  readonly description: string;
  readonly title?: string;
  /** Options that are accepted. */
  readonly example?: unknown;
  /** A schema of `with`; nothing may be written there when left out. */
  readonly options?: z.ZodType<Options>;
  /** What it throws is an infrastructure fault: retried, and no attempt. */
  generate(options: Options, context: GeneratorContext): GeneratedText | Promise<GeneratedText>;
}

export interface OwnGenerator<Options = unknown> extends GeneratorConfig<Options> {
  readonly options: z.ZodType<Options>;
}

const NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,62}$/;

/** Checks a generator and freezes it. Throws `PartRefused` with every problem at once. */
export function defineGenerator<Options = object>(config: GeneratorConfig<Options>): OwnGenerator<Options> {
  const { name, description } = config;
  const problems = [
    ...(NAME.test(name) ? [] : ['it needs a "name" of 1 to 63 letters, digits, "_" or "-" that starts with a letter']),
    ...(typeof description === 'string' && description.trim() !== '' ? [] : ['it needs a "description"']),
    ...(typeof config.generate === 'function' ? [] : ['it needs "generate"']),
    ...schemaProblems(config.options),
  ];
  if (problems.length > 0) throw new PartRefused(`generator ${JSON.stringify(name)}`, problems);
  return Object.freeze({ ...config, options: config.options ?? nothing<Options>() });
}
