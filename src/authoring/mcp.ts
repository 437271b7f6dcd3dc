import { z } from 'zod';
import { listing, suggestion } from '../text/nearest.ts';
import type { HelperToolConfig } from './agent/agent.ts';
import { PartRefused } from './part-refused.ts';

/** What is needed of a client of the Model Context Protocol; the `Client` of the official SDK is one, connected. */
export interface McpClient {
  listTools(page?: { cursor: string }): Promise<{
    readonly tools: readonly McpTool[];
    readonly nextCursor?: string | undefined;
  }>;
  callTool(
    call: { name: string; arguments: Record<string, unknown>; _meta: Record<string, unknown> },
    resultSchema: undefined,
    options: { signal: AbortSignal },
  ): Promise<unknown>;
}

interface McpTool {
  readonly name: string;
  readonly description?: string | undefined;
  /** JSON Schema of an object. */
  readonly inputSchema: unknown;
}

/**
 * Tools of an MCP server for `tools.helpers`: those of its tools that are named, and no others. Each call is an effect, so an activity of
 * its own; it changes no state, and the server is given the idempotency key as `_meta.idempotencyKey`. `readOnly` names those of them that
 * only read, which probes, verifiers and speculative choices may use (R122); a server's own hint is not believed. Throws `PartRefused`
 * for a name that the server does not offer, and for one in `readOnly` that is not allowed.
 */
export async function mcpTools<Exec, Attempt>(
  client: McpClient,
  { allow, readOnly = [] }: { readonly allow: readonly string[]; readonly readOnly?: readonly string[] },
): Promise<readonly HelperToolConfig<string, Exec, Attempt, Record<string, unknown>, string>[]> {
  const tools = await toolsOf(client);
  const names = tools.map(({ name }) => name);
  const problems = [
    ...allow
      .filter((name) => !names.includes(name))
      .map((name) => `it has no tool "${name}".${suggestion(name, names)} Tools: ${listing(names)}`),
    ...readOnly
      .filter((name) => !allow.includes(name))
      .map((name) => `"${name}" only reads, but is not allowed.${suggestion(name, allow)} Allowed: ${listing(allow)}`),
  ];
  if (problems.length > 0) throw new PartRefused('the MCP server', problems);
  return tools
    .filter(({ name }) => allow.includes(name))
    .map((tool) => ({ ...toolOf<Exec, Attempt>(client, tool), readOnly: readOnly.includes(tool.name) }));
}

/** A server tells of its tools page by page. */
async function toolsOf(client: McpClient): Promise<readonly McpTool[]> {
  const found: McpTool[] = [];
  for (let cursor: string | undefined; ; ) {
    const { tools, nextCursor } = await client.listTools(cursor === undefined ? undefined : { cursor });
    found.push(...tools);
    if (nextCursor === undefined || nextCursor === cursor) return found;
    cursor = nextCursor;
  }
}

const Arguments = z.record(z.string(), z.unknown());

function toolOf<Exec, Attempt>(
  client: McpClient,
  { name, description, inputSchema }: McpTool,
): HelperToolConfig<string, Exec, Attempt, Record<string, unknown>, string> {
  return {
    name,
    description: `${description ?? name}\nPERSISTENCE: changes neither EXECUTION nor ATTEMPT state.`,
    input: schemaOf(inputSchema).pipe(Arguments),
    async effect(given, { idempotencyKey, signal }) {
      return textOf(
        await client.callTool({ name, arguments: given, _meta: { idempotencyKey } }, undefined, { signal }),
      );
    },
    handler: (state, _input, _context, result) => ({ newState: state, toolResult: result }),
  };
}

function schemaOf(schema: unknown): z.ZodType {
  return z.fromJSONSchema(z.record(z.string(), z.any()).parse(schema));
}

const Result = z.object({
  content: z.array(z.looseObject({ type: z.string(), text: z.string().optional() })).default([]),
  structuredContent: z.unknown().optional(),
  isError: z.boolean().optional(),
});

/** What the model reads: the texts of a result, else its structured content. An error of the tool's is thrown, and told the model as one. */
function textOf(answer: unknown): string {
  const { content, structuredContent, isError } = Result.parse(answer);
  const texts = content.map(({ type, text }) => text ?? `(${type})`).join('\n');
  const told = texts === '' && structuredContent !== undefined ? JSON.stringify(structuredContent) : texts;
  if (isError === true) throw new Error(told);
  return told;
}
