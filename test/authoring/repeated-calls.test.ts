// Pure: calls of tools that fail again in the same way (llm 1.5, R32).
import type { AnyAgent } from '../../src/authoring/agent/agent.ts';
import { noteFailure } from '../../src/authoring/agent/repeated-calls.ts';
import { type AgentAnswer, type Session, takeAnswer, takeEffects } from '../../src/authoring/agent/session.ts';
import { defineAgent, defineTool, rehearseAgent, z } from '../../src/index.ts';

/** Tools that work or not as their argument says; `write` changes the state. */
function agentWith(facts: { readonly reflection?: boolean } = {}): AnyAgent {
  return defineAgent({
    name: 'clumsy',
    description: 'Works.',
    tools: {
      output: { description: 'Ends.', schema: z.object({ total: z.number() }), ...facts },
      helpers: [
        defineTool({
          name: 'run',
          alias: 'run_it',
          description: 'Runs.',
          input: z.looseObject({ n: z.number() }),
          handler: (newState: { execution: { fails?: string }; attempt: object }) => {
            if (newState.execution.fails !== undefined) throw new Error(newState.execution.fails);
            return { newState, toolResult: 'ran' };
          },
        }),
        defineTool({
          name: 'write',
          description: 'Writes.',
          input: z.looseObject({ fails: z.string().optional() }),
          handler: ({ attempt }: { execution: object; attempt: object }, execution) => ({
            newState: { execution, attempt },
            toolResult: 'written',
          }),
        }),
        defineTool({
          name: 'look',
          description: 'Looks.',
          input: z.object({}),
          effect: () => 1,
          readOnly: true,
          handler: (newState: { execution: object; attempt: object }) => ({ newState, toolResult: 'seen' }),
        }),
        defineTool({
          name: 'send',
          description: 'Sends.',
          input: z.object({}),
          effect: () => 1,
          handler: (newState: { execution: object; attempt: object }) => ({ newState, toolResult: 'sent' }),
        }),
      ],
    },
  });
}

type Call = readonly [name: string, given: string];
const FAILING: Call = ['write', '{"fails":"3 tests failed"}'];
const RUN: Call = ['run', '{"n":1}'];
const BROKEN: Call = ['output', '{"total": 3'];

/** Plays turns of calls, each with the results of its effects; answers how the attempt ended, and what the tools said. */
function play(
  turns: readonly (readonly Call[])[],
  { agent = agentWith(), error }: { agent?: AnyAgent; error?: string } = {},
) {
  let session: Session = { state: { execution: {}, attempt: {} }, messages: [], records: [], waiting: [] };
  for (const [at, calls] of turns.entries()) {
    const context = { attempt: 1, maxAttempts: 1, iteration: at + 1, maxIterations: 15, artifacts: {} };
    const toolCalls = calls.map(([name, given], index) => ({ id: `c${at}_${index}`, name, arguments: given }));
    const answer: AgentAnswer = { text: '', finishReason: 'tool_calls', toolCalls };
    let stepped = takeAnswer(agent, session, answer, context);
    while (stepped.session.waiting.length > 0) {
      const results = new Map(
        stepped.session.waiting.map(({ id }) => [id, error === undefined ? { result: 1 } : { error }]),
      );
      stepped = takeEffects(agent, stepped.session, results, context);
    }
    session = stepped.session;
    if (stepped.ending) return { ending: stepped.ending, turns: at + 1, said: saidIn(session) };
  }
  return { ending: undefined, turns: turns.length, said: saidIn(session) };
}

function saidIn({ messages }: Session): readonly string[] {
  return messages.flatMap(({ role, content }) => (role === 'tool' ? [content] : []));
}

const times = (count: number, ...calls: readonly Call[]): readonly (readonly Call[])[] =>
  Array.from({ length: count }, () => calls);

test.each<[string, Call]>([
  ['arguments that are no JSON', BROKEN],
  ['a tool that is not there', ['fetch', '{"url":"x"}']],
  ["arguments that do not fit the tool's schema", ['run', '{"n":"one"}']],
  ['arguments that name a member twice', ['run', '{"n":1,"n":2}']],
  ['arguments with a number that is too large', ['run', '{"n":1e400}']],
  ['a draft that was never handed in', ['submit', '']],
])('N31: %s: the second time the model hears it, the third ends the attempt', (_, call) => {
  const { ending, turns, said } = play(times(5, call), { agent: agentWith({ reflection: call[0] === 'submit' }) });
  expect(turns).toBe(3);
  expect(ending).toMatchObject({ kind: 'repetition', call: { tool: call[0], times: 3 } });
  expect(said[0]).not.toContain('same arguments');
  expect(said[1]).toContain(
    'You have now made this call 2 times with the same arguments, and it failed with the same error.',
  );
  expect(said[1]).toContain('Do not repeat it');
});

