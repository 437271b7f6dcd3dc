import type { z } from 'zod';
import type { Revisable } from '../definitions/redirects/revision.ts';
import type { FieldPath } from '../definitions/schema/template-fields.ts';
import type { GuardNames } from '../definitions/scope/guard-names.ts';
import type { AnswerWarning } from '../model/answer-warning.ts';
import type { Payer } from '../model/caps.ts';
import type { Need } from '../model/isolation.ts';
import type { Usage } from '../model/usage.ts';
import type { Nature, Verdict, VerdictWord } from '../model/verdict.ts';
import type { Form } from '../ports/catalogues.ts';

/** What a guard may see beside the artifact: C of G(a, C) (formal A.2 Def 3). */
export interface GuardContext {
  /** The thing under test. */
  readonly artifact: { readonly id: string; readonly text: string; readonly mediaType: string };
  /** The texts of `guardArtifacts`, by their names. */
  readonly dependencies: Readonly<Record<string, string>>;
  /** What its names stand for beside what is judged (R108); left out: those that follow from the fields here. */
  readonly names?: GuardNames;
  readonly input: unknown;
  /** JSON Schema of the input, for templates: what it does not require reads as its default, else as nothing. */
  readonly inputSchema?: unknown;
  readonly specification: string;
  readonly constraints: string;
  readonly runId: string;
  readonly step: string;
  readonly epoch: number;
  readonly attempt: number;
  /** The step's ordinal over all epochs (R25). */
  readonly n: number;
  /** What people have said for leaves of the tree, by leaf id (R73). */
  readonly answers: ReadonlyMap<string, GuardAnswer>;
  /** What activities outside have answered for leaves of the tree, by leaf id (R73); left out: nothing yet. */
  readonly outside?: ReadonlyMap<string, ExternalAnswer>;
  /** What was said of the epoch's rejected attempts, oldest first. */
  readonly earlier: readonly Verdict[];
  /** Of a step of a state machine: the states that may be moved to now. */
  readonly permitted?: ReadonlySet<string>;
  /** Of a step that proposes a change of its run, or the parts of another step: what the change would be made to. */
  readonly revisable?: Revisable;
  /** Of what a model judges: the leaf that asks, by its id in the tree, or by its place in a base case. */
  readonly leaf?: string;
  /** What the caps of the settings need to know of models that are asked; left out: nothing. */
  readonly payer?: Payer;
  /** Guard errors that this call has already met. */
  readonly errors: number;
  /** Aborted when the verdict is no longer wanted. */
  readonly signal: AbortSignal;
}

/** What came of an activity outside. */
export type ExternalAnswer = { readonly result: unknown } | { readonly error: string };

export interface GuardAnswer {
  readonly verdict: VerdictWord;
  /** What is wrong and what would be right, for a model to read; its first line is the most specific error (R24). */
  readonly feedback: string;
  readonly score?: number;
  readonly data?: unknown;
  /** The artifact did not only fail: it tried to decide its own verdict. The first time that is a rejection, the second time fatal. */
  readonly tampered?: boolean;
  /** What models used to give the answer. */
  readonly usage?: Usage;
  /** What a person should know of what they answered. */
  readonly warnings?: readonly AnswerWarning[];
}

/**
 * A guard. Contract: the same artifact, options and context give the same answer, unless its nature is `judged`; it judges and changes
 * nothing; when it cannot judge it throws (a guard error: infrastructure, never a verdict); it stops soon after `signal` is aborted.
 */
export interface Guard<Options = unknown> {
  readonly name: string;
  readonly nature: Nature;
  readonly sandbox: boolean;
  readonly score: boolean;
  /** What it can read; left out: any text. */
  readonly judges?: Form;
  /** In words, where its options have no `meta` of their own; a built-in guard has them there. */
  readonly title?: string;
  readonly description?: string;
  /** Options that are accepted. */
  readonly example?: unknown;
  /** Where its options are templates that are rendered before it sees them (R113). */
  readonly templates?: readonly FieldPath[];
  /**
   * Its answer is computed at once from the artifact, the options and the context: no network, no program, no model, no person. A step of
   * such guards alone is judged within its run's own workflow task.
   */
  readonly pure?: true;
  /** For steps that the service itself adds to a run; not offered to definitions. */
  readonly isInternal?: boolean;
  /** What it needs where `sandbox` is true. */
  needs?(options: Options): Need;
  /** A closed schema of `with`. */
  readonly options: z.ZodType<Options>;
  /** What the schema cannot say, such as a pattern that does not compile: one message per problem. */
  check?(options: Options): readonly { readonly path: readonly (string | number)[]; readonly message: string }[];
  /** What is accepted and may not be meant. */
  warn?(options: Options): readonly OptionWarning[];
  evaluate(options: Options, context: GuardContext): GuardAnswer | Promise<GuardAnswer>;
}

/** The guards of a tree, by name, for the leaf of that id. */
export interface LeafGuards {
  find(name: string, leaf: string): Guard | undefined;
}

export interface OptionWarning {
  readonly path: readonly (string | number)[];
  readonly code: string;
  readonly message: string;
}
