/** What a worker module of the user's imports from `dsap` (docs/own-parts.md). */
export { z } from 'zod';
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
} from './authoring/agent/agent.ts';
export { defineAgent } from './authoring/agent/define-agent.ts';
export { type RehearsedAnswer, type RehearsedAttempt, rehearseAgent } from './authoring/agent/rehearse.ts';
export { getToolResult, type ToolRecord } from './authoring/agent/run-calls.ts';
export { defineGenerator, type GeneratedText, type GeneratorContext } from './authoring/define-generator.ts';
export { defineGuard, type GuardConfig } from './authoring/define-guard.ts';
export { ExactNumber, exactNumber } from './authoring/exact-number.ts';
export { type McpClient, mcpTools } from './authoring/mcp.ts';
export type { GuardAnswer, GuardContext } from './guards/guard.ts';
