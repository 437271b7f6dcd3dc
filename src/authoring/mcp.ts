import { createHash } from 'node:crypto';
import { z } from 'zod';
import { compileSchema } from '../guards/isolation/schema.ts';
import { schemaErrors } from '../guards/isolation/schema-errors.ts';
import { listing, suggestion } from '../text/nearest.ts';
import { keysOf } from '../text/pointer.ts';
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
 * for a name that the server does not offer, for one in `readOnly` that is not allowed, and for a tool whose schema is none of an object.
 *
 * A tool keeps its own name in `allow`, in records and towards the server. Where providers do not take that name, the model calls it by an
 * alias. The model is given the server's schema as it is.
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
  const alias = aliasOf(name);
  const schema = schemaOf(name, inputSchema);
  const { $schema: _, ...parameters } = schema;
  const told = alias === name ? (description ?? name) : `${name}: ${description ?? 'a tool of a server'}`;
  return {
    name,
    ...(alias !== name && { alias }),
    description: `${told}\nPERSISTENCE: changes neither EXECUTION nor ATTEMPT state.`,
    input: argumentsUnder(schema),
    parameters,
    async effect(given, { idempotencyKey, signal }) {
      return textOf(
        await client.callTool({ name, arguments: given, _meta: { idempotencyKey } }, undefined, { signal }),
      );
    },
    handler: (state, _input, _context, result) => ({ newState: state, toolResult: result }),
  };
}

/**
 * The name that a model calls the tool by: its own where providers take it (`[A-Za-z0-9_-]`, 1 to 64), else one of permitted characters and a
 * digest. It follows from the own name alone, so that every process, turn and recording has the same, and two names never share one.
 */
function aliasOf(name: string): string {
  if (/^[A-Za-z0-9_-]{1,64}$/.test(name)) return name;
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return `${name.replace(/[^A-Za-z0-9_-]+/g, '_').slice(0, 55)}_${digest}`;
}

/** The server's schema, said to be of an object where the server does not say so. */
function schemaOf(name: string, inputSchema: unknown): Readonly<Record<string, unknown>> {
  const given = inputSchema === true ? {} : inputSchema;
  const { success, data } = z.record(z.string(), z.unknown()).safeParse(given);
  if (!success)
    throw new PartRefused(`the tool ${JSON.stringify(name)} of the MCP server`, ['its inputSchema is no JSON Schema']);
  const { type = 'object', properties = {}, ...rest } = data;
  if (type !== 'object')
    throw new PartRefused(`the tool ${JSON.stringify(name)} of the MCP server`, [
      `its inputSchema is of type ${JSON.stringify(type)}, but arguments of a tool are an object`,
    ]);
  return { type, properties, ...rest };
}

/** Checks arguments by the schema itself; one that cannot be used here, as with a reference to another document, is left to the server. */
function argumentsUnder(schema: Readonly<Record<string, unknown>>): z.ZodType<Record<string, unknown>> {
  if (!compileSchema(schema).ok) return Arguments;
  return Arguments.superRefine((given, context) => {
    for (const { instancePath, message = 'does not fit' } of schemaErrors(schema, given))
      context.addIssue({ code: 'custom', path: [...keysOf(instancePath)], message });
  });
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
