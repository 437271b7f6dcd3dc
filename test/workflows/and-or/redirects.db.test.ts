// A real PostgreSQL, the simulated models, the API in process: corrections of a run under way.
import { createHolding, heldBack } from '../../support/engine/held-back.ts';
import { startInProcess } from '../../support/engine/in-process.ts';
import { useSearches } from '../../support/engine/searches.ts';
import { atom, failing, objective, searching, told } from '../../support/played/and-or.ts';

const holding = createHolding();
const dsap = useSearches(startInProcess, { provider: holding.provider });

/** What is interrupted is asked for again. */
const SLOW = heldBack('in time');
/** It is interrupted twice. */
const SLOWER = heldBack('in time', 2);
const ENDLESS = { text: 'never', delay: '25s' };
const AUTH = { orGroups: { auth: { choices: ['jwt', 'session'] } } };

/**
 * jwt failed, session won, a and b were made beside; last takes its time. The Trail has three entries.
 */
async function underWay(outputs: Readonly<Record<string, readonly unknown[]>> = {}): Promise<string> {
  const steps = [
    atom('a'),
    atom('b', { requires: ['a'] }),
    atom('jwt', { guard: failing(9), recovery: { rMax: 0 } }),
    atom('session'),
    atom('last', { requires: ['auth', 'b'] }),
  ];
  const definition = searching(steps, { ...AUTH, objective: objective('last') }, { last: [SLOW], ...outputs });
  const id = await dsap.start(definition);
  await holding.asked(id, 'last');
  return id;
}

const TRAIL = ['or_selected auth jwt', 'or_failed auth jwt', 'or_selected auth session'];

test.each([
  ['objective_change', { objective: { goal: 'Sign in and out.' } }, [], true],
  ['dag_adjustment', { add: [atom('extra')] }, [...TRAIL, 'user_correction'], false],
  ['constraint_change', { budgets: { maxIterations: 50 } }, TRAIL, false],
  ['bindings_override', { bindings: { b: { summary: 'B in short' } } }, TRAIL, false],
])(
  'S1-3.4-a, S1-3.4-b, S1-3.4-d, S1-3.4-e, S1-3.4-f, S1-3.4-g, S1-4.1-j, S1-4.1-k, S1-4.1-l: %s interrupts what is generated at once, is recorded, and the run goes on',
  async (type, change, trail, trailCleared) => {
    const id = await underWay();
    const sent = Date.now();
    expect(await dsap.redirect(id, type, change)).toMatchObject({ status: 200 });
    const state = await dsap.state(id);
    expect(told(state.trail)).toEqual(trail);
    expect(state.corrections).toMatchObject([
      { type, description: 'as said', trailCleared, timestamp: expect.any(String) },
    ]);
    expect(Date.parse(state.corrections[0].timestamp)).toBeGreaterThanOrEqual(sent - 1_000);
    expect(await dsap.result(id)).toMatchObject({ status: 'completed', artifacts: { last: { content: 'in time' } } });
    const [first, second] = await dsap.attempts(id, 'last');
    expect([first, second]).toMatchObject([
      { status: 'discarded', verdict: null },
      { status: 'accepted', attempt: 1 },
    ]);
    expect(Date.parse(first.endedAt)).toBeLessThanOrEqual(Date.parse(second.startedAt));
    expect((await dsap.bindings(id)).find(({ step }) => step === 'last')).toMatchObject({ summary: 'in time' });
  },
);

test('S1-3.4-h: four redirects make four corrections, in order, and the whole Trail stays readable', async () => {
  const id = await underWay({ last: [ENDLESS] });
  const said = [
    ['constraint_change', { constraints: 'Short.' }],
    ['bindings_override', { bindings: { b: { content: 'by hand' } } }],
    ['dag_adjustment', { add: [atom('extra', { optional: true })] }],
    ['objective_change', { objective: { backgroundIntent: 'The law asks for it.' } }],
  ] as const;
  for (const [type, change] of said) expect(await dsap.redirect(id, type, change)).toMatchObject({ status: 200 });
  const { data } = await dsap.get(`/v1/runs/${id}/corrections`);
  expect(data.map(({ type }: { type: string }) => type).toReversed()).toEqual(said.map(([type]) => type));
  expect((await dsap.state(id)).trail).toEqual([]);
  const whole = await dsap.trail(id);
  expect(told(whole)).toEqual([...TRAIL, 'user_correction']);
  expect(whole.map(({ epoch }) => epoch)).toEqual([1, 1, 1, 1]);
  await dsap.stop(id);
});

