import { parse } from 'yaml';
import { standingOf } from '../../../src/topologies/machine/machine-in.ts';
import { type LocalEngine, startInProcess } from '../../support/engine/in-process.ts';
import { ended } from '../../support/engine/scripted.ts';
import { aMachine } from '../../support/played/a-machine.ts';
import { played, promptsOf, told } from '../../support/played/machine-runs.ts';
import { STATE_MACHINE, STEPS } from '../../support/played/seed-machine.ts';

let engine: LocalEngine;

beforeAll(async () => {
  engine = await startInProcess();
});

afterAll(() => engine.stop());

const TO_END = { transition_to: 'end' };
const RETRY = { use: 'scripted', with: { verdicts: [{ verdict: 'retry', feedback: 'no' }] } };

/** The activities that a run has asked for, by their types. */
const activitiesOf = (id: string) => engine.callsOf(id).map(({ name }) => name);

test('S2-1-a, S2-1-b, S2-4-b, S2-5-f, R8: a turn reads the state, runs the step for it with one call, and moves', async () => {
  const { id, state, moves, turns, log } = await played(engine, {
    steps: [
      { name: 'first', in_state: 'a', transition_to: 'b' },
      { name: 'second', in_state: 'b', ...TO_END },
    ],
    outputs: { first: ['one'], second: ['two'] },
  });
  expect(state).toMatchObject({ life: { status: 'completed' }, own: { state: 'end', turn: 2 }, iterations: 2 });
  expect(moves).toEqual(['a > b', 'b > end']);
  expect(turns).toEqual([['first'], ['second']]);
  expect(activitiesOf(id).filter((name) => name === 'generate')).toHaveLength(2);
  expect(standingOf(state)?.path.map((one) => one.state)).toEqual(['a', 'b', 'end']);
  expect(log.flatMap((event) => (event.type === 'turn.started' ? [event.skipped] : []))).toEqual([
    [{ step: 'second', reason: 'state_condition' }],
    [{ step: 'first', reason: 'state_condition' }],
  ]);
});

test('S2-4-c, S2-5-c: code sets variables without a call, in the turn of the step that asks a model', async () => {
  const { id, turns, state } = await played(engine, {
    steps: [
      { name: 'count', type: 'code', in_state: ['a', 'b'], code: 'context["n"] = context.get("n", 0) + 1' },
      { name: 'work', in_state: 'a', prompt: 'n is {n}.', transition_to: 'b' },
      { name: 'more', in_state: 'b', prompt: 'n is {n}.', ...TO_END },
    ],
  });
  expect(turns).toEqual([
    ['count', 'work'],
    ['count', 'more'],
  ]);
  expect(state.usage.llmCalls).toBe(2);
  const activities = activitiesOf(id);
  expect(activities.filter((name) => name === 'generate')).toHaveLength(2);
  expect(activities.filter((name) => name === 'runCode')).toHaveLength(2);
  expect(await promptsOf(engine, id, 'work')).toEqual([expect.stringContaining('n is 1.')]);
  expect(await promptsOf(engine, id, 'more')).toEqual([expect.stringContaining('n is 2.')]);
});

test.each([
  ['continue', 'b'],
  ['PIVOT ', 'a'],
  ['{"decision": "ship", "reasoning": "done"}', 'end'],
])('S2-2-e, S2-4-d, S2-5-g, S2-7-a: the answer %j leads to %s', async (answer, to) => {
  const { moves } = await played(engine, {
    machine: { transitions: ['b', 'end'].map((state) => ({ from: 'a', to: state })) },
    steps: [
      {
        name: 'decide',
        type: 'transition',
        in_state: 'a',
        prompt: 'Which?',
        transition_map: { continue: 'b', pivot: 'a', ship: 'end' },
      },
    ],
    outputs: { decide: [answer] },
  });
  expect(moves[0]).toBe(`a > ${to}`);
});

test('S2-7-b: an answer outside of the map is a failed attempt that is told the answers', async () => {
  const { state, moves, id } = await played(engine, {
    steps: [
      { name: 'decide', type: 'transition', in_state: 'a', prompt: 'Which?', transition_map: { go: 'end', stay: 'a' } },
    ],
    outputs: { decide: ['maybe', 'go'] },
  });
  expect(state).toMatchObject({ life: { status: 'completed' }, usage: { attempts: 2 } });
  expect(moves).toEqual(['a > end']);
  const [, second] = await promptsOf(engine, id, 'decide');
  expect(second).toContain(
    '"maybe" is not one of the answers.\nAnswer with exactly one of these and nothing else: go, stay.',
  );
});

