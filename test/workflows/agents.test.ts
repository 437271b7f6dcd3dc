// Agents in whole runs: real Temporal and PostgreSQL, the simulated models over HTTP.
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { loadExecution } from '../../src/activities/agents/stored-session.ts';
import { executionOf } from '../../src/api/runs/start-stored.ts';
import type { AnyAgent } from '../../src/authoring/agent/agent.ts';
import { countTokens } from '../../src/generators/tokens.ts';
import { defineAgent, defineTool, z } from '../../src/index.ts';
import type { RunState } from '../../src/model/run-state.ts';
import { mailer } from '../authoring/fixtures/mailer.ts';
import { parse, STATEFUL_AGENT } from '../authoring/fixtures/stateful-agent.ts';
import { agentScript, calls, partsOf } from '../support/engine/agents.ts';
import { ended, startEngine, type TestEngine } from '../support/engine/engine.ts';

const INPUT = { data: '{"total": 3}' };
const query = calls(['query', { field: 'total' }]);
const hand = (total: unknown) => calls(['output', { total }]);

const sent: { readonly to: string; readonly key: string }[] = [];
const initialised: unknown[] = [];

const OWN: readonly AnyAgent[] = [
  STATEFUL_AGENT,
  mailer((to, key) => {
    if (to === 'nobody') throw new Error('no such address');
    sent.push({ to, key });
  }),
  defineAgent({
    ...STATEFUL_AGENT,
    name: 'spied',
    initialExecutionState: (input) => {
      initialised.push(['execution', input]);
      return { rawData: input.data };
    },
    initialAttemptState: (_, execution, attemptNumber) => {
      initialised.push(['attempt', Object.keys(execution), attemptNumber]);
      return { callCount: 0 };
    },
  }),
  defineAgent({
    ...STATEFUL_AGENT,
    name: 'broken',
    initialExecutionState: () => {
      throw new Error('the parser is gone');
    },
  }),
  defineAgent({
    ...STATEFUL_AGENT,
    name: 'throwing',
    tools: {
      output: {
        description: 'Ends.',
        schema: z.object({ total: z.number() }).superRefine(() => {
          throw new Error('out of order');
        }),
      },
    },
  }),
  defineAgent({
    name: 'unprintable',
    description: 'Its tools answer what no text can hold.',
    tools: {
      output: { description: 'Ends.', schema: z.object({ total: z.number() }) },
      helpers: [{ result: 'a\0b\ud800' }, { thrown: 'c\0d' }].map(({ result, thrown }, index) =>
        defineTool({
          name: `tool${index}`,
          description: 'Answers.',
          input: z.object({}),
          handler: (newState: { execution: object; attempt: object }) => {
            if (thrown !== undefined) throw new Error(thrown);
            return { newState, toolResult: result };
          },
        }),
      ),
    },
    validation: { customValidators: [{ name: 'three', check: (out) => (Object.is(out, 3) ? undefined : 'e\0f') }] },
  }),
  defineAgent({ name: 'plain', description: 'Answers in text.', tools: { helpers: [parse] } }),
];

/** What reached the model, in order. */
const asked: { readonly step: string; readonly messages: readonly Said[]; readonly tools?: readonly unknown[] }[] = [];
interface Said {
  readonly role: string;
  readonly content: string | null;
}
const Body = z.object({
  messages: z.array(z.object({ role: z.string(), content: z.string().nullable() })),
  tools: z.array(z.unknown()).optional(),
  metadata: z.object({ dsap_step: z.string(), dsap_run: z.string() }),
});

let engine: TestEngine;
beforeAll(async () => {
  engine = await startEngine({
    parts: partsOf({ agents: OWN }),
    provider: (app) =>
      app.addHook('preHandler', async ({ body }) => {
        const { messages, tools, metadata } = Body.parse(body);
        asked.push({ step: `${metadata.dsap_run}/${metadata.dsap_step}`, messages, ...(tools && { tools }) });
      }),
  });
});
afterAll(() => engine.stop());