test('S1-3.4-d: what is cleared is a new epoch: failed choices that have not won count as untried again', async () => {
  const steps = [atom('jwt', { guard: failing(1), recovery: { rMax: 0 } }), atom('session')];
  const id = await dsap.start(searching(steps, { ...AUTH, objective: objective('auth') }, { session: [SLOW] }));
  await holding.asked(id, 'session');
  await dsap.redirect(id, 'objective_change', { objective: { deliverables: ['one page'] } });
  expect(await dsap.result(id)).toMatchObject({
    status: 'completed',
    artifacts: { auth: { content: 'what jwt made' } },
  });
  expect((await dsap.trail(id)).map(({ epoch, type, selected }) => [epoch, type, selected])).toEqual([
    [1, 'or_selected', 'jwt'],
    [1, 'or_failed', 'jwt'],
    [1, 'or_selected', 'session'],
    [2, 'or_selected', 'jwt'],
  ]);
  expect(await dsap.state(id)).toMatchObject({
    trail: [{ epoch: 2, selected: 'jwt' }],
    objective: { deliverables: ['one page'] },
  });
  expect(await dsap.prompt(id, 'jwt', 2)).toContain('- one page');
});

test('S1-3.4-d: a base case that is changed is what decides from there on; a verification by the old one counts no more', async () => {
  const id = await underWay();
  const baseCase = { guard: { use: 'not-empty' }, on: 'b' };
  expect(await dsap.redirect(id, 'objective_change', { objective: { baseCase } })).toMatchObject({ status: 200 });
  expect(await dsap.result(id)).toMatchObject({ status: 'completed' });
  expect(await dsap.state(id)).toMatchObject({ guards: { last: 'unsatisfied' }, objective: { baseCase } });
  expect((await dsap.evidence(id)).evidence).toMatchObject([{ check: 'guard not-empty on b' }]);
});

test('S1-3.4-g, S1-2.3-b, S1-4.3-b: a binding that is overwritten with a summary: only what builds on it is done anew, and reads it', async () => {
  const id = await underWay({ b: ['the raw B', 'the second B'] });
  const bindings = { a: { content: 'all of A by hand', summary: 'A in short' } };
  expect(await dsap.redirect(id, 'bindings_override', { bindings })).toMatchObject({ status: 200 });
  expect(await dsap.result(id)).toMatchObject({ status: 'completed' });
  expect(await dsap.state(id)).toMatchObject({
    epochs: { a: 1, b: 2, session: 1, last: 2 },
    guards: { a: 'satisfied' },
  });
  expect(await dsap.prompt(id, 'b', 2)).toContain('A in short');
  const bound = await dsap.bindings(id);
  expect(bound.find(({ step }) => step === 'a')).toMatchObject({
    source: 'human',
    summary: expect.stringContaining('A in short'),
  });
  expect(await dsap.attempts(id, 'a')).toMatchObject([
    { status: expect.stringMatching(/accepted|superseded/) },
    { source: 'human' },
  ]);
});

test('S1-3.4-g: the binding of a winning choice, overwritten: what needs its group is done anew, and nothing else', async () => {
  const id = await underWay();
  const bindings = { session: { content: 'cookies' } };
  expect(await dsap.redirect(id, 'bindings_override', { bindings })).toMatchObject({ status: 200 });
  expect(await dsap.result(id)).toMatchObject({ status: 'completed' });
  expect(await dsap.state(id)).toMatchObject({ epochs: { a: 1, b: 1, session: 1, last: 2 } });
  expect(await dsap.prompt(id, 'last', 1)).toContain('cookies');
});