test('S2-7-b, R54: a decision for a move that is not permitted is a failed attempt', async () => {
  const { moves, log } = await played(engine, {
    machine: { transitions: [{ from: 'a', to: 'end' }] },
    steps: [
      { name: 'decide', type: 'transition', in_state: 'a', prompt: 'Which?', transition_map: { go: 'b', stop: 'end' } },
    ],
    outputs: { decide: ['go', 'stop'] },
  });
  expect(moves).toEqual(['a > end']);
  expect(log).toContainEqual(
    expect.objectContaining({
      type: 'guard.verdict',
      verdict: 'retry',
      guard: 'transition',
      move: { to: 'b', permitted: false },
    }),
  );
});

test('S2-2-g: an undeclared move is refused, the step passes, and the machine stays', async () => {
  const { moves, state, log } = await played(engine, {
    machine: { transitions: [{ from: 'b', to: 'end' }] },
    steps: [{ name: 'work', in_state: 'a', ...TO_END }],
  });
  expect(moves.slice(0, 1)).toEqual(['a ! end']);
  expect(standingOf(state)?.state).toBe('a');
  expect(log).toContainEqual(
    expect.objectContaining({ type: 'machine.transitioned', from: 'a', to: 'end', refused: true }),
  );
  expect(log).toContainEqual(expect.objectContaining({ type: 'step.satisfied', step: 'work' }));
});

test.each([
  ['S2-2-d: no condition', undefined, 'a > end', []],
  ['S2-3-a: over variables', 'success_rate < 0.3', 'a > end', []],
  [
    'S2-3-a: that does not hold',
    'limit > 3',
    'a ! end',
    ['the condition for moving to end: limit is 3, not more than 3'],
  ],
  [
    'S2-3-b: an unknown name',
    'has_context',
    'a ! end',
    ['the condition for moving to end: unknown name "has_context"'],
  ],
  ['S2-3-b: a bad expression', 'limit <', 'a ! end', [expect.stringContaining('the condition for moving to end:')]],
  [
    'S2x-3: an invoked condition counts as its fallback',
    { invoke: 'art', method: 'ready', args: [1], fallback: 'limit == 3' },
    'a > end',
    [],
  ],
  ['S2x-3: a fallback that is false', { invoke: 'art', fallback: false }, 'a ! end', []],
])('%s: %j', async (_, condition, move, notes) => {
  const found = await played(engine, {
    fields: { variables: { limit: 3 } },
    machine: { transitions: [{ from: 'a', to: 'end', ...(condition !== undefined && { condition }) }] },
    steps: [{ name: 'work', in_state: 'a', ...TO_END }],
  });
  expect(found.moves[0]).toBe(move);
  expect(found.notes.slice(0, 1)).toEqual(notes);
});

test.each(['a', 'b'])('S2-2-f: the wildcard lets the machine pivot from %s', async (initial) => {
  const { moves } = await played(engine, {
    fields: { variables: { should_pivot: true } },
    machine: {
      initial_state: initial,
      final_states: ['end'],
      transitions: [{ from: '*', to: 'end', condition: 'should_pivot' }],
    },
    steps: [{ name: 'work', ...TO_END }],
  });
  expect(moves).toEqual([`${initial} > end`]);
});

test('S2-5-h: run_if false skips the step in this turn; broken, with a note', async () => {
  const { turns, log, notes, state } = await played(engine, {
    steps: [
      { name: 'never', in_state: 'a', run_if: 'tick > 9' },
      { name: 'broken', in_state: 'a', run_if: 'nobody > 1' },
      { name: 'work', in_state: 'a', run_if: 'tick == 1', ...TO_END },
    ],
  });
  expect(turns).toEqual([['work']]);
  expect(log.flatMap((event) => (event.type === 'step.waived' ? [[event.step, event.reason]] : []))).toEqual([
    ['never', 'run_if is false: tick > 9 (tick is 1, not more than 9: the difference is 8)'],
    ['broken', expect.stringContaining('unknown name "nobody"')],
  ]);
  expect(notes).toEqual(['run_if: unknown name "nobody"']);
  expect(state).toMatchObject({ life: { status: 'completed' }, usage: { llmCalls: 1 } });
});

