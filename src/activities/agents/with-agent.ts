import { agentInput } from '../../authoring/agent/begin-attempt.ts';
import { PartFault } from '../../authoring/part-refused.ts';
import type { Broken } from '../../model/call-result.ts';
import { missingPart } from '../../ports/missing-part.ts';
import { definitionOf } from '../definitions.ts';
import type { GenerateDependencies } from '../generators/generation.ts';
import { noteFault } from '../infrastructure.ts';
import { type AgentCall, type AgentWork, agentGenerator } from './agent-call.ts';
import { withAllowedTools } from './allowed-tools.ts';

/**
 * Finds the agent and lets it work. One that this worker does not know may be known to another; one that breaks where it must not, or
 * that the run's input does not fit, will not be mended by trying: a person is asked (R32).
 */
export async function withAgent<Output>(
  dependencies: Pick<GenerateDependencies, 'store' | 'parts'>,
  call: AgentCall,
  work: (work: AgentWork) => Promise<Output>,
): Promise<Output | Broken> {
  const { parts } = dependencies;
  const generator = agentGenerator(call);
  const agent = parts.agent(generator.agent);
  if (!agent) {
    return noteAgentFault(dependencies, call, missingPart('agent', generator.agent, parts.agents()), false);
  }
  try {
    const { role } = definitionOf(call.material, call.input.step).step;
    const allowed = withAllowedTools(agent, role, call.input.speculative === true);
    return await work({ ...call, agent: allowed, generator, given: agentInput(agent, call.material.run.input) });
  } catch (error) {
    if (!(error instanceof PartFault)) throw error;
    return noteAgentFault(dependencies, call, `The agent ${agent.name} cannot go on: ${error.message}`, true);
  }
}

async function noteAgentFault(
  { store }: Pick<GenerateDependencies, 'store'>,
  { input, call }: AgentCall,
  detail: string,
  final: boolean,
): Promise<Broken> {
  const { runId, token, iteration, infraTimeout } = input;
  const counted = `${token}/${iteration}`;
  const fault = { runId, token: counted, phase: 'generate', detail, call, infraTimeout, final } as const;
  return { ...(await noteFault((kept) => store.faults.record(kept), fault)), token };
}
