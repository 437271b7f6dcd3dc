// Pure: what agents do with their state, played without a server by the code that plays them in runs.

import type { AgentContext } from '../../src/authoring/agent/agent.ts';
import { runCalls } from '../../src/authoring/agent/run-calls.ts';
import { toolSpecs } from '../../src/authoring/agent/tool-specs.ts';
import { frozen } from '../../src/authoring/plain-json.ts';
import type { AgentDefinition } from '../../src/index.ts';
import { defineAgent, defineTool, getToolResult, rehearseAgent, z } from '../../src/index.ts';
import { parse, query, STATEFUL_AGENT } from './fixtures/stateful-agent.ts';

const INPUT = { data: '{"total": 3}' };
const call = (name: string, given: unknown = {}) => ({ toolCalls: [{ name, arguments: given }] });
const hand = (total: unknown) => call('output', { total });
const CONTEXT: AgentContext = { attempt: 1, maxAttempts: 1, iteration: 1, maxIterations: 15, artifacts: {} };

function counting(fields: Partial<AgentDefinition<unknown, unknown, unknown, unknown>> = {}) {
  return defineAgent({
    name: 'counting',
    description: 'Counts in both tiers.',
    tools: {
      helpers: [
        defineTool({
          name: 'count',
          description: 'Counts.',
          input: z.object({}),
          handler: ({ execution, attempt }: { execution: { all?: number }; attempt: { own?: number } }) => {
            const newState = { execution: { all: (execution.all ?? 0) + 1 }, attempt: { own: (attempt.own ?? 0) + 1 } };
            return { newState, toolResult: newState };
          },
        }),
      ],
    },
    ...fields,
  });
}

test('S4-1, S4-3, S4-19: over three attempts the execution tier counts to 3, the attempt tier to 1 each time', async () => {
  const attempts = await rehearseAgent(counting(), {
    input: {},
    attempts: [[call('count')], [call('count')], [call('count')]],
  });
  expect(attempts.map(({ state }) => state)).toEqual([
    { execution: { all: 1 }, attempt: { own: 1 } },
    { execution: { all: 2 }, attempt: { own: 1 } },
    { execution: { all: 3 }, attempt: { own: 1 } },
  ]);
});

test('S4-2, S4-22, S4-24: parsed once, queried in every attempt, an invalid answer in between', async () => {
  const [first, second, third] = await rehearseAgent(STATEFUL_AGENT, {
    input: INPUT,
    attempts: [
      [call('parse'), hand('three')],
      [call('query', { field: 'total' }), hand(-3)],
      [call('query', { field: 'total' }), hand(3)],
    ],
  });
  expect(first?.feedback).toContain('Validation layer "schema"');
  expect(second?.feedback).toBe('Validation layer "positive": -3 is not positive; the total is above 0.');
  expect(third?.output).toEqual({ total: 3 });
  expect(getToolResult(third?.records ?? [], 'query')).toEqual({ value: 3, callCount: 1 });
  expect(third?.state).toEqual({
    execution: { rawData: INPUT.data, parsedData: { total: 3 }, parses: 1 },
    attempt: { callCount: 1 },
  });
});

test('S4-6: the model is told what persists, by the description or for it', () => {
  const [parseSpec, , forgetSpec] = toolSpecs(STATEFUL_AGENT);
  expect(parseSpec?.description).toBe(parse.description);
  expect(forgetSpec?.description).toMatch(/EXECUTION level survives retries.*ATTEMPT level is built anew/);
});

test('S4-7, S4-8: without initialisers both tiers begin empty', async () => {
  const [attempt] = await rehearseAgent(counting(), { input: { ignored: true }, attempts: [[]] });
  expect(attempt?.state).toEqual({ execution: {}, attempt: {} });
});

test('S4-11, S4-20: a handler returns new tiers and leaves the old ones as they were', () => {
  const state = frozen({ execution: { rawData: INPUT.data }, attempt: { callCount: 0 } });
  const { newState, toolResult } = parse.handler(state, {}, CONTEXT, undefined);
  expect(newState).toEqual({
    execution: { rawData: INPUT.data, parsedData: { total: 3 }, parses: 1 },
    attempt: { callCount: 1 },
  });
  expect(toolResult).toEqual({ parsed: true });
  expect(state).toEqual({ execution: { rawData: INPUT.data }, attempt: { callCount: 0 } });
});

