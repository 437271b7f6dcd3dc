// What agents run into, in whole runs: a real PostgreSQL, the simulated models.
import { countTokens } from '../../src/generators/tokens.ts';
import { agentScript, calls } from '../support/engine/agents.ts';
import { ended } from '../support/engine/scripted.ts';
import { hand, INPUT, query, type Said, useAgents, withAgent } from './agents-at-work.ts';

const { attemptsOf, engine, play, requestsOf } = useAgents();

test('S4x-1: an endless loop ends at the limit of its definition, as a failed attempt with words of its own', async () => {
  const { id, state } = await play(
    agentScript([[calls(['parse'])], [hand(3)]], {}, withAgent('stateful', { maxIterations: 3 })),
  );
  expect(state.life.status).toBe('completed');
  const [first] = await attemptsOf(id);
  expect(first).toMatchObject({
    status: 'rejected',
    artifact: { finishReason: 'iteration_limit', usage: { llmCalls: 3 } },
    verdict: { guard: 'generator-validation', feedback: expect.stringMatching(/^IterationLimitError.*within 3 model/) },
  });
});

const BROKEN = calls(['output', '{"total": 3']);

test('N31: an agent that sends the same broken call is asked three times, and then a person is told what to change', async () => {
  const { id, state } = await play(agentScript([[BROKEN]]));
  const requests = requestsOf(id);
  expect(requests).toHaveLength(3);
  const heard = requests.map(({ messages }) => messages.at(-1)?.content ?? '');
  expect(heard[1]).not.toContain('same arguments');
  expect(heard[2]).toMatch(
    /^Error: output: its arguments are not JSON[^]*You have now made this call 2 times with the same/,
  );
  expect(await attemptsOf(id)).toMatchObject([
    {
      status: 'rejected',
      artifact: {
        finishReason: 'repeated_call',
        usage: { llmCalls: 3 },
        agent: { tools: [{ name: 'output', ok: false }, { ok: false }, { ok: false }] },
      },
      verdict: {
        feedback: expect.stringMatching(
          /^RepeatedCallError: output was called 3 times[^]*The arguments were: \{"total": 3/,
        ),
      },
    },
  ]);
  const [question] = Object.values(state.escalations);
  expect(question).toMatchObject({ kind: 'stagnated', step: 'work' });
  expect(question?.question).toMatch(
    /^work goes in circles at generator-validation \(repeatedcallerror: .*\): how should it go on\? Change what the tool output takes or says of its errors, the prompts of the agent stateful, or the model of the step/,
  );
  expect(state.usage).toMatchObject({ attempts: 1, llmCalls: 3 });
});

test('N31: the next model of the ladder is asked before a person is, and goes on with the conversation', async () => {
  const ladder = ['sim:script', { name: 'sim:script', temperature: 1 }];
  const script = agentScript([[BROKEN], [hand(3)]], { recovery: { ladder, rMax: 3 } });
  const { id, state } = await play(script);
  expect(state.life.status).toBe('completed');
  expect(requestsOf(id)).toHaveLength(4);
  expect((await attemptsOf(id)).map(({ status }) => status)).toEqual(['rejected', 'accepted']);
});

test.each([
  ['skip', 'completed'],
  ['fail', 'failed'],
])('N31: with onExhausted %s nobody is asked', async (onExhausted, status) => {
  const { id, state } = await play(agentScript([[BROKEN]], { recovery: { onExhausted } }));
  expect(state.life.status).toBe(status);
  expect(requestsOf(id)).toHaveLength(3);
});

test('N31: a call that fails in the same way across effects and turns is counted in the stored session', async () => {
  const sent = calls(['mail', { to: 'nobody' }]);
  const { id, state } = await play(agentScript([[sent]], {}, withAgent('mailer')));
  expect(Object.values(state.escalations)).toMatchObject([
    { kind: 'stagnated', question: expect.stringContaining('no such address') },
  ]);
  expect(requestsOf(id)).toHaveLength(3);
});

test('R49: a loop of calls does not run far over the budget of its run', async () => {
  const { id, state } = await play({ ...agentScript([[calls(['parse'])]]), budgets: { maxTokens: 100 } }, [
    'budget_exceeded',
  ]);
  expect(state).toMatchObject({ life: { status: 'budget_exceeded' }, usage: { attempts: 1 } });
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
    const id = await engine().start(agentScript(attempts, facts), { input });
    expect(await engine().until(id, ended)).toMatchObject({ life: { status: 'completed' } });
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
    const id = await engine().start(agentScript(attempts, facts), { input });
    expect(await engine().until(id, ended)).toMatchObject({ life: { status: 'completed' } });
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
  const id = await engine().start(agentScript(attempts, { maxContextTokens: 500 }), { input });
  const state = await engine().until(id, ({ life }) => life.status === 'escalated');
  expect(Object.values(state.escalations)).toMatchObject([{ kind: 'context_overflow' }]);
});

test('what tools and validators say to the model is text that can be kept', async () => {
  const turns = [calls(['tool0'], ['tool1']), hand(4)];
  const { id, state } = await play(
    agentScript([turns, [hand(4)]], { recovery: { rMax: 1 } }, withAgent('unprintable')),
    ['escalated'],
  );
  expect(state.life.status).toBe('escalated');
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

test.each([
  ['an initialiser that breaks', 'broken', INPUT, /cannot go on: initialExecutionState threw: the parser is gone/],
  ["a run's input that does not fit", 'stateful', { data: 7 }, /the run's input does not fit it/],
])('R32: %s is no attempt: a person is asked at once', async (_, agent, input, question) => {
  const id = await engine().start(agentScript([[hand(3)]], {}, withAgent(agent)), { input });
  const state = await engine().until(id, ({ life }) => life.status === 'escalated');
  expect(Object.values(state.escalations)).toMatchObject([
    { kind: 'infrastructure', question: expect.stringMatching(question) },
  ]);
  expect(state.usage.attempts).toBe(0);
});
