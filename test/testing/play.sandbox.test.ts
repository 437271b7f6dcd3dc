// Sandboxes where a guard runs a program: definitions played in memory, as a test of a user's plays them.
import { defineGenerator, defineGuard, z } from '../../src/index.ts';
import { type Asked, type Decided, type PlayOptions, play } from '../../src/testing/index.ts';
import * as matchers from '../../src/testing/matchers.ts';
import { mailer } from '../authoring/fixtures/mailer.ts';
import { aMachine } from '../support/played/a-machine.ts';
import { atom, failing, objective } from '../support/played/and-or.ts';

expect.extend(matchers);

const NOT_EMPTY = { use: 'not-empty' };
const step = (id: string, requires: readonly string[] = [], more: object = {}) => ({
  id,
  requires,
  generator: { kind: 'llm', prompt: `Make ${id}.` },
  guard: NOT_EMPTY,
  ...more,
});
const graph = (...steps: readonly object[]) => ({ name: 'graph', steps });

const REPORT = `
name: report
input: { type: object, required: [topic], properties: { topic: { type: string } } }
steps:
  - id: draft
    generator: { kind: llm, prompt: "Write about {input.topic}." }
    guard: { use: contains, with: { text: moon } }
  - id: short
    requires: [draft]
    generator: { kind: llm, prompt: "Say in short: {artifact.draft}" }
    guard: { use: length, with: { max: 20 } }
  - id: title
    requires: [short]
    generator: { kind: fixed, content: "On {input.topic}: {artifact.short}" }
    guard: { use: not-empty }
`;

describe('three steps, of which one is rejected first', () => {
  const options = {
    input: { topic: 'tides' },
    answers: { draft: ['The sun does it.', 'The moon does it.'], short: ['The moon.'] },
  };

  test('package 4: it is played by the real guards and prompts to its end', async () => {
    const played = await play(REPORT, options);
    expect(played).toBeCompleted();
    expect(played).toHaveAttempts('draft', 2);
    expect(played).toHaveAccepted('title', 'On tides: The moon.');
    expect(played).toHaveAccepted('draft', /moon/);
    expect(played).not.toHaveAsked('fatal');
    expect(played.attempts.map(({ step: id, attempt, status }) => `${id} ${attempt} ${status}`)).toEqual([
      'draft 1 rejected',
      'draft 2 accepted',
      'short 1 accepted',
      'title 1 accepted',
    ]);
    const [first, second] = played.prompts;
    expect(first?.messages).toEqual([{ role: 'user', content: '# Task\n\nWrite about tides.' }]);
    expect(second?.messages.at(-1)?.content).toMatch(/The text does not contain "moon"/);
    expect(played.trace.map(({ action }) => action)).toContain('REFINE-CONTEXT');
    expect(played.bound).toEqual({ generations: 9, remaining: expect.any(Number) });
  });

  test('the same again is the same to the letter, times and ids among it', async () => {
    expect(await play(REPORT, options)).toEqual(await play(REPORT, options));
  });
});

