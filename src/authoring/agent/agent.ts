import type { z } from 'zod';

/**
 * What an agent knows beside the conversation, in two tiers (S4-1). Both are plain JSON. `execution` lives across the attempts of a
 * step and is cleared by a cascade (R14); `attempt` is built anew for every attempt.
 */
export interface AgentState<Exec, Attempt> {
  readonly execution: Exec;
  readonly attempt: Attempt;
}

/** The third tier, read-only: where in its work the agent is. Counts from 1; `iteration` is 0 in initialisers. */
export interface AgentContext {
  readonly attempt: number;
  readonly maxAttempts: number;
  readonly iteration: number;
  readonly maxIterations: number;
  /** The accepted artifacts that the step depends on, as texts by step id. */
  readonly artifacts: Readonly<Record<string, string>>;
}

export interface ToolOutcome<Exec, Attempt> {
  /** Replaces the state, both tiers whole: nothing is merged, so what is left out is gone. */
  readonly newState: AgentState<Exec, Attempt>;
  /** What the model reads: a text as it is, anything else as JSON. */
  readonly toolResult: unknown;
}

/**
 * Contract: pure and synchronous. It returns new tiers and leaves the old ones alone (they are frozen); what it throws the model is told,
 * and the state stays as it was.
 */
export type ToolReducerHandler<Exec, Attempt, ToolInput = unknown, Result = undefined> = (
  state: AgentState<Exec, Attempt>,
  input: ToolInput,
  context: AgentContext,
  result: Result,
) => ToolOutcome<Exec, Attempt>;

/** What an effect is told beside its input. */
export interface EffectCall<Exec, Attempt> {
  /** As it was before the first effect of the same answer of the model. */
  readonly state: AgentState<Exec, Attempt>;
  readonly context: AgentContext;
  /** The same whenever this very call is made again, after a crash in the middle of it: for the other side to recognise it by. */
  readonly idempotencyKey: string;
  /** Aborted when the result is no longer wanted, or its time is over. */
  readonly signal: AbortSignal;
}

export interface HelperToolConfig<Name extends string, Exec, Attempt, ToolInput, Result = undefined> {
  /** `[A-Za-z0-9_-]`, 1 to 64; any text where `alias` is such a name. Records and errors have this name. */
  readonly name: Name;
  /** The name that the model calls the tool by, where providers do not take `name`. */
  readonly alias?: string;
  /** Tells the model what the tool does and which tier keeps what. */
  readonly description: string;
  /** An object; what the model's arguments must fit. */
  readonly input: z.ZodType<ToolInput>;
  /** JSON Schema that the model is given in place of the one of `input`. */
  readonly parameters?: Readonly<Record<string, unknown>>;
  /**
   * What the tool does to the world: run once, outside the handler, as a Temporal activity of its own, and its result (JSON) is stored
   * before the handler sees it. What it throws the model is told. Left out: the tool only changes the state.
   */
  effect?(input: ToolInput, call: EffectCall<Exec, Attempt>): Result | Promise<Result>;
  /** Its effect only looks: probes, verifiers and choices that are tried beside others may use it too (R122). */
  readonly readOnly?: boolean;
  handler(...call: Parameters<ToolReducerHandler<Exec, Attempt, ToolInput, Result>>): ToolOutcome<Exec, Attempt>;
}

/** The tool by which the model hands in its answer; a text answer that holds the same JSON counts as well. */
export interface OutputToolConfig<Output> {
  readonly description: string;
  /** An object; the first layer of validation. */
  readonly schema: z.ZodType<Output>;
  /** The model may hand in drafts with `output` and ends with `submit`. */
  readonly reflection?: boolean;
}

export interface ToolsConfig<Output, Exec, Attempt> {
  /** Left out: the agent answers in text. */
  readonly output?: OutputToolConfig<Output>;
  readonly helpers?: readonly HelperToolConfig<string, Exec, Attempt, unknown, unknown>[];
}

/** What validators see beside the output. */
export interface ValidationSubject<Input, Exec, Attempt> {
  readonly input: Input;
  readonly state: AgentState<Exec, Attempt>;
  readonly context: AgentContext;
}

/** A layer of validation after the schema. Its name is in the feedback. */
export interface CustomValidator<Input, Output, Exec, Attempt> {
  readonly name: string;
  /** What is wrong and what would be right, for a model to read; undefined when nothing is. */
  check(output: Output, subject: ValidationSubject<Input, Exec, Attempt>): string | undefined;
}

/** An agent: a bounded loop of model calls and tools around a state of two tiers. */
export interface AgentDefinition<Input, Output, Exec, Attempt> {
  /** What definitions call it: `generator: {kind: agent, agent: <name>}`. */
  readonly name: string;
  readonly description: string;
  /** What the run's input must fit; any input when left out. */
  readonly input?: z.ZodType<Input>;
  /** Templates as in definitions; `generator.prompt` replaces them. */
  readonly prompts?: { readonly system?: string; readonly user?: string };
  readonly tools: ToolsConfig<Output, Exec, Attempt>;
  readonly validation?: {
    /** Run in order after the schema; the first that objects ends the attempt. */
    readonly customValidators?: readonly CustomValidator<Input, Output, Exec, Attempt>[];
    /** Model calls in one attempt, 1 to 100; 15 when left out, and `generator.maxIterations` replaces it. */
    readonly maxIterationsPerAttempt?: number;
  };
  /** Called once for a step, and again after a cascade. Left out: `{}`. */
  initialExecutionState?(input: Input, context: AgentContext): Exec;
  /** Called for every attempt. Left out: `{}`. */
  initialAttemptState?(input: Input, execution: Exec, attemptNumber: number, context: AgentContext): Attempt;
  /** What of the state the result shows; nothing when left out. */
  projectFinalState?(state: AgentState<Exec, Attempt>): unknown;
  /** The one tier of old: refused. */
  readonly initialState?: never;
}

/** An agent whose types are no longer known. */
export type AnyAgent = AgentDefinition<unknown, unknown, unknown, unknown>;
export type AnyTool = HelperToolConfig<string, unknown, unknown, unknown, unknown>;
export type AnyState = AgentState<unknown, unknown>;

export const DEFAULT_MAX_ITERATIONS = 15;
export const OUTPUT_TOOL = 'output';
export const SUBMIT_TOOL = 'submit';

/** A tool with the types of its input, its effect's result and both tiers; for `tools.helpers`. */
export function defineTool<const Name extends string, Exec, Attempt, ToolInput, Result = undefined>(
  tool: HelperToolConfig<Name, Exec, Attempt, ToolInput, Result>,
): HelperToolConfig<Name, Exec, Attempt, ToolInput, Result> {
  return Object.freeze(tool);
}
