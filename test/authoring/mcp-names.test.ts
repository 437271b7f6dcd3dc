// The official SDK's server and client, in one process: names that providers do not take, and schemas as servers write them.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { toolSpecs } from '../../src/authoring/agent/tool-specs.ts';
import { defineAgent, defineTool, getToolResult, type McpClient, mcpTools, rehearseAgent, z } from '../../src/index.ts';

interface Tool {
  readonly name: string;
  readonly inputSchema?: Record<string, unknown>;
}

/** A client of a server with these tools, which answers a call with the name that it was called by. */
async function serverOf(tools: readonly Tool[]): Promise<Client> {
  const server = new Server({ name: 'tools', version: '1' }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.map((tool) => ({ inputSchema: { type: 'object' as const }, ...tool })) as never,
  }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => ({
    content: [{ type: 'text', text: `${params.name} ${JSON.stringify(params.arguments)}` }],
  }));
  const client = new Client({ name: 'dsap-test', version: '1' });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(theirs), client.connect(ours)]);
  return client;
}

async function agentOf(client: McpClient, allow: readonly string[]) {
  return defineAgent<unknown, { done: boolean }, object, object>({
    name: 'reader',
    description: 'Reads.',
    tools: {
      output: { description: 'Ends.', schema: z.object({ done: z.boolean() }) },
      helpers: await mcpTools<object, object>(client, { allow }),
    },
  });
}
const call = (name: string, given: unknown) => ({ toolCalls: [{ name, arguments: given }] });
const wireNames = (agent: Parameters<typeof toolSpecs>[0]) =>
  toolSpecs(agent)
    .map(({ name }) => name)
    .slice(0, -1);

const NAMES = [
  'calendar.createEvent',
  'calendar/createEvent',
  'calendar.list/all',
  'get weather',
  'ünï',
  '天気',
  `${'a'.repeat(79)}b`,
  `${'a'.repeat(79)}c`,
  'plain_one',
];

test('report 19: each name has an alias that providers take, the same every time, and no two share one', async () => {
  const client = await serverOf(NAMES.map((name) => ({ name })));
  const names = wireNames(await agentOf(client, NAMES));
  for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
  expect(new Set(names).size).toBe(NAMES.length);
  expect(names).toContain('plain_one');
  // Neither the order of the list nor what else is allowed changes one.
  const other = await serverOf(NAMES.toReversed().map((name) => ({ name })));
  expect(wireNames(await agentOf(other, NAMES)).toReversed()).toEqual(names);
  expect(wireNames(await agentOf(client, ['calendar/createEvent']))).toEqual([names[1]]);
});

test('report 19: a tool is answered and recorded under its own name, and the server is called by it', async () => {
  const client = await serverOf(NAMES.map((name) => ({ name })));
  const agent = await agentOf(client, NAMES);
  const names = wireNames(agent);
  const [attempt] = await rehearseAgent(agent, {
    input: {},
    attempts: [[...names.map((name) => call(name, { a: 1 })), call('calendar.list/all', {}), call('calendar', {})]],
  });
  const records = attempt?.records ?? [];
  expect(records.slice(0, NAMES.length).map(({ name }) => name)).toEqual(NAMES);
  for (const name of NAMES.filter((one) => one !== 'calendar.list/all'))
    expect(getToolResult(records, name)).toBe(`${name} {"a":1}`);
  expect(getToolResult(records, 'calendar.list/all')).toBe('calendar.list/all {}');
  expect(records.at(-1)).toMatchObject({ name: 'calendar', error: expect.stringContaining('there is no tool') });
});