test('S1-3.4-g: what a lost choice builds on, overwritten: nothing that the winner served is touched', async () => {
  const steps = [
    atom('keys'),
    atom('jwt', { requires: ['keys'], guard: failing(9), recovery: { rMax: 0 } }),
    atom('session'),
    atom('api', { requires: ['auth'] }),
    atom('end', { requires: ['api', 'keys'] }),
  ];
  const definition = searching(steps, { ...AUTH, objective: objective('end') }, { end: [SLOW] });
  const id = await dsap.start(definition);
  await holding.asked(id, 'end');
  await dsap.redirect(id, 'bindings_override', { bindings: { keys: { content: 'other keys' } } });
  expect(await dsap.result(id)).toMatchObject({ status: 'completed' });
  expect(await dsap.state(id)).toMatchObject({ epochs: { session: 1, api: 1 } });
});

test.each([
  ['a step that has none', { bindings: { last: { summary: 'x' } } }, 422],
  ['a step that is not there', { bindings: { nobody: { summary: 'x' } } }, 422],
  ['with neither summary nor content', { bindings: { a: {} } }, 422],
])('S1-3.4-g: the binding of %s is refused', async (_, change, status) => {
  const id = await underWay();
  expect(await dsap.redirect(id, 'bindings_override', change)).toMatchObject({ status });
  expect((await dsap.state(id)).corrections).toEqual([]);
  await dsap.stop(id);
});

test('S1-3.4-e: an atom that is added is worked on, is left to do until it is done, and may be taken out again', async () => {
  const id = await underWay({ extra: [ENDLESS], last: [SLOWER] });
  await dsap.redirect(id, 'dag_adjustment', { add: [atom('extra', { requires: ['a'] })] });
  expect((await dsap.state(id)).unresolved).toEqual(['last', 'extra']);
  await holding.asked(id, 'last', 2);
  const resolved = await dsap.redirect(id, 'dag_adjustment', { remove: ['session'] });
  expect(resolved).toMatchObject({
    body: { code: 'step_resolved', detail: expect.stringContaining('session is resolved') },
  });
  expect(await dsap.redirect(id, 'dag_adjustment', { remove: ['extra'] })).toMatchObject({ status: 200 });
  expect(await dsap.result(id)).toMatchObject({ status: 'completed' });
  expect((await dsap.state(id)).graph.steps.map(({ id: step }: { id: string }) => step)).not.toContain('extra');
  expect(await dsap.attempts(id, 'extra')).toMatchObject([{ status: 'discarded' }]);
  expect((await dsap.trace(id)).at(-1)).toMatchObject({ action: 'REPLY-TO-USER' });
});

test('S1-3.4-e: what is added may close no circle and must be whole', async () => {
  const id = await underWay();
  const circle = await dsap.redirect(id, 'dag_adjustment', {
    add: [atom('x', { requires: ['y'] }), atom('y', { requires: ['x'] })],
  });
  expect(circle).toMatchObject({ status: 422, body: { errors: [{ pointer: '/add/0/requires/0', code: 'cycle' }] } });
  const bare = await dsap.redirect(id, 'dag_adjustment', { add: [{ id: 'x' }] });
  expect(bare).toMatchObject({
    status: 422,
    body: { errors: expect.arrayContaining([expect.objectContaining({ pointer: expect.stringContaining('/add/0') })]) },
  });
  await dsap.stop(id);
});

test('S1-3.4-f, S1-4.1-c: constraints that change reach the next prompts, and the Trail is kept', async () => {
  const id = await underWay();
  await dsap.redirect(id, 'constraint_change', {
    constraints: 'At most three words.',
    budgets: { maxIterations: 40, maxParallelAgents: 1 },
  });
  expect(await dsap.result(id)).toMatchObject({ status: 'completed' });
  expect(await dsap.prompt(id, 'last', 1)).toContain('At most three words.');
  expect(await dsap.state(id)).toMatchObject({ budgets: { maxIterations: 40, maxParallelAgents: 1 } });
  expect(told(await dsap.trail(id))).toEqual(TRAIL);
});