test('S4-13, S4-14: the execution tier is made once; the attempt tier for each attempt, seeing what the last one left', async () => {
  const made: unknown[] = [];
  const agent = counting({
    initialExecutionState: (input) => {
      made.push(input);
      return { all: 10 };
    },
    initialAttemptState: (input, execution, attemptNumber) => {
      made.push([input, execution, attemptNumber]);
      return {};
    },
  });
  await rehearseAgent(agent, { input: { a: 1 }, attempts: [[call('count')], [call('count')], []] });
  expect(made).toEqual([{ a: 1 }, [{ a: 1 }, { all: 10 }, 1], [{ a: 1 }, { all: 11 }, 2], [{ a: 1 }, { all: 12 }, 3]]);
});

test('S4-16: a definition is frozen, through and through', () => {
  expect(() => Object.assign(STATEFUL_AGENT, { name: 'other' })).toThrow(TypeError);
  expect(() => Object.assign(STATEFUL_AGENT.tools, { helpers: [] })).toThrow(TypeError);
  expect(Object.isFrozen(query)).toBe(true);
});

test('S4-17: of two tools in one answer the second sees what the first left', async () => {
  const both = { toolCalls: [{ name: 'parse' }, { name: 'query', arguments: { field: 'total' } }] };
  const [attempt] = await rehearseAgent(STATEFUL_AGENT, { input: INPUT, attempts: [[both]] });
  expect(getToolResult(attempt?.records ?? [], 'query')).toEqual({ value: 3, callCount: 2 });
});

test('S4-18, S4-29: what an attempt wrote is kept when its answer fails, and a deleted key stays deleted', async () => {
  const [first, second] = await rehearseAgent(STATEFUL_AGENT, {
    input: INPUT,
    attempts: [[call('parse'), hand('no')], [call('forget'), hand('no')], [call('query', { field: 'total' })]].slice(
      0,
      3,
    ),
  });
  expect(first?.state.execution).toHaveProperty('parsedData');
  expect(second?.state.execution).toEqual({ rawData: INPUT.data, parses: 1 });
  const [, , third] = await rehearseAgent(STATEFUL_AGENT, {
    input: INPUT,
    attempts: [[call('parse')], [call('forget')], [call('query', { field: 'total' })]],
  });
  expect(third?.records).toMatchObject([{ error: expect.stringContaining('nothing is parsed yet') }]);
});

test.each([
  ['throws or writes in place', call('fail'), /read only|not extensible/],
  ['is not there', call('pars'), /there is no tool "pars". Did you mean "parse"\?/],
  ['is given what does not fit', call('query', { field: 7 }), /arguments do not fit/],
])('S4-21: a tool that %s changes nothing, and the model is told', async (_, answer, told) => {
  const [attempt] = await rehearseAgent(STATEFUL_AGENT, { input: INPUT, attempts: [[call('parse'), answer]] });
  expect(attempt?.records.at(-1)?.error).toMatch(told);
  expect(attempt?.state.execution).toMatchObject({ parsedData: { total: 3 } });
});

test('R97: arguments that name a member twice are no call: the model is told where, and nothing changes', () => {
  const state = { execution: { rawData: INPUT.data, parses: 0 }, attempt: {} };
  const twice = { id: 'call_1', name: 'query', arguments: '{"field": "a", "field": "total"}' };
  const { records, state: after } = runCalls(STATEFUL_AGENT, { state }, [twice], CONTEXT);
  expect(records[0]?.error).toMatch(/arguments name a member twice\.\n\/field: /);
  expect(after).toBe(state);
});