const text = { type: 'string' };
describe('N29: a schema that zod cannot turn is given to the model as it is, and checks the arguments', () => {
  test.each<[string, Record<string, unknown>, unknown, unknown]>([
    [
      'if and then',
      // An object with a member of this name is no schema for lint, but a promise.
      JSON.parse(
        '{"properties":{"a":{"type":"string"}},"if":{"properties":{"a":{"const":"x"}},"required":["a"]},"then":{"required":["b"]}}',
      ),
      { a: 'x', b: 'y' },
      { a: 'x' },
    ],
    [
      'dependentRequired',
      { properties: { a: text, b: text }, dependentRequired: { a: ['b'] } },
      { b: 'y' },
      { a: 'x' },
    ],
    ['not', { properties: { a: text }, not: { required: ['b'] } }, { a: 'x' }, { b: 1 }],
    ['unevaluatedProperties', { properties: { a: text }, unevaluatedProperties: false }, { a: 'x' }, { b: 1 }],
    ['anyOf at the top', { anyOf: [{ required: ['a'] }, { required: ['b'] }] }, { a: 1 }, { c: 1 }],
    ['$ref', { $defs: { a: text }, properties: { a: { $ref: '#/$defs/a' } } }, { a: 'x' }, { a: 1 }],
    ['a pattern with look-ahead', { properties: { a: { ...text, pattern: '^(?!x)' } } }, { a: 'y' }, { a: 'x' }],
    ['required', { properties: { a: text }, required: ['a'] }, { a: 'y' }, {}],
  ])('%s', async (_title, schema, right, wrong) => {
    const agent = await agentOf(await serverOf([{ name: 'x.y', inputSchema: { type: 'object', ...schema } }]), ['x.y']);
    const [spec] = toolSpecs(agent);
    expect(spec?.parameters).toEqual({ type: 'object', properties: {}, ...schema });
    const [attempt] = await rehearseAgent(agent, {
      input: {},
      attempts: [[call(spec?.name ?? '', right), call(spec?.name ?? '', wrong)]],
    });
    expect(attempt?.records).toMatchObject([
      { name: 'x.y', result: `x.y ${JSON.stringify(right)}` },
      { name: 'x.y', error: expect.stringContaining('do not fit') },
    ]);
  });

  test('a reference to another document is not fetched, and is left to the server', async () => {
    const schema = { type: 'object', properties: { a: { $ref: 'https://schemas.invalid/a.json' } } };
    const agent = await agentOf(await serverOf([{ name: 'far', inputSchema: schema }]), ['far']);
    expect(toolSpecs(agent)[0]?.parameters).toEqual(schema);
    const [attempt] = await rehearseAgent(agent, { input: {}, attempts: [[call('far', { a: 1 })]] });
    expect(attempt?.records).toMatchObject([{ result: 'far {"a":1}' }]);
  });

  /** A client that does not check what its server says. */
  const loose = (inputSchema: unknown): McpClient => ({
    listTools: async () => ({ tools: [{ name: 'x.y', inputSchema }] }),
    callTool: async () => ({ content: [] }),
  });
  test.each([
    ['{}', {}, { type: 'object', properties: {} }],
    ['true', true, { type: 'object', properties: {} }],
    ['no properties', { type: 'object' }, { type: 'object', properties: {} }],
    ['its dialect', { $schema: 'https://json-schema.org/draft/2020-12/schema' }, { type: 'object', properties: {} }],
  ])('of %s the model is told an object', async (_title, inputSchema, parameters) => {
    expect(toolSpecs(await agentOf(loose(inputSchema), ['x.y']))[0]?.parameters).toEqual(parameters);
  });

  test.each([
    ['a list', { type: 'array' }, 'is of type "array"'],
    ['a text', 'object', 'is no JSON Schema'],
    ['nothing', undefined, 'is no JSON Schema'],
  ])('%s is refused with the name of the tool', async (_title, inputSchema, why) => {
    await expect(agentOf(loose(inputSchema), ['x.y'])).rejects.toThrow(new RegExp(`"x\\.y"[^]*${why}`));
  });
});

test('report 19: an alias of an own tool is checked', () => {
  const tool = (names: { readonly name: string; readonly alias?: string }) =>
    defineTool<string, object, object, object>({
      description: 'One.',
      input: z.object({}),
      handler: (state) => ({ newState: state, toolResult: '' }),
      ...names,
    });
  const define = (names: Parameters<typeof tool>[0]) =>
    defineAgent<unknown, unknown, object, object>({
      name: 'a',
      description: 'A.',
      tools: { helpers: [tool({ name: 'one' }), tool(names)] },
    });
  expect(() => define({ name: 'a.b', alias: 'a_b' })).not.toThrow();
  expect(() => define({ name: 'a.b' })).toThrow('the tool "a.b" needs a "name" of 1 to 64');
  expect(() => define({ name: 'a.b', alias: 'a.b' })).toThrow('the "alias" of the tool "a.b"');
  expect(() => define({ name: 'a.b', alias: 'one' })).toThrow('has a name that is taken');
});
