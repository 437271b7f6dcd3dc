import type { AnyAgent, AnyTool } from '../../parts/agent/agent.ts';

/** Roles whose tools may look and nothing else (seed 001 7.4). */
const READ_ONLY: ReadonlySet<string | undefined> = new Set(['probe', 'verifier']);

/**
 * An agent with the tools that its step may use: a probe and a verifier change nothing (S1-7.3.1-a), and while other choices are tried
 * beside it, nobody changes anything outside (R13).
 */
export function withAllowedTools(agent: AnyAgent, role: string | undefined, isSpeculative: boolean): AnyAgent {
  const { helpers = [] } = agent.tools;
  if (READ_ONLY.has(role))
    return withHelpers(
      agent,
      helpers.filter((tool) => tool.effect === undefined),
    );
  return isSpeculative ? withHelpers(agent, helpers.map(withheld)) : agent;
}

function withHelpers(agent: AnyAgent, helpers: readonly AnyTool[]): AnyAgent {
  return { ...agent, tools: { ...agent.tools, helpers } };
}

/** It is still listed, so that the model learns why it cannot be used now. */
function withheld(tool: AnyTool): AnyTool {
  if (tool.effect === undefined) return tool;
  const { name, description, input } = tool;
  return {
    name,
    description,
    input,
    handler() {
      throw new Error('other choices are tried beside this one; nothing outside may be changed before one has won');
    },
  };
}
