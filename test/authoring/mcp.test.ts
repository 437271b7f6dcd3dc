// The official SDK's client, connected to a server in a process of its own.
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { toolSpecs } from '../../src/authoring/agent/tool-specs.ts';
import { defineAgent, ExactNumber, getToolResult, mcpTools, rehearseAgent, z } from '../../src/index.ts';

const SERVER = fileURLToPath(new URL('fixtures/mcp-server.ts', import.meta.url));

const client = new Client({ name: 'dsap-test', version: '1' });
beforeAll(() => client.connect(new StdioClientTransport({ command: process.execPath, args: [SERVER] })));
afterAll(() => client.close());

const call = (name: string, given: unknown) => ({ toolCalls: [{ name, arguments: given }] });

async function anAgent(...allow: readonly string[]) {
  return defineAgent<unknown, { done: boolean }, object, object>({
    name: 'reader',
    description: 'Reads files.',
    tools: {
      output: { description: 'Ends.', schema: z.object({ done: z.boolean() }) },
      helpers: await mcpTools<object, object>(client, { allow }),
    },
  });
}

test('design 6: the tools of an MCP server that are allowed are tools of an agent, and no others', async () => {
  const agent = await anAgent('read_file');
  expect(toolSpecs(agent)[0]).toEqual({
    name: 'read_file',
    description: expect.stringMatching(/^Reads a file\.\nPERSISTENCE/),
    parameters: expect.objectContaining({ properties: { path: { type: 'string' } }, required: ['path'] }),
  });
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
  expect(getToolResult(attempt?.records ?? [], 'read_file')).toMatch(/^read_file of a\nunder \S{8}/);
  expect(attempt?.records.slice(1)).toMatchObject([
    { error: 'no such file' },
    { error: expect.stringContaining('do not fit') },
    { error: expect.stringContaining('there is no tool "delete_file"') },
  ]);
});

test('a tool on a later page of the list is found', async () => {
  expect(toolSpecs(await anAgent('delete_file')).map(({ name }) => name)).toContain('delete_file');
});

test('a name that the server does not offer is refused, with those that it does', async () => {
  await expect(mcpTools(client, { allow: ['read_file', 'raed_file', 'write_file'] })).rejects.toThrow(
    /no tool "raed_file"\. Did you mean "read_file"\? Tools: read_file, delete_file\n.*no tool "write_file"/,
  );
});

test('R122: which tools only read is the word of who calls, not of the server', async () => {
  const names = { allow: ['read_file', 'delete_file'], readOnly: ['read_file'] };
  const tools = await mcpTools<object, object>(client, names);
  expect(tools.map(({ name, readOnly }) => [name, readOnly])).toEqual([
    ['read_file', true],
    ['delete_file', false],
  ]);
  await expect(mcpTools(client, { allow: ['read_file'], readOnly: ['raed_file'] })).rejects.toThrow(
    /"raed_file" only reads, but is not allowed\. Did you mean "read_file"\?/,
  );
});

test('R127, report 9: a server that is a process of its own is sent the digits that the model wrote', async () => {
  const sent: string[] = [];
  const watched = {
    listTools: () =>
      Promise.resolve({
        tools: [{ name: 'find', inputSchema: { type: 'object', properties: { id: { type: 'integer' } } } }],
      }),
    callTool: (asked: unknown) => {
      sent.push(JSON.stringify(asked));
      return Promise.resolve({ content: [{ type: 'text', text: 'id 12345678901234567890' }] });
    },
  };
  const agent = defineAgent<unknown, { done: boolean }, object, object>({
    name: 'finder',
    description: 'Finds.',
    tools: {
      output: { description: 'Ends.', schema: z.object({ done: z.boolean() }) },
      helpers: await mcpTools<object, object>(watched, { allow: ['find'] }),
    },
  });
  const written = {
    id: new ExactNumber('9007199254740993'),
    price: new ExactNumber('1.10'),
    big: new ExactNumber('12345678901234567890'),
  };
  const [attempt] = await rehearseAgent(agent, {
    input: {},
    attempts: [[call('find', written), call('output', { done: true })]],
  });
  expect(attempt?.output).toEqual({ done: true });
  expect(sent).toEqual([
    expect.stringContaining('"arguments":{"id":9007199254740993,"price":1.1,"big":12345678901234567890}'),
  ]);
});