async function attemptsOf(runId: string, step = 'work') {
  return (await engine.store.attempts.list(runId, { step }, { limit: 50 })).rows;
}

async function play(
  definition: Readonly<Record<string, unknown>>,
  parked: readonly string[] = ['escalated'],
): Promise<{ id: string; state: RunState }> {
  const id = await engine.start(definition, { input: INPUT });
  return { id, state: await engine.until(id, (state) => ended(state) || parked.includes(state.status)) };
}

const requestsOf = (id: string, step = 'work') => asked.filter((one) => one.step === `${id}/${step}`);
const ok = (...names: readonly string[]) => names.map((name) => ({ name, ok: true }));
const withAgent = (agent: string, facts: object = {}) => ({ kind: 'agent', agent, ...facts });

test('S4-2, S4-22, S4-24, S4x-3, S4x-4: one parse over three attempts, with an invalid answer and a rejected one in between', async () => {
  const { id, state } = await play(
    agentScript(
      [
        [calls(['parse']), hand('three')],
        [query, hand(4)],
        [query, hand(3)],
      ],
      { guard: { use: 'contains', with: { text: '3' } } },
    ),
  );
  expect(state).toMatchObject({ status: 'completed', usage: { attempts: 3, llmCalls: 6 } });
  const attempts = await attemptsOf(id);
  expect(attempts.map(({ verdict }) => verdict?.guard)).toEqual(['generator-validation', 'contains', 'contains']);
  expect(attempts[0]?.verdict?.feedback).toContain('Validation layer "schema"');
  expect(attempts.map(({ artifact }) => artifact?.agent)).toEqual([
    { name: 'stateful', iterations: 2, tools: ok('parse', 'output'), finalState: { total: 3 } },
    { name: 'stateful', iterations: 2, tools: ok('query', 'output'), finalState: { total: 3 } },
    { name: 'stateful', iterations: 2, tools: ok('query', 'output'), finalState: { total: 3 } },
  ]);
});

test('S4-4, S4-6: the second attempt goes on with the conversation, and the model is told what was said and what persists', async () => {
  const { id } = await play(
    agentScript([
      [calls(['parse']), hand(-1)],
      [query, hand(3)],
    ]),
  );
  const [first, , third] = requestsOf(id);
  expect(first?.messages).toEqual([
    { role: 'system', content: 'You read data.' },
    { role: 'user', content: expect.stringContaining('Find the total.') },
  ]);
  expect(JSON.stringify(first?.tools)).toContain('PERSISTENCE: Parsed data stored at EXECUTION level');
  expect(third?.messages.map(({ role }) => role)).toEqual('system user assistant tool assistant tool user'.split(' '));
  expect(third?.messages.slice(0, 2)).toEqual(first?.messages);
  expect(third?.messages.at(-1)?.content).toMatch(
    /-1 is not positive.*attempt 2 of 4.*EXECUTION level is as you left/s,
  );
  const [, second] = await attemptsOf(id);
  expect(second?.artifact?.context?.prompt.map(({ role }) => role).slice(-4)).toEqual(
    'assistant tool assistant tool'.split(' '),
  );
});

test('S4-13, S4-14, S4-19: initialisers are called once for the step and once for each attempt', async () => {
  initialised.length = 0;
  await play(
    agentScript(
      [
        [calls(['parse']), hand('x')],
        [query, hand('x')],
        [query, hand(3)],
      ],
      {},
      withAgent('spied'),
    ),
  );
  expect(initialised).toEqual([
    ['execution', INPUT],
    ['attempt', ['rawData'], 1],
    ['attempt', ['rawData', 'parsedData', 'parses'], 2],
    ['attempt', ['rawData', 'parsedData', 'parses'], 3],
  ]);
});

