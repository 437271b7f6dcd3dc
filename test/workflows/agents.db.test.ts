// Agents in whole runs: a real PostgreSQL, the simulated models.
import { loadExecution } from '../../src/activities/agents/stored-session.ts';
import { executionOf } from '../../src/api/runs/start-stored.ts';
import { agentScript, calls } from '../support/engine/agents.ts';
import { ended } from '../support/engine/scripted.ts';
import { hand, INPUT, query, useAgents, withAgent } from './agents-at-work.ts';

const { attemptsOf, engine, initialised, play, requestsOf, sent } = useAgents();

/** What the timeline shows of a run's calls. */
const summariesOf = (id: string) =>
  engine()
    .callsOf(id)
    .flatMap(({ name, summary }) => (name === 'flush' ? [] : [summary]));

const ok = (...names: readonly string[]) => names.map((name) => ({ name, ok: true }));

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
  expect(state).toMatchObject({ life: { status: 'completed' }, usage: { attempts: 3, llmCalls: 6 } });
  const attempts = await attemptsOf(id);
  expect(attempts.map(({ verdict }) => verdict?.guard)).toEqual(['generator-validation', 'contains', 'contains']);
  expect(attempts[0]?.verdict?.feedback).toContain('Validation layer "schema"');
  const turns = [1, 2].map((turn) => ({ turn, answeredBy: 'sim:script', price: 'sim:script' }));
  expect(attempts.map(({ artifact }) => artifact?.agent)).toEqual([
    { name: 'stateful', iterations: 2, tools: ok('parse', 'output'), finalState: { total: 3 }, turns },
    { name: 'stateful', iterations: 2, tools: ok('query', 'output'), finalState: { total: 3 }, turns },
    { name: 'stateful', iterations: 2, tools: ok('query', 'output'), finalState: { total: 3 }, turns },
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
  expect(state.life.status).toBe('completed');
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
  expect(state).toMatchObject({ life: { status: 'completed' }, steps: { work: { epoch: 2 } } });
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
  await engine().handleOf(id).signal('decide', { escalationId, action: 'retry', guidance: 'Look again.' });
  expect(await engine().until(id, ended)).toMatchObject({
    life: { status: 'completed' },
    steps: { work: { epoch: 2 } },
  });
  expect(requestsOf(id).at(-1)?.messages.at(-1)?.content).toContain('"value":3');
  expect(
    requestsOf(id)
      .at(-1)
      ?.messages.some(({ content }) => content?.includes('Look again.')),
  ).toBe(true);
});

test('S4-28, R9: a stop in the middle shows what was paid; resumed, the attempt begins again with the execution tier of before', async () => {
  const slow = { ...hand(3), delay: '20s' };
  const id = await engine().start(agentScript([[calls(['parse']), slow]]), { input: INPUT });
  await untilAsked(id, 2);
  await engine().runs.send(id, { kind: 'stop', reason: 'night' }, 'stop-1');
  await engine().handleOf(id).result();
  const row = await engine().store.runs.find(id);
  expect(row).toMatchObject({ state: { usage: { attempts: 0 } } });
  expect(row?.discarded.llmCalls).toBeGreaterThanOrEqual(1);
  if (row) await engine().runs.restart(executionOf(row), { kind: 'resume', reason: 'morning' });
  await untilAsked(id, 4);
  const newest = await engine().store.agents.newest(id, 'work', { since: 1, not: '' });
  expect(await loadExecution(engine().store.contents, newest?.stateRef ?? '')).toMatchObject({ parses: 2 });
  expect(
    requestsOf(id)
      .at(-1)
      ?.messages.map(({ role }) => role),
  ).toEqual(['system', 'user', 'assistant', 'tool']);
  await engine().runs.send(id, { kind: 'terminate' }, 'terminate-1');
});

async function untilAsked(id: string, count: number): Promise<void> {
  while (requestsOf(id).length < count) await engine().store.events.waitFor(id, 1_000, 20);
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
  expect(state.life.status).toBe('completed');
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
  const summaries = summariesOf(id);
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

test('an agent without an output tool answers in text, as the definition asks for it', async () => {
  const definition = agentScript(
    [['none', '```json\n{"a": 1}\n```']],
    {},
    withAgent('plain', { output: { format: 'json' } }),
  );
  const { id, state } = await play(definition);
  expect(state.life.status).toBe('escalated');
  const { rows } = await engine().store.attempts.list(id, {}, { limit: 9 });
  expect(rows[0]?.verdict?.feedback).toContain('no JSON value');
});

test('sim:default hands in the smallest output', async () => {
  const { id, state } = await play({ ...agentScript([]), model: { name: 'sim:default' } });
  expect(state.life.status).toBe('escalated');
  const [attempt] = await attemptsOf(id);
  expect(attempt?.verdict?.feedback).toBe('Validation layer "positive": 0 is not positive; the total is above 0.');
});

test('faults of the provider in the middle cost no attempt and no turn', async () => {
  const { state } = await play(agentScript([[calls(['parse']), { status: 503 }, { status: 503 }, query, hand(3)]]));
  expect(state).toMatchObject({ life: { status: 'completed' }, usage: { attempts: 1, llmCalls: 3 } });
});

test('an agent that nobody has registered is refused at publish, with the list of those that are', async () => {
  await expect(engine().start(agentScript([], {}, withAgent('statefull')))).rejects.toThrow(
    /unknown_agent.*There is no agent .*statefull.*Did you mean .*stateful.*Registered: stateful, mailer/,
  );
});

test('S4-26: a definition that writes the one tier of old is refused', async () => {
  const old = agentScript([], {}, withAgent('stateful', { initialState: {} }));
  await expect(engine().start(old)).rejects.toThrow(/unknown_field.*initialState/);
});
