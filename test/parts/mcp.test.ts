// Pure: a client that answers as the protocol says, without a server.
import { defineAgent, getToolResult, type McpClient, mcpTools, rehearseAgent, z } from '../../src/index.ts';
import { toolSpecs } from '../../src/parts/agent/tool-specs.ts';

const asked: unknown[] = [];

const CLIENT: McpClient = {
  listTools: async () => ({
    tools: [
      {
        name: 'read_file',
        description: 'Reads a file.',
        inputSchema: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
      },
      { name: 'delete_file', inputSchema: { type: 'object' } },
    ],
  }),
  async callTool(call) {
    asked.push(call);
    if (call.arguments['path'] === 'none') return { content: [{ type: 'text', text: 'no such file' }], isError: true };
    return {
      content: [
        { type: 'text', text: 'the words of ' },
        { type: 'text', text: String(call.arguments['path']) },
      ],
    };
  },
};

const call = (name: string, given: unknown) => ({ toolCalls: [{ name, arguments: given }] });

async function anAgent() {
  return defineAgent<unknown, { done: boolean }, object, object>({
    name: 'reader',
    description: 'Reads files.',
    tools: {
      output: { description: 'Ends.', schema: z.object({ done: z.boolean() }) },
      helpers: await mcpTools<object, object>(CLIENT, { allow: ['read_file'] }),
    },
  });
}

test('design 6: the tools of an MCP server that are allowed are tools of an agent, and no others', async () => {
  const agent = await anAgent();
  expect(toolSpecs(agent)[0]).toEqual({
    name: 'read_file',
    description: expect.stringMatching(/^Reads a file\.\nPERSISTENCE/),
    parameters: expect.objectContaining({ properties: { path: { type: 'string' } }, required: ['path'] }),
  });
  asked.length = 0;
  const [attempt] = await rehearseAgent(agent, {
    input: {},
    attempts: [
      [
        call('read_file', { path: 'a' }),
        call('read_file', { path: 'none' }),
        call('read_file', {}),
        call('delete_file', {}),
      ],
    ],
  });
  expect(getToolResult(attempt?.records ?? [], 'read_file')).toBe('the words of \na');
  expect(attempt?.records.slice(1)).toMatchObject([
    { error: 'no such file' },
    { error: expect.stringContaining('do not fit') },
    { error: expect.stringContaining('there is no tool "delete_file"') },
  ]);
  expect(asked).toMatchObject([{ _meta: { idempotencyKey: expect.any(String) } }, { name: 'read_file' }]);
});

test('a name that the server does not offer is refused, with those that it does', async () => {
  await expect(mcpTools(CLIENT, { allow: ['read_file', 'raed_file', 'write_file'] })).rejects.toThrow(
    /no tool "raed_file"\. Did you mean "read_file"\? Tools: read_file, delete_file\n.*no tool "write_file"/,
  );
});
