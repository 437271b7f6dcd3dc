import { inputOf, toolOf } from '../../authoring/agent/run-calls.ts';
import { frozen, plainJson } from '../../authoring/plain-json.ts';
import type { StoredEffect } from '../../model/agent-turn.ts';
import type { AgentEffectInput, AgentEffectOutput } from '../../ports/calls.ts';
import { messageOf } from '../../text/message-of.ts';
import { performCall } from '../call.ts';
import { timeOf } from '../generators/call-model.ts';
import { openGeneration } from '../generators/generate.ts';
import type { GenerateDependencies } from '../generators/generation.ts';
import { untilAborted } from '../until-aborted.ts';
import { type AgentWork, contextOf } from './agent-call.ts';
import { loadSession } from './stored-session.ts';
import { withAgent } from './with-agent.ts';

/**
 * The effect of one call of a tool, run before its handler (R80). One that is stored already is not run again. What it throws is for
 * the model; a worker that goes down in the middle of it leaves it to another, which tells the other side by the key that it is the same.
 */
export function createAgentEffectActivity(dependencies: GenerateDependencies) {
  return (input: AgentEffectInput): Promise<AgentEffectOutput> =>
    performCall(
      dependencies,
      input,
      () => openGeneration(dependencies.store, input),
      async (call) => {
        const { runId, token, iteration } = input;
        const key = { runId, token, iteration, call: input.call };
        if (await dependencies.store.agents.findEffect(key)) return { kind: 'done' };
        return withAgent(dependencies, { input, material: call.material, call }, async (work) => {
          await dependencies.store.agents.saveEffect(key, await runEffect(dependencies, work, input));
          return { kind: 'done' };
        });
      },
    );
}

async function runEffect(
  { store }: GenerateDependencies,
  work: AgentWork,
  { stateRef = '', call: id, runId, token, iteration }: AgentEffectInput,
): Promise<StoredEffect> {
  const { session } = await loadSession(store.contents, stateRef);
  const timeout = AbortSignal.timeout(timeOf(work));
  const signal = AbortSignal.any([work.call.signal, timeout]);
  const call = session.waiting.find((one) => one.id === id);
  const tool = call && toolOf(work.agent, call.name);
  try {
    if (!call || !tool?.effect) throw new Error('the tool is gone');
    const told = {
      state: session.state,
      context: frozen(contextOf(work, iteration)),
      idempotencyKey: `${runId}/${token}/${iteration}/${id}`,
      signal,
    };
    const given = inputOf(tool, call);
    const result = await untilAborted(Promise.resolve(tool.effect(given, told)), signal);
    return { result: plainJson(result, 'the result of the effect') };
  } catch (error) {
    if (work.call.signal.aborted) throw error;
    return { error: timeout.aborted ? 'it took longer than the step allows' : messageOf(error) };
  }
}