test('S4-21: a tool that fails changes nothing, and the model reads why', async () => {
  const { id, state } = await play(agentScript([[query, calls(['fail']), calls(['nope']), hand(3)]]));
  expect(state.status).toBe('completed');
  const told = requestsOf(id)
    .at(-1)
    ?.messages.filter(({ role }) => role === 'tool');
  expect(told?.map(({ content }) => content)).toEqual([
    expect.stringMatching(/^Error: query: nothing is parsed yet.*\nThe state is unchanged\.$/),
    expect.stringMatching(/^Error: fail: /),
    expect.stringMatching(/^Error: nope: there is no tool "nope"/),
  ]);
  const [attempt] = await attemptsOf(id);
  expect(attempt?.artifact?.agent?.tools.map((tool) => tool.ok)).toEqual([false, false, false, true]);
  expect(attempt?.artifact?.agent?.tools[2]?.error).toMatch(/^there is no tool "nope"/);
});

test('S4-29: what a handler deleted is gone in the next attempt', async () => {
  const { id } = await play(
    agentScript([
      [calls(['parse']), calls(['forget']), hand('x')],
      [query, hand(3)],
    ]),
  );
  const last = requestsOf(id).at(-1);
  expect(last?.messages.at(-1)?.content).toContain('nothing is parsed yet');
});

test('R14: a cascade clears the execution tier', async () => {
  const llm = (id: string, verdicts: readonly object[], more: object = {}) => ({
    id,
    generator: { kind: 'llm', prompt: `Do ${id}.` },
    guard: { use: 'scripted', with: { verdicts } },
    ...more,
  });
  const definition = agentScript([
    [calls(['parse']), hand(3)],
    [query, hand(3)],
  ]);
  const [work] = definition.steps;
  const retry = { verdict: 'retry', feedback: 'AssertionError: no' };
  const { id, state } = await play({
    ...definition,
    steps: [
      { ...work, id: 'work' },
      llm('after', [retry, { verdict: 'pass' }], {
        requires: ['work'],
        recovery: { rMax: 0, onExhausted: 'backtrack', backtrackTo: ['work'] },
      }),
    ],
  });
  expect(state).toMatchObject({ status: 'completed', steps: { work: { epoch: 2 } } });
  const last = requestsOf(id).at(-1);
  expect(last?.messages.at(-1)?.content).toContain('nothing is parsed yet');
});

test('R14: what a person opens again goes on with the execution tier', async () => {
  const { id, state } = await play(
    agentScript(
      [
        [calls(['parse']), hand(4)],
        [query, hand(3)],
      ],
      {
        guard: { use: 'contains', with: { text: '3' }, onFail: 'fatal' },
      },
    ),
  );
  const [escalationId = ''] = Object.keys(state.escalations);
  await engine.client.workflow
    .getHandle(id)
    .signal('decide', { escalationId, action: 'retry', guidance: 'Look again.' });
  expect(await engine.until(id, ended)).toMatchObject({ status: 'completed', steps: { work: { epoch: 2 } } });
  expect(requestsOf(id).at(-1)?.messages.at(-1)?.content).toContain('"value":3');
  expect(
    requestsOf(id)
      .at(-1)
      ?.messages.some(({ content }) => content?.includes('Look again.')),
  ).toBe(true);
});

test('S4-28, R9: a stop in the middle shows what was paid; resumed, the attempt begins again with the execution tier of before', async () => {
  const slow = { ...hand(3), delay: '20s' };
  const id = await engine.start(agentScript([[calls(['parse']), slow]]), { input: INPUT });
  await untilAsked(id, 2);
  await engine.runs.send(id, { kind: 'stop', reason: 'night' }, 'stop-1');
  await engine.client.workflow.getHandle(id).result();
  const row = await engine.store.runs.find(id);
  expect(row).toMatchObject({ state: { usage: { attempts: 0 } } });
  expect(row?.discarded.llmCalls).toBeGreaterThanOrEqual(1);
  if (row) await engine.runs.restart(executionOf(row), { kind: 'resume', reason: 'morning' });
  await untilAsked(id, 4);
  const newest = await engine.store.agents.newest(id, 'work', { since: 1, not: '' });
  expect(await loadExecution(engine.store.contents, newest?.stateRef ?? '')).toMatchObject({ parses: 2 });
  expect(
    requestsOf(id)
      .at(-1)
      ?.messages.map(({ role }) => role),
  ).toEqual(['system', 'user', 'assistant', 'tool']);
  await engine.runs.send(id, { kind: 'terminate' }, 'terminate-1');
});