test.each([
  ['is asynchronous', async () => ({ newState: { execution: {}, attempt: {} }, toolResult: 1 }), /asynchronous/],
  [
    'forgets a tier',
    () => ({ newState: { execution: {} }, toolResult: 1 }),
    /must return \{newState: \{execution, attempt\}/,
  ],
  ['forgets the state', () => undefined, /must return/],
  ['returns what JSON cannot hold', () => ({ newState: { execution: { at: new Date() }, attempt: {} } }), /a Date/],
])('S4-21: a handler that %s is refused', async (_, handler, told) => {
  const agent = defineAgent<unknown, unknown, unknown, unknown>({
    name: 'broken',
    description: 'Breaks.',
    tools: {
      helpers: [{ name: 'break', description: 'Breaks.', input: z.object({}), handler: handler as () => never }],
    },
  });
  const [attempt] = await rehearseAgent(agent, { input: {}, attempts: [[call('break')]] });
  expect(attempt).toMatchObject({
    state: { execution: {}, attempt: {} },
    records: [{ error: expect.stringMatching(told) }],
  });
});

test('S4-23: an execution state that holds the parsed data already needs no parse', async () => {
  const agent = defineAgent({
    ...STATEFUL_AGENT,
    initialExecutionState: () => ({ rawData: '', parsedData: { total: 9 } }),
  });
  const [attempt] = await rehearseAgent(agent, {
    input: INPUT,
    attempts: [[call('query', { field: 'total' }), hand(9)]],
  });
  expect(attempt).toMatchObject({ output: { total: 9 }, state: { attempt: { callCount: 1 } } });
});

test('N32: helpers called beside the output run first, whatever their order, so that none is lost', async () => {
  const [attempt] = await rehearseAgent(STATEFUL_AGENT, {
    input: INPUT,
    attempts: [
      [
        {
          toolCalls: [
            { name: 'output', arguments: { total: 3 } },
            { name: 'parse', arguments: {} },
            { name: 'query', arguments: { field: 'total' } },
          ],
        },
      ],
    ],
  });
  expect(attempt?.output).toEqual({ total: 3 });
  expect(attempt?.records.map(({ name, error }) => [name, error])).toEqual([
    ['parse', undefined],
    ['query', undefined],
    ['output', undefined],
  ]);
});

test('S4-25: getToolResult reads what the newest call of a tool answered, never what failed', async () => {
  const [attempt] = await rehearseAgent(STATEFUL_AGENT, {
    input: INPUT,
    attempts: [[call('parse'), call('query', { field: 'total' }), call('query', {})]],
  });
  expect(getToolResult(attempt?.records ?? [], 'query')).toEqual({ value: 3, callCount: 2 });
  expect(getToolResult(attempt?.records ?? [], 'forget')).toBeUndefined();
});

test('S4-26: the one tier of old is refused, with every other problem beside it', () => {
  const define = () =>
    defineAgent({
      name: 'an old one',
      initialState: () => ({}),
      prompt: 'x',
      tools: {
        output: { description: '', schema: z.array(z.string()) },
        helpers: [{ name: 'output', description: 'x', input: z.object({}) }, { name: 'no name' }],
      },
      validation: { maxIterationsPerAttempt: 0 },
    } as never);
  expect(define).toThrow('"initialState" is the state of one tier');
  const refused = ((): { problems: readonly string[] } => {
    try {
      define();
    } catch (error) {
      return error as { problems: readonly string[] };
    }
    throw new Error('not refused');
  })();
  expect(refused.problems).toEqual([
    expect.stringContaining('initialExecutionState'),
    expect.stringContaining('no field "prompt". Did you mean "prompts"?'),
    'it needs a "name" of 1 to 64 letters, digits, "_" or "-"',
    'it needs a "description"',
    '"tools.output" needs a "description"',
    expect.stringContaining('arguments of a tool are an object'),
    'the tool "output" needs a "handler"',
    'the tool "output" has a name that is taken: output, submit',
    'the tool "no name" needs a "name" of 1 to 64 letters, digits, "_" or "-"',
    'the tool "no name" needs a "description"',
    expect.stringContaining('the tool "no name" needs an "input"'),
    'the tool "no name" needs a "handler"',
    '"validation.maxIterationsPerAttempt" must be a whole number from 1 to 100',
  ]);
});

test('S4x-1: an attempt that never answers ends at the limit, with an error of its own', async () => {
  const endless = Array.from({ length: 20 }, () => call('count'));
  const [attempt] = await rehearseAgent(counting(), { input: {}, attempts: [endless] });
  expect(attempt).toMatchObject({
    feedback: expect.stringMatching(/^IterationLimitError/),
    state: { attempt: { own: 15 } },
  });
});

test('S4x-2: the context is there for handlers and initialisers, and cannot be written', async () => {
  const seen: AgentContext[] = [];
  const agent = counting({
    initialExecutionState: (_, context) => {
      seen.push(context);
      return {};
    },
    initialAttemptState: (_input, _execution, _attempt, context) => {
      seen.push(context);
      return {};
    },
    tools: {
      helpers: [
        {
          name: 'write',
          description: 'Writes where it may not.',
          input: z.object({}),
          handler: (state, _input, context) => {
            seen.push(context);
            Object.assign(context, { attempt: 9 });
            return { newState: state, toolResult: 'written' };
          },
        },
      ],
    },
  });
  const [attempt] = await rehearseAgent(agent, { input: {}, attempts: [[call('write')]] });
  const at = { attempt: 1, maxAttempts: 1, maxIterations: 15, artifacts: {} };
  expect(seen).toEqual([
    { ...at, iteration: 0 },
    { ...at, iteration: 0 },
    { ...at, iteration: 1 },
  ]);
  expect(attempt?.records).toMatchObject([{ error: expect.stringContaining('read only') }]);
});

test('S4x-3: the schema is asked first, then each validator, up to the first that objects; what they see is frozen', async () => {
  const asked: string[] = [];
  const layer = (name: string, problem?: string) => ({
    name,
    check: (output: unknown) => {
      asked.push(name);
      expect(Object.isFrozen(output)).toBe(true);
      return problem;
    },
  });
  const agent = counting({
    tools: { output: { description: 'Ends.', schema: z.object({ total: z.number() }) } },
    validation: { customValidators: [layer('fine'), layer('strict', 'no totals on Sundays'), layer('never')] },
  });
  const attempts = await rehearseAgent(agent, { input: {}, attempts: [[hand('x')], [hand(1)]] });
  expect(attempts.map(({ feedback }) => feedback)).toEqual([
    expect.stringContaining('Validation layer "schema"'),
    'Validation layer "strict": no totals on Sundays',
  ]);
  expect(asked).toEqual(['fine', 'strict']);
});

test('an answer in text counts as the output where it is the same JSON', async () => {
  const [attempt] = await rehearseAgent(STATEFUL_AGENT, { input: INPUT, attempts: [['{"total": 4}']] });
  expect(attempt?.output).toEqual({ total: 4 });
});

test('with reflection the last draft is handed in by submit', async () => {
  const agent = counting({
    tools: { output: { description: 'Ends.', schema: z.object({ total: z.number() }), reflection: true } },
  });
  const [early, revised] = await rehearseAgent(agent, {
    input: {},
    attempts: [[call('submit')], [hand(1), hand(2), call('submit')]],
  });
  expect(early?.records).toMatchObject([{ error: expect.stringContaining('nothing to hand in') }]);
  expect(revised?.output).toEqual({ total: 2 });
});

test('an effect is run before its handler, with the state of before it; what it throws the model is told', async () => {
  const done: unknown[] = [];
  const agent = counting({
    tools: {
      helpers: [
        {
          name: 'send',
          description: 'Sends.',
          input: z.object({ to: z.string() }),
          effect: async (input, { state }) => {
            done.push([input, state]);
            if (JSON.stringify(input).includes('nobody')) throw new Error('no such address');
            return { id: 7 };
          },
          handler: ({ attempt }, _input, _context, result) => ({
            newState: { execution: { sent: result }, attempt },
            toolResult: 'sent',
          }),
        },
      ],
    },
  });
  const [attempt] = await rehearseAgent(agent, {
    input: {},
    attempts: [[call('send', { to: 'Ada' }), call('send', { to: 'nobody' })]],
  });
  expect(done).toEqual([
    [{ to: 'Ada' }, { execution: {}, attempt: {} }],
    [{ to: 'nobody' }, { execution: { sent: { id: 7 } }, attempt: {} }],
  ]);
  expect(attempt).toMatchObject({
    state: { execution: { sent: { id: 7 } } },
    records: [{ result: 'sent' }, { error: 'no such address' }],
  });
});
