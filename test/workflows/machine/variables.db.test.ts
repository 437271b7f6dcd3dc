import { startInProcess } from '../../support/engine/in-process.ts';
import type { AnyEngine } from '../../support/engine/parts.ts';
import { played, promptsOf } from '../../support/played/machine-runs.ts';

let engine: AnyEngine;

beforeAll(async () => {
  engine = await startInProcess();
});

afterAll(() => engine.stop());

const TO_END = { transition_to: 'end' };

test('S2-6-a: the example computes the rate and whether to pivot, also of nothing', async () => {
  const { state, id } = await played(engine, {
    machine: { final_states: ['end'] },
    steps: [
      {
        name: 'metrics',
        type: 'code',
        in_state: 'a',
        code: "success_rate = context.get('successes', 0) / max(context.get('total', 1), 1)\ncontext['success_rate'] = success_rate\ncontext['should_pivot'] = success_rate < 0.3",
        transition_to: 'b',
      },
      { name: 'tell', in_state: 'b', prompt: '{success_rate} {should_pivot}', ...TO_END },
    ],
  });
  expect(state.life.status).toBe('completed');
  expect(await promptsOf(engine, id, 'tell')).toEqual([expect.stringContaining('0 true')]);
});

test('S2-6-b: code that breaks is a failed attempt with its line, and the policy decides', async () => {
  const code = 'x = 1\ncontext["a"] = x / 0';
  const { state, log } = await played(engine, {
    steps: [{ name: 'bad', type: 'code', in_state: 'a', code, on_failure: 'fail' }],
  });
  expect(state).toMatchObject({ life: { status: 'failed', failure: { code: 'attempts_exhausted', step: 'bad' } } });
  expect(log).toContainEqual(
    expect.objectContaining({
      type: 'guard.verdict',
      verdict: 'retry',
      guard: 'generator-validation',
      signature: expect.stringContaining('divided by zero'),
    }),
  );
});

test('S2-8-a, S2-8-b, S2-8-c, R123: byte for byte the prompt, then the components for the step in their order, then the variables', async () => {
  const { id } = await played(engine, {
    fields: {
      variables: { who: 'a machine', kind: 'careful' },
      components: {
        traits: [
          { name: 'one', inject_into: ['work', 'other'], prompt_fragment: 'Be {kind}.' },
          { name: 'two', inject_into: ['other'], prompt_fragment: 'Not this.' },
          { name: 'three', inject_into: ['work'], prompt_fragment: 'Then {who} rests.' },
        ],
      },
    },
    steps: [
      { name: 'work', in_state: 'a', prompt: 'You are {who}.\n', transition_to: 'end' },
      { name: 'other', in_state: 'b' },
    ],
  });
  const [prompt] = await promptsOf(engine, id, 'work');
  expect(prompt).toBe('You are a machine.\n\nBe careful.\n\nThen a machine rests.');
});

const ELEVEN = {
  agent_id: /^run_/,
  balance: /^unlimited$/,
  tick: /^1$/,
  time_remaining: /^unlimited$/,
  progress_percent: /^5$/,
  artifacts: /^none$/,
  my_artifacts: /^none$/,
  action_history: /^none$/,
  last_action_result: /^none$/,
  success_rate: /^0$/,
  economic_context: /^used: 1 attempts, 0 tokens, \$0; left: 19 turns$/,
};

test('S2-9-a…k, R70: all eleven variables have a value from the first turn on', async () => {
  const prompt = Object.keys(ELEVEN)
    .map((name) => `${name}=<{${name}}>`)
    .join('\n');
  const { id, notes } = await played(engine, { steps: [{ name: 'work', in_state: 'a', prompt, ...TO_END }] });
  const [said = ''] = await promptsOf(engine, id, 'work');
  for (const [name, value] of Object.entries(ELEVEN)) {
    expect(new RegExp(`${name}=<([^>]*)>`).exec(said)?.[1]).toMatch(value);
  }
  expect(notes).toEqual([]);
});

test('S2-9: later they tell of what happened, of what is left, and the input overrides them', async () => {
  const prompt = '{tick}|{balance}|{success_rate}|{my_artifacts}|{last_action_result}|{agent_id}|{mood}';
  const { id } = await played(
    engine,
    {
      fields: { budgets: { maxTokens: 1_000 }, variables: { mood: 'calm' } },
      steps: [
        { name: 'first', in_state: 'a', transition_to: 'b' },
        { name: 'second', in_state: 'b', prompt, ...TO_END },
      ],
      outputs: { first: ['made\nthis'] },
    },
    { input: { agent_id: 'alpha' } },
  );
  const [said = ''] = await promptsOf(engine, id, 'second');
  expect(said).toMatch(/2\|9\d\d\|0\.5\|none\|turn 1, a: first accepted, moved to b: made this\|alpha\|calm/);
});

test('S2-9-l: a variable that code set is in prompts and conditions of later turns', async () => {
  const { moves, id } = await played(engine, {
    machine: {
      transitions: [
        { from: 'a', to: 'b', condition: 'found' },
        { from: 'b', to: 'end', condition: 'found and name == "x"' },
      ],
    },
    steps: [
      {
        name: 'set',
        type: 'code',
        in_state: 'a',
        code: 'context["found"] = True\ncontext["name"] = "x"',
        transition_to: 'b',
      },
      { name: 'tell', in_state: 'b', prompt: '{name} {context.found}', ...TO_END },
    ],
  });
  expect(moves).toEqual(['a > b', 'b > end']);
  expect(await promptsOf(engine, id, 'tell')).toEqual([expect.stringContaining('x true')]);
});

test('design 3: a name in a prompt that nobody knows stays as it is written, and the log says so', async () => {
  const { notes, id } = await played(engine, {
    steps: [{ name: 'work', in_state: 'a', prompt: 'Ask {nobody}; {artifact.work}.', ...TO_END }],
  });
  expect(notes).toEqual(['{nobody} in the prompt is not known and stays as it is written']);
  expect(await promptsOf(engine, id, 'work')).toEqual([expect.stringContaining('Ask {nobody}; none.')]);
});

test('a step sees the artifact of another, and its own of the turn before', async () => {
  const { id } = await played(engine, {
    fields: { budgets: { maxIterations: 2 } },
    steps: [{ name: 'work', in_state: 'a', prompt: 'Before: {artifact.work}.' }],
    outputs: { work: ['one', 'two'] },
  });
  expect(await promptsOf(engine, id, 'work')).toEqual([
    expect.stringContaining('Before: none.'),
    expect.stringContaining('Before: one.'),
  ]);
});