async function untilAsked(id: string, count: number): Promise<void> {
  while (requestsOf(id).length < count) await engine.store.events.waitFor(id, 1_000, 20);
}

test('R80: an effect is an activity of its own, run once, before its handler and in order', async () => {
  sent.length = 0;
  const { id, state } = await play(
    agentScript(
      [
        [
          calls(
            ['mail', { to: 'Ada' }],
            ['note', { name: 'Ada' }],
            ['mail', { to: 'nobody' }],
            ['mail', { to: 'Bob' }],
          ),
          calls(['output', { sent: 2 }]),
        ],
      ],
      {},
      withAgent('mailer'),
    ),
  );
  expect(state.status).toBe('completed');
  expect(sent.map(({ to }) => to)).toEqual(['Ada', 'Bob']);
  expect(new Set(sent.map(({ key }) => key)).size).toBe(2);
  const [attempt] = await attemptsOf(id);
  expect(attempt?.artifact?.agent?.finalState).toEqual(['Ada', 'noted Ada', 'Bob']);
  const told = requestsOf(id)
    .at(-1)
    ?.messages.filter(({ role }) => role === 'tool');
  expect(told?.map(({ content }) => content)).toEqual([
    'sent as 3 after 0',
    'noted',
    'Error: mail: no such address\nThe state is unchanged.',
    'sent as 3 after 2',
  ]);
  const summaries = await summariesOf(id);
  expect(summaries).toEqual([
    'work · attempt 1/4 · turn 1 · sim:script',
    'work · attempt 1/4 · turn 1 · mail',
    'work · attempt 1/4 · turn 1 · mail',
    'work · attempt 1/4 · turn 1 · mail',
    'work · attempt 1/4 · turn 2 · sim:script',
    'work · attempt 1/4 · not-empty',
  ]);
});

test('R122: a probe runs no effect that is not said to read; it is told so, and the attempt keeps the refusal', async () => {
  sent.length = 0;
  const turns = [calls(['mail', { to: 'Ada' }]), calls(['output', { sent: 0 }])];
  const probing = agentScript([turns], { role: 'probe', recovery: { rMax: 0 } }, withAgent('mailer'));
  const told = {
    id: 'told',
    generator: { kind: 'fixed', content: 'yes' },
    guard: { use: 'not-empty' },
    requires: ['work'],
  };
  // What a probe says satisfies no goal alone (R106).
  const { id } = await play({ ...probing, goal: ['told'], steps: [...probing.steps, told] });
  expect(sent).toEqual([]);
  const [attempt] = await attemptsOf(id);
  expect(attempt?.artifact?.agent?.tools).toEqual([
    { name: 'mail', ok: false, error: expect.stringMatching(/^refused: a probe looks and changes nothing/) },
    { name: 'output', ok: true },
  ]);
});

test('S0-S4, design 4: prompts, answers, tools and state stay out of the history', async () => {
  const { id } = await play(agentScript([[calls(['parse']), query, hand(3)]]));
  const history = await engine.client.workflow.getHandle(id).fetchHistory();
  const text = decoded(historyToJSON(history));
  for (const secret of ['rawData', 'callCount', 'Find the total', '"value"', 'arguments'])
    expect(text).not.toContain(secret);
});

test('S4x-1: an endless loop ends at the limit of its definition, as a failed attempt with words of its own', async () => {
  const { id, state } = await play(
    agentScript([[calls(['parse'])], [hand(3)]], {}, withAgent('stateful', { maxIterations: 3 })),
  );
  expect(state.status).toBe('completed');
  const [first] = await attemptsOf(id);
  expect(first).toMatchObject({
    status: 'rejected',
    artifact: { finishReason: 'iteration_limit', usage: { llmCalls: 3 } },
    verdict: { guard: 'generator-validation', feedback: expect.stringMatching(/^IterationLimitError.*within 3 model/) },
  });
});