test('N31: what a tool answers to the same call counts alike, of handlers and of effects', () => {
  const { ending, turns } = play([[FAILING], ...times(4, RUN)]);
  expect([ending?.kind, turns]).toEqual(['repetition', 4]);
  const effects = play(times(4, ['send', '{}']), { error: 'no such address' });
  expect([effects.ending?.kind, effects.turns]).toEqual(['repetition', 3]);
});

test('N31: arguments are compared by value, a tool by its own name, an error without ids, times and durations', () => {
  const same: readonly Call[] = [
    ['run', '{"n":"a","b":1.0}'],
    ['run_it', '{ "b": 1, "n": "a" }'],
    ['run', '{"b":1e0,"n":"\\u0061"}'],
  ];
  expect(play(same.map((call) => [call])).ending).toMatchObject({ kind: 'repetition' });
  const errors = [
    'job 0b5f3c1a-1111-2222-3333-444455556666: no answer in 5003 ms',
    'job 9a5f3c1a-1111-2222-3333-444455556666: no answer in 5 s',
  ];
  const failure = { tool: 'run', call: { arguments: '{}' }, byTool: true };
  const { failed } = noteFailure([], { ...failure, error: errors[0] ?? '' }, 1);
  expect(noteFailure(failed, { ...failure, error: errors[1] ?? '' }, 2).noted.times).toBe(2);
});

test.each<[string, readonly (readonly Call[])[]]>([
  ['other arguments', [[['run', '{"n":"a"}']], [['run', '{"n":"b"}']], [['run', '{"n":"c"}']], [['run', '{"n":"d"}']]]],
  [
    'other broken arguments',
    [[['output', '{"a']], [['output', '{"ab']], [['output', '{"abc']], [['output', '{"abcd']]],
  ],
  ['calls that work', times(6, ['look', '{}'])],
  [
    'a tool that failed before something was written',
    [1, 2, 3].flatMap((n) => [[['write', `{"fails":"3 tests failed","n":${n}}`]], [RUN], [RUN]]),
  ],
  [
    'a tool that failed before something was sent',
    [[FAILING], [RUN], [RUN], [['send', '{}']], [RUN], [RUN], [['send', '{}']], [RUN]],
  ],
])('N31: %s are not the same failure', (_, turns) => {
  expect(play(turns)).toMatchObject({ ending: undefined, turns: turns.length });
});

test('N31: what an error counts is no id: a tool that comes nearer to its end has not failed alike', () => {
  const progress = [10, 20, 30, 40].map(
    (percent): Call => ['write', JSON.stringify({ fails: `${percent} % are done` })],
  );
  expect(play(progress.flatMap((write) => [[write], [RUN]])).ending).toBeUndefined();
});

test('N31: equal calls of one turn count once, and calls in between do not make a failure another', () => {
  expect(play(times(2, BROKEN, BROKEN, BROKEN)).ending).toBeUndefined();
  const between = play([[BROKEN], [['look', '{}']], [BROKEN], [['write', '{}']], [['send', '{}']], [BROKEN]]);
  expect([between.ending?.kind, between.turns]).toEqual(['repetition', 6]);
  const looked = play([[FAILING], [RUN], [['look', '{}']], [RUN], [['look', '{}']], [RUN]]);
  expect([looked.ending?.kind, looked.turns]).toEqual(['repetition', 6]);
});

test('N31: a call that works in between begins anew, and an output that is handed in beside it wins', () => {
  const recovering = [[FAILING], [RUN], [RUN], [['write', '{}']], [RUN], [FAILING], [RUN], [RUN]] as const;
  expect(play(recovering).ending).toBeUndefined();
  const handed = play([[BROKEN], [BROKEN], [BROKEN, ['output', '{"total":3}']]]);
  expect(handed.ending).toMatchObject({ kind: 'output', value: { total: 3 } });
});

test('N31: what waits for its effect in the last turn is still run', () => {
  const { ending, said } = play([[BROKEN], [BROKEN], [BROKEN, ['send', '{}']]]);
  expect(ending?.kind).toBe('repetition');
  expect(said).toContain('sent');
});

test('N31: a rehearsal ends so too, with words for the next attempt', async () => {
  const broken = { toolCalls: [{ name: 'run', arguments: { n: 'one' } }] };
  const [attempt] = await rehearseAgent(agentWith(), { input: {}, attempts: [[broken, broken, broken, broken]] });
  expect(attempt?.records).toHaveLength(3);
  expect(attempt?.feedback).toMatch(
    /^RepeatedCallError: run was called 3 times with the same arguments, and failed with the same error: its arguments do not fit\.\n[^]*The arguments were: \{"n":"one"\}\nDo not make this call again/,
  );
});
