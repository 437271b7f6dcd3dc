import type { AnyAgent, AnyTool } from '../../authoring/agent/agent.ts';

/** Roles whose tools may look and nothing else (S1-7.4-b, S1-7.4-d). */
const READ_ONLY: ReadonlySet<string | undefined> = new Set(['probe', 'verifier']);

/**
 * An agent with the tools that its step may use: a probe and a verifier change nothing (S1-7.3.1-a), and while other choices are tried
 * beside it, nobody changes anything outside (R13). A tool stays that has no effect, or whose author says that it only reads (R122);
 * every other is still listed, so that the model learns why it cannot be used, and the refusal is kept on the attempt.
 */
export function withAllowedTools(agent: AnyAgent, role: string | undefined, isSpeculative: boolean): AnyAgent {
  const why = READ_ONLY.has(role)
    ? `a ${role} looks and changes nothing, and this tool is not said to only read`
    : SPECULATIVE;
  if (why === SPECULATIVE && !isSpeculative) return agent;
  const { helpers = [] } = agent.tools;
  return { ...agent, tools: { ...agent.tools, helpers: helpers.map((tool) => withheld(tool, why)) } };
}

const SPECULATIVE = 'other choices are tried beside this one; nothing outside may be changed before one has won';

function withheld(tool: AnyTool, why: string): AnyTool {
  if (tool.effect === undefined || tool.readOnly === true) return tool;
  const { name, description, input } = tool;
  return {
    name,
    description,
    input,
    handler() {
      throw new Error(`refused: ${why}`);
    },
  };
}