test('R49: a loop of calls does not run far over the budget of its run', async () => {
  const { id, state } = await play({ ...agentScript([[calls(['parse'])]]), budgets: { maxTokens: 100 } }, [
    'budget_exceeded',
  ]);
  expect(state).toMatchObject({ status: 'budget_exceeded', usage: { attempts: 1 } });
  expect(state.usage.llmCalls).toBeLessThan(10);
  const [attempt] = await attemptsOf(id);
  expect(attempt).toMatchObject({
    artifact: { finishReason: 'budget_limit' },
    verdict: { feedback: expect.stringMatching(/^BudgetError/) },
  });
});

test('the conversation starts over from the prompt, with the feedback, where it no longer fits', async () => {
  const attempts = [
    [calls(['parse'], ['query', { field: 'long' }]), hand(-1)],
    [query, hand(3)],
  ];
  const input = { data: JSON.stringify({ total: 3, long: 'word '.repeat(300) }) };
  const playing = async (facts: object) => {
    const id = await engine.start(agentScript(attempts, facts), { input });
    expect(await engine.until(id, ended)).toMatchObject({ status: 'completed' });
    return requestsOf(id);
  };
  const unlimited = await playing({});
  const sizes = await Promise.all(unlimited.slice(1, 3).map(sizeOf));
  const limit = Math.round(((sizes[0] ?? 0) + (sizes[1] ?? 0)) / 2);
  const third = (await playing({ maxContextTokens: limit }))[2];
  expect(third?.messages.map(({ role }) => role)).toEqual(['system', 'user']);
  expect(third?.messages[1]?.content).toContain('-1 is not positive');
});

test('R65: in the middle of an attempt the attempts before are left out, and what its own tools said stays', async () => {
  const attempts = [
    [calls(['parse'], ['query', { field: 'long' }]), hand(-1)],
    [calls(['query', { field: 'long' }]), hand(3)],
  ];
  const input = { data: JSON.stringify({ total: 3, long: 'word '.repeat(300) }) };
  const playing = async (facts: object) => {
    const id = await engine.start(agentScript(attempts, facts), { input });
    expect(await engine.until(id, ended)).toMatchObject({ status: 'completed' });
    return requestsOf(id);
  };
  const unlimited = await playing({});
  const sizes = await Promise.all(unlimited.slice(2, 4).map(sizeOf));
  const limit = Math.round(((sizes[0] ?? 0) + (sizes[1] ?? 0)) / 2);
  const limited = await playing({ maxContextTokens: limit });
  expect(limited[2]?.messages).toHaveLength(8);
  expect(limited[3]?.messages.map(({ role }) => role)).toEqual('system user assistant tool'.split(' '));
  expect(limited[3]?.messages[1]?.content).toContain('-1 is not positive');
});

test('R65: a conversation that is too long by its own tools is said to a person', async () => {
  const attempts = [[calls(['parse'], ['query', { field: 'long' }]), hand(3)]];
  const input = { data: JSON.stringify({ total: 3, long: 'word '.repeat(3_000) }) };
  const id = await engine.start(agentScript(attempts, { maxContextTokens: 500 }), { input });
  const state = await engine.until(id, ({ status }) => status === 'escalated');
  expect(Object.values(state.escalations)).toMatchObject([{ kind: 'context_overflow' }]);
});

test('what tools and validators say to the model is text that can be kept', async () => {
  const turns = [calls(['tool0'], ['tool1']), hand(4)];
  const { id, state } = await play(
    agentScript([turns, [hand(4)]], { recovery: { rMax: 1 } }, withAgent('unprintable')),
    ['escalated'],
  );
  expect(state.status).toBe('escalated');
  const last = requestsOf(id).at(-1)?.messages ?? [];
  expect(last.filter(({ role }) => role === 'tool').map(({ content }) => content)).toEqual([
    'ab\ufffd',
    'Error: tool1: cd\nThe state is unchanged.',
    'Received.',
  ]);
  expect(last.at(-1)?.content).toContain('Validation layer "three": ef');
});

