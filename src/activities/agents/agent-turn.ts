import type { AgentTurnInput, AgentTurnOutput } from '../../ports/calls.ts';
import { performCall } from '../call.ts';
import { openGeneration, withoutGenerating } from '../generators/generate.ts';
import type { GenerateDependencies } from '../generators/generation.ts';
import type { AgentCall } from './agent-call.ts';
import { concluded } from './conclude.ts';
import { playTurn } from './play-turn.ts';
import { loadSession } from './stored-session.ts';
import { withAgent } from './with-agent.ts';

/**
 * One turn of an agent (R80): applies what effects have come to, asks the model, applies the calls of its answer, and stores the
 * session with both tiers. A turn that is stored already is answered again, so nothing is paid twice (R27).
 */
export function createAgentTurnActivity(dependencies: GenerateDependencies) {
  return (input: AgentTurnInput): Promise<AgentTurnOutput> =>
    performCall(
      dependencies,
      input,
      () => openGeneration(dependencies.store, input),
      (call) => takeTurn(dependencies, { input, material: call.material, call }),
    );
}

async function takeTurn(dependencies: GenerateDependencies, turn: AgentCall): Promise<AgentTurnOutput> {
  const { store } = dependencies;
  const { runId, token, iteration } = turn.input;
  const stored = await store.agents.find(runId, token, iteration);
  if (stored) return concluded(dependencies, turn, stored.stateRef, await loadSession(store.contents, stored.stateRef));
  const early = iteration === 1 ? await withoutGenerating(dependencies, turn) : undefined;
  return early ?? withAgent(dependencies, turn, (work) => playTurn(dependencies, work));
}