/** What has to be played, by which answers and decisions, and what comes of it. */
const ENDS: Readonly<Record<string, readonly [definition: object, options: PlayOptions, ends: object]>> = {
  'a ladder is climbed, and each rung asks its own model': [
    graph(step('a', [], { guard: failing(2), recovery: { rMax: 4, ladder: ['small', 'large'] } })),
    { answers: { a: ['1', '2', '3'] } },
    { status: 'completed', prompts: ['small', 'small', 'large'].map((model) => expect.objectContaining({ model })) },
  ],
  'what goes in circles goes back upstream': [
    graph(
      step('a', [], { recovery: {} }),
      step('b', ['a'], { guard: failing(2), recovery: { rMax: 4, eMax: 1, backtrackTo: ['a'] } }),
    ),
    { answers: { a: ['1', '2'], b: ['x', 'x', 'y'] } },
    { status: 'completed', steps: { a: expect.objectContaining({ epoch: 2, attempts: 2 }), b: expect.anything() } },
  ],
  'a budget that is used up is raised by a person': [
    { ...graph(step('a', [], { guard: failing(1) })), budgets: { maxAttempts: 1 } },
    { answers: { a: ['1', '2'] }, decisions: { budget: [{ action: 'raise', budgets: { maxAttempts: 5 } }] } },
    { status: 'completed' },
  ],
  'a when that is false skips its step': [
    { ...graph(step('a', [], { when: 'input.wanted' })), input: { properties: { wanted: { type: 'boolean' } } } },
    { input: { wanted: false } },
    { status: 'completed', steps: { a: expect.objectContaining({ status: 'waived' }) }, prompts: [] },
  ],
  'people make, judge and approve': [
    graph(
      step('made', [], { generator: { kind: 'human', question: 'What?' } }),
      step('judged', ['made'], { guard: { use: 'human', with: { question: 'Good?' } } }),
      step('approved', ['judged'], { approval: true }),
    ),
    {
      answers: { judged: ['long', 'short'], approved: ['yes'] },
      decisions: {
        made: [{ action: 'amend', content: 'by hand' }],
        judged: [{ action: 'reject', feedback: 'Shorter.' }, { action: 'approve' }],
        approval: [{ action: 'approve' }],
      },
    },
    { status: 'completed', steps: expect.objectContaining({ made: expect.objectContaining({ text: 'by hand' }) }) },
  ],
  'nobody answers in time': [
    graph(
      step('a', [], {
        guard: { use: 'contains', with: { text: 'y' }, onFail: 'fatal' },
        timeouts: { decision: 'PT1H' },
      }),
    ),
    { answers: { a: ['x'] }, decisions: { fatal: ['expire'] } },
    { status: 'failed', failure: expect.objectContaining({ step: 'a' }) },
  ],
  'a provider that is down for a while costs no attempt': [
    graph(step('a')),
    { answers: { a: [{ status: 503 }, { status: 429, retryAfter: 20 }, 'there'] } },
    { status: 'completed', steps: { a: expect.objectContaining({ attempts: 1 }) } },
  ],
  'time that a model takes uses up the duration': [
    { ...graph(step('a', [], { guard: failing(1) })), budgets: { maxDuration: 'PT1M' } },
    { answers: { a: [{ text: 'x', takes: 'PT2M' }] }, decisions: { budget: [{ action: 'abort' }] } },
    { status: 'failed' },
  ],
  'judges are named by their step and their leaf': [
    graph(
      step('a', [], { guard: { sequence: [NOT_EMPTY, { use: 'llm-judge', id: 'style', with: { rubric: 'kind' } }] } }),
    ),
    { answers: { a: ['rude', 'kind'], 'a/style': [{ score: 0.2, reasons: 'It is rude.' }, 0.9] } },
    { status: 'completed', steps: { a: expect.objectContaining({ text: 'kind', attempts: 2 }) } },
  ],
  'another choice is taken when one fails': [
    {
      name: 'search',
      topology: 'and-or',
      orGroups: { way: { choices: ['one', 'other'] } },
      objective: objective('end'),
      steps: [
        atom('one', { guard: failing(9), recovery: { rMax: 1 } }),
        atom('other'),
        atom('end', { requires: ['way'] }),
      ],
    },
    { answers: { one: ['1', '2'], other: ['o'], end: ['e'] } },
    { status: 'completed', steps: expect.objectContaining({ other: expect.objectContaining({ text: 'o' }) }) },
  ],
  'a step is broken down into others, which are played too': [
    { name: 'search', topology: 'and-or', objective: objective('whole'), steps: [atom('whole', { decompose: true })] },
    {
      answers: {
        decompose_whole: [
          JSON.stringify({
            children: [
              { id: 'first', task: 'This.' },
              { id: 'second', task: 'That.', requires: ['first'] },
            ],
          }),
        ],
        first: ['1'],
        second: ['2'],
        whole: ['12'],
      },
    },
    { status: 'completed', steps: expect.objectContaining({ second: expect.objectContaining({ text: '2' }) }) },
  ],
  'a base case asks a judge by its place, and a person': [
    {
      name: 'search',
      topology: 'and-or',
      objective: objective('only', {
        baseCase: {
          all: [{ guard: NOT_EMPTY, on: 'only' }, { rubric: 'It is kind.' }, { assertion: 'Is it nice?' }],
        },
      }),
      steps: [atom('only')],
    },
    { answers: { only: ['made'], 'baseCase/all/1': [0.9, 0.9] }, decisions: { assertion: [{ action: 'approve' }] } },
    { status: 'completed' },
  ],
  'a machine runs code, decides and moves': [
    aMachine({
      machine: {
        transitions: [
          { from: 'a', to: 'b', condition: 'n > 1' },
          { from: 'b', to: 'end' },
        ],
        final_states: ['end'],
      },
      steps: [
        {
          name: 'count',
          type: 'code',
          in_state: 'a',
          code: 'context["n"] = context.get("n", 0) + 1',
          transition_to: 'b',
        },
        { name: 'decide', type: 'transition', in_state: 'b', prompt: 'Done?', transition_map: { yes: 'end' } },
      ],
    }),
    { answers: { decide: ['yes'] } },
    { status: 'completed' },
  ],
  'activities outside answer as steps and leaves': [
    graph(
      step('a', [], {
        generator: { kind: 'external', taskQueue: 'theirs', activity: 'write' },
        guard: { use: 'external', id: 'lawful', with: { taskQueue: 'theirs', activity: 'judge' } },
      }),
    ),
    { answers: { a: [{ content: 'made' }], 'a/lawful': [{ verdict: 'pass' }] } },
    { status: 'completed', steps: { a: expect.objectContaining({ text: 'made' }) } },
  ],
};