test.each<[string, object, object, object, number]>([
  [
    'S2-10-a, S2-10-b: the defaults',
    { default_on_failure: 'retry', default_max_retries: 3 },
    {},
    { life: { status: 'failed' } },
    4,
  ],
  [
    'S2-10-d: retry, then the run fails',
    {},
    { on_failure: 'retry', max_retries: 2 },
    { life: { status: 'failed', failure: { code: 'attempts_exhausted', step: 'risky' } } },
    3,
  ],
  [
    'S2-10-c, S2-10-e: skip, and the next runs',
    { default_on_failure: 'retry', default_max_retries: 3 },
    { on_failure: 'skip', max_retries: 1 },
    { life: { status: 'completed' }, steps: { risky: { sigma: 'waived' }, safe: { sigma: 'satisfied' } } },
    3,
  ],
  [
    'S2-10-f: fail stops at once',
    { default_max_retries: 3 },
    { on_failure: 'fail' },
    { life: { status: 'failed' } },
    1,
  ],
  [
    'R4: where nothing is written a person is asked',
    { default_max_retries: 0 },
    {},
    { life: { status: 'escalated' } },
    1,
  ],
])('%s', async (_, workflow, step, state, attempts) => {
  const found = await played(engine, {
    workflow: { ...workflow },
    steps: [
      { name: 'risky', in_state: 'a', guard: RETRY, ...step },
      { name: 'safe', in_state: 'a', ...TO_END },
    ],
  });
  expect(found.state).toMatchObject({ ...state, usage: { attempts } });
});

test('R53: complete in a final state, although a step would run there', async () => {
  const { state, turns } = await played(engine, {
    machine: { final_states: ['b'] },
    steps: [{ name: 'work', transition_to: 'b' }],
  });
  expect(state).toMatchObject({ life: { status: 'completed' }, own: { state: 'b' } });
  expect(turns).toHaveLength(1);
});

test('R6, R72: turns in a row that end in the same state ask a person', async () => {
  const { state, turns } = await played(engine, { steps: [{ name: 'work', in_state: 'a' }] });
  expect(turns).toHaveLength(3);
  expect(Object.values(state.escalations)).toMatchObject([{ kind: 'stalled', status: 'open' }]);
});

test('R72, R76: maxIterations counts turns, parks the run, and a person may raise it', async () => {
  const { id, state, turns } = await played(engine, {
    fields: { budgets: { maxIterations: 2, maxStall: 9 } },
    steps: [
      { name: 'there', in_state: 'a', transition_to: 'b' },
      { name: 'back', in_state: 'b', transition_to: 'a' },
    ],
  });
  expect(state).toMatchObject({ life: { status: 'budget_exceeded' }, exceeded: 'maxIterations' });
  expect(turns).toHaveLength(2);
  const [question] = Object.values(state.escalations);
  const decision = {
    kind: 'decide',
    escalationId: question?.id ?? '',
    action: 'raise',
    budgets: { maxIterations: 3 },
  } as const;
  await engine.runs.send(id, decision, 'raise-1');
  await engine.until(id, ({ iterations, life }) => iterations === 3 && life.status === 'budget_exceeded');
  expect(told(await engine.log(id)).moves).toEqual(['a > b', 'b > a', 'a > b']);
});

test('S2x-2: a transition whose model is down is decided by rule, and says so', async () => {
  const { log, moves, notes } = await played(engine, {
    machine: {
      transitions: [
        { from: 'a', to: 'b' },
        { from: 'b', to: 'end' },
      ],
    },
    steps: [
      { name: 'work', in_state: 'a', transition_to: 'b' },
      {
        name: 'decide',
        type: 'transition',
        in_state: 'b',
        prompt: 'Which?',
        transition_map: { continue: 'a', pivot: 'a', ship: 'end' },
      },
    ],
    outputs: { decide: [{ status: 401 }] },
  });
  expect(moves).toEqual(['a > b', 'b > end']);
  expect(log).toContainEqual(expect.objectContaining({ type: 'machine.transitioned', to: 'end', fallback: true }));
  expect(notes).toEqual([expect.stringContaining('a rule decides "ship"')]);
});

