import { type AgentContext, type AnyAgent, DEFAULT_MAX_ITERATIONS } from '../../authoring/agent/agent.ts';
import type { GeneratorDefinition } from '../../definitions/schema/definition.ts';
import { outputOf } from '../../definitions/scope/roles.ts';
import type { AgentTurnInput } from '../../ports/calls.ts';
import { definitionOf } from '../definitions.ts';
import type { Generation } from '../generators/generation.ts';

/** With its output as the step's role asks for it (R40). */
export type AgentGenerator = Omit<Extract<GeneratorDefinition, { kind: 'agent' }>, 'output'> & {
  readonly output?: ReturnType<typeof outputOf>;
};

/** A call that belongs to a turn of an agent. */
export interface AgentCall extends Generation {
  readonly input: AgentTurnInput;
}

/** The same with the agent found, and its input read. */
export interface AgentWork extends AgentCall {
  readonly agent: AnyAgent;
  readonly generator: AgentGenerator;
  /** The run's input as the agent takes it. */
  readonly given: unknown;
}

export function agentGenerator({ input, material }: Pick<AgentCall, 'input' | 'material'>): AgentGenerator {
  const { step } = definitionOf(material, input.step);
  const { generator } = step;
  if (generator.kind === 'agent') return step.role === undefined ? generator : { ...generator, output: outputOf(step) };
  throw new Error(`${input.step} is not made by an agent`);
}

/** The read-only tier; `iteration` 0 stands for before the first. */
export function contextOf({ agent, generator, input, material }: AgentWork, iteration: number): AgentContext {
  return {
    attempt: input.attempt,
    maxAttempts: input.maxAttempts,
    iteration,
    maxIterations: generator.maxIterations ?? agent.validation?.maxIterationsPerAttempt ?? DEFAULT_MAX_ITERATIONS,
    artifacts: Object.fromEntries(Object.entries(material.dependencies).map(([step, { text }]) => [step, text])),
  };
}
