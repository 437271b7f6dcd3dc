import { z } from 'zod';
import type { AgentProvenance } from '../../ports/store/artifacts.ts';
import { component } from '../reference/components.ts';

/** How an agent came to what it made; its conversation is the attempt's `renderedPrompt`. */
export const AgentView = component(
  'AgentProvenance',
  z.object({
    name: z.string(),
    iterations: z.number().describe('calls of the model in this attempt'),
    turns: z
      .array(z.object({ turn: z.number(), answeredBy: z.string().optional(), price: z.string().optional() }))
      .optional()
      .describe('the model that answered in each turn, as the provider names it, and the price of its cost'),
    tools: z
      .array(
        z.object({
          name: z.string(),
          ok: z.boolean(),
          error: z.string().optional().describe('why it was refused or failed'),
        }),
      )
      .describe('every call of a tool, in order'),
    finalState: z.unknown().optional().describe('what the agent shows of its state'),
  }),
);

export function agentView({ turns, tools, ...agent }: AgentProvenance) {
  return { ...agent, ...(turns && { turns: [...turns] }), tools: [...tools] };
}
