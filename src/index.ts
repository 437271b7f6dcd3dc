/** What a worker module of the user's imports from `dsap` (docs/own-parts.md). */
export { z } from 'zod';
export type { GuardAnswer, GuardContext } from './guards/guard.ts';
export {
  type AgentContext,
  type AgentDefinition,
  type AgentState,
  type CustomValidator,
  defineTool,
  type EffectCall,
  type HelperToolConfig,
  type OutputToolConfig,
  type ToolOutcome,
  type ToolReducerHandler,
  type ToolsConfig,
} from './parts/agent/agent.ts';
export { defineAgent } from './parts/agent/define-agent.ts';
export { type RehearsedAnswer, type RehearsedAttempt, rehearseAgent } from './parts/agent/rehearse.ts';
export { getToolResult, type ToolRecord } from './parts/agent/run-calls.ts';
export { defineGenerator, type GeneratedText, type GeneratorContext } from './parts/define-generator.ts';
export { defineGuard, type GuardConfig } from './parts/define-guard.ts';
export { type McpClient, mcpTools } from './parts/mcp.ts';
