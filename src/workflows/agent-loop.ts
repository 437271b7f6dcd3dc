import type { ActivityOptions } from '@temporalio/workflow';
import type { AgentTurnInput } from '../ports/calls.ts';
import type { Answered, PackedCall } from '../ports/packed-calls.ts';
import { agentEffect, agentTurn } from './activity-proxies.ts';

export interface Loop {
  /** The options of one activity that the timeline shows with these words. */
  readonly optionsOf: (what: string) => ActivityOptions;
  readonly model: string;
  /** A call as it is sent. */
  readonly sent: <Input extends AgentTurnInput>(input: Input) => Input | PackedCall;
  /** The first turn is over: the events that it carried are stored. */
  readonly stored: () => void;
}

/**
 * The turns of an agent within one attempt, one activity for each call of the model and for each effect of a tool (R80). The
 * activities hold the bound; only digests and ids pass here. For the core it is one call under one token.
 */
export async function converse(
  attempt: Omit<AgentTurnInput, 'iteration' | 'stateRef'>,
  { optionsOf, model, sent, stored }: Loop,
): Promise<Answered> {
  let input: AgentTurnInput = { ...attempt, iteration: 1 };
  for (;;) {
    const { iteration } = input;
    const turned = await agentTurn.executeWithOptions(optionsOf(`turn ${iteration} · ${model}`), [sent(input)]);
    if (iteration === 1) stored();
    if (turned.kind !== 'turned') return turned;
    const { stateRef, effects } = turned;
    for (const { call, tool } of effects) {
      const effect = { ...input, events: [], stateRef, call };
      const done = await agentEffect.executeWithOptions(optionsOf(`turn ${iteration} · ${tool}`), [sent(effect)]);
      if (done.kind === 'broken') return done;
    }
    input = { ...input, events: [], iteration: iteration + 1, stateRef };
  }
}