test('S1-3.4-c, S1-4.1-i: free words come back as a proposed change; redirectRequested holds until it is agreed to, and nothing is applied before', async () => {
  const proposal = JSON.stringify({ type: 'constraint_change', description: 'shorter', constraints: 'Short.' });
  const id = await underWay({ redirect_1: [proposal] });
  expect(await dsap.state(id)).toMatchObject({ control: { redirectRequested: false } });
  const asked = await dsap.send('POST', `/v1/runs/${id}/redirect`, { instruction: 'Make it shorter.' });
  expect(asked.status).toBe(202);
  const open = await dsap.question(id);
  expect(open).toMatchObject({ kind: 'clarification', allowedActions: expect.arrayContaining(['approve', 'reject']) });
  expect(await dsap.state(id)).toMatchObject({ control: { redirectRequested: true }, corrections: [] });
  expect(await dsap.attempts(id, 'last')).toMatchObject([{ status: 'discarded' }]);
  expect(await dsap.decide(id, 'approve')).toMatchObject({ status: 200 });
  await dsap.until(id, ({ corrections = [] }) => corrections.length === 1);
  expect(await dsap.state(id)).toMatchObject({
    control: { redirectRequested: false },
    corrections: [{ type: 'constraint_change' }],
  });
  expect(await dsap.result(id)).toMatchObject({ status: 'completed' });
});

test('S1-3.4-c: words that could mean anything come back as a question, the model’s own (R90)', async () => {
  const question = JSON.stringify({ question: 'Shorter in words, or in files?' });
  const id = await underWay({ redirect_1: [question] });
  await dsap.send('POST', `/v1/runs/${id}/redirect`, { instruction: 'Less.' });
  const open = await dsap.question(id);
  expect(open.kind).toBe('clarification');
  expect(open.question).toBe('Shorter in words, or in files?');
  expect((await dsap.state(id)).corrections).toEqual([]);
  await dsap.stop(id);
});

test('S1-3.4-a: with onConflict reject nothing is interrupted; a run that has ended is corrected no more', async () => {
  const id = await underWay();
  const body = { constraints: 'Short.', onConflict: 'reject' };
  expect(await dsap.redirect(id, 'constraint_change', body)).toMatchObject({
    status: 409,
    body: { code: 'redirect_conflict', detail: expect.stringContaining('last') },
  });
  expect(await dsap.attempts(id, 'last')).toMatchObject([{ status: 'pending' }]);
  await dsap.stop(id);
  expect(await dsap.redirect(id, 'constraint_change', { constraints: 'Short.' })).toMatchObject({ status: 409 });
});

test('S1-5-d: a redirect and a stop at once: the redirect is applied, and the run stops', async () => {
  const id = await underWay({ last: [ENDLESS] });
  const [redirected, stopped] = await Promise.all([
    dsap.redirect(id, 'constraint_change', { constraints: 'Short.' }),
    dsap.stop(id, { reason: 'enough' }),
  ]);
  expect(stopped).toMatchObject({ status: 200, body: { status: 'stopped' } });
  expect([200, 409]).toContain(redirected.status);
  const { corrections, status } = await dsap.state(id);
  expect(status).toBe('stopped');
  expect(corrections).toHaveLength(redirected.status === 200 ? 1 : 0);
});

test('S1x-7: a dependency that a redirect makes impossible: the run says that nothing can run', async () => {
  const id = await underWay({ last: [SLOWER] });
  const never = atom('never', { when: 'false' });
  const add = [never, atom('after', { requires: ['never'] })];
  const baseCase = { guard: { use: 'not-empty' }, on: 'after' };
  await dsap.redirect(id, 'dag_adjustment', { add });
  await holding.asked(id, 'last', 2);
  await dsap.redirect(id, 'objective_change', { objective: { baseCase } });
  const open = await dsap.question(id);
  expect(open).toMatchObject({ kind: 'deadlock', question: expect.stringContaining('No step can run') });
  expect(await dsap.state(id)).toMatchObject({
    status: 'escalated',
    unresolved: ['after'],
    guards: { never: 'waived' },
  });
  expect(await dsap.decide(id, 'abort', { reason: 'enough' })).toMatchObject({ status: 200 });
  expect(await dsap.result(id)).toMatchObject({ status: 'failed' });
});