test('S2-2-h: the worked example runs as it is written', async () => {
  const definition = {
    name: 'worked-example',
    model: {
      name: 'sim:script',
      extra: { sim: { outputs: { observe: ['I see.'], strategic_reflect: ['pivot'] } } },
    },
    ...parse(`${STATE_MACHINE}${STEPS}`),
  };
  const id = await engine.start(definition, { input: { has_context: true } });
  const state = await engine.until(id, ended);
  const { moves } = told(await engine.log(id));
  expect(moves).toEqual(['observing > ideating']);
  expect(state).toMatchObject({ life: { status: 'completed' }, own: { state: 'ideating' } });
  expect(await promptsOf(engine, id, 'observe')).toEqual([
    expect.stringContaining(`=== GOAL: Maximize scrip ===\nYou are ${id}. Balance: unlimited...`),
  ]);
});

test('a person amends the artifact of a failed step, and the machine moves as that step asks', async () => {
  const { id, state } = await played(engine, {
    steps: [
      { name: 'work', in_state: 'a', guard: { use: 'contains', with: { text: 'right' } }, max_retries: 0, ...TO_END },
    ],
    outputs: { work: ['wrong'] },
  });
  const [question] = Object.values(state.escalations);
  await engine
    .handleOf(id)
    .signal('decide', { escalationId: question?.id, action: 'amend', content: 'right', by: 'me' });
  const end = await engine.until(id, ended);
  expect(end).toMatchObject({ life: { status: 'completed' }, own: { state: 'end' } });
});

test('a person accepts a rejected artifact, and the machine moves as its step asks', async () => {
  const { id, state } = await played(engine, {
    steps: [{ name: 'work', in_state: 'a', guard: RETRY, max_retries: 0, ...TO_END }],
  });
  const [question] = Object.values(state.escalations);
  await engine.runs.send(
    id,
    {
      kind: 'decide',
      escalationId: question?.id ?? '',
      action: 'approve',
      artifactDigest: question?.artifactDigest ?? '',
      by: 'me',
    },
    'approve-1',
  );
  expect(await engine.until(id, ended)).toMatchObject({
    life: { status: 'completed' },
    own: { state: 'end' },
    steps: { work: { sigma: 'waived' } },
  });
});

test('a machine that is stopped goes on where it was', async () => {
  const id = await engine.start(
    aMachine({
      steps: [
        { name: 'first', in_state: 'a', transition_to: 'b' },
        { name: 'second', in_state: 'b', ...TO_END },
      ],
      outputs: { second: [{ text: 'late', delay: '800ms' }] },
    }),
  );
  await engine.until(id, (state) => standingOf(state)?.state === 'b');
  await engine.runs.send(id, { kind: 'stop', reason: 'night', by: 'me' }, 'stop-1');
  expect(await engine.until(id, ended)).toMatchObject({ life: { status: 'stopped' }, own: { state: 'b', turn: 2 } });
});

test('R53: a machine without steps is complete where it begins', async () => {
  const id = await engine.start({ name: 'fragment', ...parse(STATE_MACHINE) });
  expect(await engine.until(id, ended)).toMatchObject({
    life: { status: 'completed' },
    own: { state: 'observing', turn: 0 },
  });
});

test('U-12: a machine goes on where it was in a further execution', async () => {
  const small = await startInProcess({ settings: { maxHistoryEvents: 40 } });
  try {
    const { id, state, moves } = await played(small, {
      fields: { budgets: { maxIterations: 6, maxStall: 9 } },
      steps: [
        { name: 'count', type: 'code', in_state: 'a', code: 'context["n"] = context.get("n", 0) + 1' },
        { name: 'there', in_state: 'a', transition_to: 'b' },
        { name: 'back', in_state: 'b', prompt: 'n is {n}.', transition_to: 'a' },
      ],
    });
    expect(moves).toEqual(['a > b', 'b > a', 'a > b', 'b > a', 'a > b', 'b > a']);
    expect(standingOf(state)?.path).toHaveLength(7);
    expect(small.executionsOf(id)).toBeGreaterThan(1);
    expect((await promptsOf(small, id, 'back')).at(-1)).toContain('n is 3.');
  } finally {
    await small.stop();
  }
});