test('R32: a schema of the agent that throws is no attempt: a person is asked at once', async () => {
  const { state } = await play(agentScript([[hand(3)]], {}, withAgent('throwing')));
  expect(Object.values(state.escalations)).toMatchObject([
    { kind: 'infrastructure', question: expect.stringContaining('the output schema threw: out of order') },
  ]);
});

async function sizeOf({ messages }: { readonly messages: readonly Said[] }): Promise<number> {
  const counts = await Promise.all(messages.map(({ content }) => countTokens(content ?? '')));
  return counts.reduce((sum, count) => sum + count, 0);
}

test('an agent without an output tool answers in text, as the definition asks for it', async () => {
  const definition = agentScript(
    [['none', '```json\n{"a": 1}\n```']],
    {},
    withAgent('plain', { output: { format: 'json' } }),
  );
  const { id, state } = await play(definition);
  expect(state.status).toBe('escalated');
  const { rows } = await engine.store.attempts.list(id, {}, { limit: 9 });
  expect(rows[0]?.verdict?.feedback).toContain('no JSON value');
});

test('sim:default hands in the smallest output', async () => {
  const { id, state } = await play({ ...agentScript([]), model: { name: 'sim:default' } });
  expect(state.status).toBe('escalated');
  const [attempt] = await attemptsOf(id);
  expect(attempt?.verdict?.feedback).toBe('Validation layer "positive": 0 is not positive; the total is above 0.');
});

test.each([
  ['an initialiser that breaks', 'broken', INPUT, /cannot go on: initialExecutionState threw: the parser is gone/],
  ["a run's input that does not fit", 'stateful', { data: 7 }, /the run's input does not fit it/],
])('R32: %s is no attempt: a person is asked at once', async (_, agent, input, question) => {
  const id = await engine.start(agentScript([[hand(3)]], {}, withAgent(agent)), { input });
  const state = await engine.until(id, ({ status }) => status === 'escalated');
  expect(Object.values(state.escalations)).toMatchObject([
    { kind: 'infrastructure', question: expect.stringMatching(question) },
  ]);
  expect(state.usage.attempts).toBe(0);
});

test('faults of the provider in the middle cost no attempt and no turn', async () => {
  const { state } = await play(agentScript([[calls(['parse']), { status: 503 }, { status: 503 }, query, hand(3)]]));
  expect(state).toMatchObject({ status: 'completed', usage: { attempts: 1, llmCalls: 3 } });
});

test('an agent that nobody has registered is refused at publish, with the list of those that are', async () => {
  await expect(engine.start(agentScript([], {}, withAgent('statefull')))).rejects.toThrow(
    /unknown_agent.*There is no agent .*statefull.*Did you mean .*stateful.*Registered: stateful, mailer/,
  );
});

test('S4-26: a definition that writes the one tier of old is refused', async () => {
  const old = agentScript([], {}, withAgent('stateful', { initialState: {} }));
  await expect(engine.start(old)).rejects.toThrow(/unknown_field.*initialState/);
});

async function summariesOf(id: string): Promise<readonly string[]> {
  const { events } = await engine.client.workflow.getHandle(id).fetchHistory();
  return (events ?? []).flatMap(({ activityTaskScheduledEventAttributes: scheduled, userMetadata }) => {
    const data = userMetadata?.summary?.data;
    const isFlush = scheduled?.activityType?.name === 'flush';
    return scheduled && data && !isFlush ? [String(JSON.parse(Buffer.from(data).toString()))] : [];
  });
}

/** Payloads are base64 in the JSON form of a history. */
function decoded(text: string): string {
  return [...text.matchAll(/"data":\s*"([^"]+)"/g)]
    .map(([, data]) => Buffer.from(data ?? '', 'base64').toString())
    .join('\n');
}