test.each(Object.entries(ENDS))('%s', async (_, [definition, options, ends]) => {
  expect(await play(definition, options)).toEqual(expect.objectContaining(ends));
});

test('guards, generators and agents of parts are used', async () => {
  const sent: string[] = [];
  const parts = [
    defineGuard({
      name: 'even',
      evaluate: (_: object, { artifact: { text } }) => ({
        verdict: Number(text) % 2 === 0 ? 'pass' : 'retry',
        feedback: 'It is odd.',
      }),
    }),
    defineGenerator({
      name: 'count',
      description: 'Counts.',
      options: z.strictObject({}),
      generate: (_, { history }) => `${history.length + 1}`,
    }),
    mailer((to) => sent.push(to)),
  ];
  const definition = graph(
    step('a', [], { generator: { kind: 'custom', use: 'count' }, guard: { use: 'even' } }),
    step('b', ['a'], { generator: { kind: 'agent', agent: 'mailer' } }),
  );
  const turns = [
    { toolCalls: [{ name: 'mail', arguments: { to: 'Ada' } }] },
    { toolCalls: [{ name: 'output', arguments: { sent: 1 } }] },
  ];
  const played = await play(definition, { parts, run: ['a'], answers: { b: turns } });
  expect(played).toBeCompleted();
  expect(played).toHaveAccepted('a', '2');
  expect(sent).toEqual(['Ada']);
});

describe("a generator of one's own", () => {
  const paid: string[] = [];
  const parts = [
    defineGenerator({
      name: 'pay',
      description: 'Pays.',
      options: z.strictObject({ amount: z.number() }),
      generate(_, context) {
        paid.push(context.step);
        return `paid by ${context.step}`;
      },
    }),
  ];
  const pays = { generator: { kind: 'custom', use: 'pay', with: { amount: 5 } } };
  const invoice = graph(step('check'), step('pay', ['check'], pays), step('tip', ['pay'], pays));
  afterEach(() => paid.splice(0));

  test('runs for the steps of run alone; of the others answers say what they make', async () => {
    const played = await play(invoice, { parts, run: ['pay'], answers: { check: ['right'], tip: ['paid 1'] } });
    expect(paid).toEqual(['pay']);
    expect(played).toHaveAccepted('pay', 'paid by pay');
    expect(played).toHaveAccepted('tip', 'paid 1');
  });

  test('of which a function of answers is told what it would have been given', async () => {
    const asked: Asked[] = [];
    const answers = (one: Asked) => {
      asked.push(one);
      return one.step === 'pay' ? { content: '{"paid": 5}', mediaType: 'application/json' } : 'right';
    };
    const played = await play(invoice, { parts, answers });
    expect(paid).toEqual([]);
    expect(asked[1]).toMatchObject({
      name: 'pay',
      generator: 'pay',
      attempt: 1,
      request: { given: { amount: 5 }, artifacts: { check: 'right' }, idempotencyKey: expect.any(String) },
    });
    expect(played.artifacts.find((one) => one.step === 'pay')?.mediaType).toBe('application/json');
  });

  test('and that is said to throw, is tried again', async () => {
    const answers = { check: ['right'], pay: [{ error: 'the bank is closed' }, 'paid 5'], tip: ['paid 1'] };
    const played = await play(invoice, { parts, answers });
    expect(played).toHaveAttempts('pay', 1);
    expect(played).toHaveAccepted('pay', 'paid 5');
  });
});

test('answers and decisions may be functions, of all that is asked', async () => {
  const asked: string[] = [];
  const definition = graph(step('a'), step('b', ['a'], { approval: true }));
  const played = await play(definition, {
    answers({ name, attempt, messages }) {
      asked.push(`${name} ${attempt} ${messages?.length}`);
      return `${name}!`;
    },
    decisions: ({ kind, allowedActions }): Decided | undefined =>
      kind === 'approval' && allowedActions.includes('approve') ? { action: 'approve' } : undefined,
  });
  expect(asked).toEqual(['a 1 1', 'b 1 1']);
  expect(played).toHaveAccepted('b', 'b!');
});

test('a seed draws the order in which what is under way together is answered', async () => {
  const definition = graph(step('a'), step('b'), step('c'), step('d'));
  const orders = await Promise.all(
    [undefined, 1, 2, 3, 4, 5].map(async (seed) => {
      const { prompts } = await play(definition, { answers: ({ name }) => name, ...(seed !== undefined && { seed }) });
      return prompts.map((prompt) => prompt.step).join('');
    }),
  );
  expect(orders[0]).toBe('abcd');
  expect(new Set(orders).size).toBeGreaterThan(2);
});

test('what a function of the test throws is thrown', async () => {
  const answers = () => {
    throw new TypeError('a fault of the test');
  };
  await expect(play(graph(step('a')), { answers })).rejects.toThrow(new TypeError('a fault of the test'));
});
