// A real PostgreSQL, the simulated models, the API in process: agreeing on what a run is for.
import { searchIn } from '../../../src/model/own-state.ts';
import { startInProcess } from '../../support/engine/in-process.ts';
import { useSearches } from '../../support/engine/searches.ts';
import { atom, objective, searching } from '../../support/played/and-or.ts';

const dsap = useSearches(startInProcess);

const MISSING = ['goal', 'backgroundIntent', 'deliverables', 'definitionOfDone', 'baseCase'] as const;
const full: Readonly<Record<string, unknown>> = { ...objective('only') };
const align = (id: string, body: object) => dsap.send('PUT', `/v1/runs/${id}/alignment`, body);
const begin = (id: string) => dsap.send('POST', `/v1/runs/${id}/start`);

test('S1-3.1-a, S1-3.1-b, S1-3.1-c, S1-3.2-a, S1-3.2-b, S1-6-a: nothing starts before it is agreed on; then what was agreed on runs', async () => {
  const id = await dsap.start(searching([], {}));
  expect(await dsap.run(id)).toMatchObject({
    status: 'awaiting_alignment',
    currentSteps: [],
    missing: [...MISSING, 'steps'],
  });
  expect(await begin(id)).toMatchObject({
    status: 409,
    body: { code: 'not_aligned', missing: [...MISSING, 'steps'], runId: id },
  });
  expect(await align(id, { objective: full, steps: [atom('only')] })).toMatchObject({
    status: 200,
    body: { status: 'awaiting_alignment', missing: [] },
  });
  expect(await dsap.state(id)).toMatchObject({
    objective: full,
    unresolved: ['only'],
    graph: { steps: [{ id: 'only' }] },
  });
  expect((await dsap.log(id)).some(({ type }) => type === 'step.started')).toBe(false);
  expect(await begin(id)).toMatchObject({ status: 202 });
  expect(await dsap.result(id)).toMatchObject({ status: 'completed' });
});

test.each(MISSING)('S1-3.1-d: without %s a run waits, and the refusal names it', async (field) => {
  const { [field]: left, ...rest } = full;
  const id = await dsap.start(searching([atom('only')], { objective: rest }));
  expect(await dsap.state(id)).toMatchObject({ status: 'awaiting_alignment', missing: [field] });
  const { status, body } = await begin(id);
  expect([status, body]).toMatchObject([409, { missing: [field], detail: expect.stringContaining(field) }]);
  expect(await align(id, { objective: { [field]: left } })).toMatchObject({ status: 200, body: { missing: [] } });
});

test('S1-3.2-b, S1x-7: an empty graph is named as what is missing, also where all else is agreed on', async () => {
  const id = await dsap.start(searching([], { objective: { ...full, baseCase: { file: 'done.md' } } }));
  expect(await begin(id)).toMatchObject({ status: 409, body: { missing: ['steps'] } });
  expect(await align(id, { steps: [] })).toMatchObject({ status: 200, body: { missing: ['steps'] } });
  expect(await begin(id)).toMatchObject({ status: 409, body: { missing: ['steps'] } });
});

test('R50: a complete objective of the definition starts by itself; that of the start request holds over it, field by field', async () => {
  const definition = searching([atom('only'), atom('other')], { objective: full });
  const baseCase = { guard: { use: 'not-empty' }, on: 'other' };
  const constraints = ['Only free software.'];
  const id = await dsap.start(definition, { objective: { goal: 'Another goal.', baseCase, constraints } });
  expect(await dsap.result(id)).toMatchObject({ status: 'completed' });
  expect((await dsap.state(id)).objective).toEqual({ ...full, goal: 'Another goal.', baseCase, constraints });
  expect(await dsap.prompt(id, 'other')).toMatch(/Only free software\.[^]*Goal: Another goal\./);
  const bare = await dsap.start(searching([atom('only')], {}), { objective: full });
  expect(await dsap.result(bare)).toMatchObject({ status: 'completed' });
});

test('S1-4.1-b: an objective of the start request is checked like that of a definition', async () => {
  const payload = {
    workflow: { definition: searching([atom('only')], {}) },
    objective: { ...full, baseCase: { file: '/etc/passwd' } },
  };
  expect(await dsap.send('POST', '/v1/runs', payload)).toMatchObject({
    status: 422,
    body: { errors: [{ code: 'invalid_path', pointer: '/objective/baseCase/file' }] },
  });
});

test('S1-3.1-a: agreeing twice before the start: what is said last holds, and the rest stays', async () => {
  const id = await dsap.start(searching([], {}));
  await align(id, { objective: full, steps: [atom('first'), atom('only')] });
  const again = await align(id, {
    objective: { goal: 'Less.', constraints: { maxIterations: 7 } },
    steps: [atom('only')],
  });
  expect(again).toMatchObject({ status: 200, body: { missing: [] } });
  expect(await dsap.state(id)).toMatchObject({
    objective: { goal: 'Less.', backgroundIntent: 'Accounts are wanted.' },
    unresolved: ['only'],
    budgets: { maxIterations: 7 },
  });
  await begin(id);
  expect(await dsap.result(id)).toMatchObject({ status: 'completed' });
  expect((await dsap.log(id)).filter(({ type }) => type === 'run.aligned')).toMatchObject([
    { version: 1 },
    { version: 2 },
  ]);
});

test('S1-3.1-a: what says nothing new is no new version', async () => {
  const id = await dsap.start(searching([], {}));
  expect(await align(id, {})).toMatchObject({ status: 200, body: { changed: false, missing: [...MISSING, 'steps'] } });
  const body = { objective: full, steps: [atom('only')] };
  expect(await align(id, body)).toMatchObject({ status: 200, body: { changed: true } });
  for (const again of [{}, body]) {
    expect(await align(id, again)).toMatchObject({ status: 200, body: { changed: false, missing: [] } });
  }
  expect((await dsap.log(id)).filter(({ type }) => type === 'run.aligned')).toHaveLength(1);
});

test('S1-3.1-a, R50: what has not begun is agreed on, and not redirected; the refusal says how', async () => {
  const id = await dsap.start(searching([atom('only')], {}));
  const refused = {
    status: 409,
    body: { code: 'not_aligned', missing: [...MISSING], detail: expect.stringContaining('PUT …/alignment') },
  };
  expect(await dsap.redirect(id, 'dag_adjustment', { add: [atom('more')] })).toMatchObject(refused);
  const words = { instruction: 'One more.' };
  expect(await dsap.send('POST', `/v1/runs/${id}/redirect`, words)).toMatchObject(refused);
});

test('S1-3.1-d: blank words say nothing: they are missing', async () => {
  const blank = { ...full, goal: '  ', deliverables: [' ', '\n'] };
  const id = await dsap.start(searching([atom('only')], { objective: blank }));
  expect(await dsap.state(id)).toMatchObject({ status: 'awaiting_alignment', missing: ['goal', 'deliverables'] });
});

test('S1-3.2-a: a start that is repeated changes nothing; what has begun is corrected by redirect', async () => {
  const id = await dsap.start(searching([atom('only')], {}, { only: [{ text: 'slow', delay: '20s' }] }));
  await align(id, { objective: full });
  expect(await begin(id)).toMatchObject({ status: 202, body: { changed: true } });
  await dsap.generating(id, 'only');
  expect(await begin(id)).toMatchObject({ body: { changed: false } });
  expect(await align(id, { objective: full })).toMatchObject({
    status: 409,
    body: { code: 'already_started', detail: expect.stringContaining('redirect') },
  });
  await dsap.stop(id);
  expect(await begin(id)).toMatchObject({ status: 409 });
  expect(await align(id, { objective: full })).toMatchObject({ status: 409 });
});

test('S1-4.1-b: what no machine can evaluate is refused, with where and why', async () => {
  const id = await dsap.start(searching([], {}));
  const vague = await align(id, { objective: { ...full, baseCase: 'Everybody is happy.' }, steps: [atom('only')] });
  expect(vague).toMatchObject({
    status: 422,
    body: { errors: [{ pointer: expect.stringContaining('/objective/baseCase') }] },
  });
  const judged = await align(id, {
    objective: { ...full, baseCase: { rubric: 'It is good.' } },
    steps: [atom('only')],
  });
  expect(judged).toMatchObject({
    status: 422,
    body: { errors: [{ code: 'judged_alone', pointer: '/objective/baseCase' }] },
  });
  const lost = await align(id, { objective: full, steps: [atom('another')] });
  expect(lost).toMatchObject({
    status: 422,
    body: { errors: [{ code: 'unknown_step', pointer: '/objective/baseCase/on' }] },
  });
  expect(await align(id, { objectives: full })).toMatchObject({ status: 422 });
  expect(await dsap.state(id)).toMatchObject({ objective: null, missing: [...MISSING, 'steps'] });
});

test('S1-3.1-a: a run that waits to be agreed on can be stopped, and one of another topology has nothing to agree on', async () => {
  const silent = await dsap.start(searching([], {}));
  await dsap.stop(silent);
  expect(await dsap.run(silent)).toMatchObject({ control: { stopRequested: true, stopReason: null } });
  const waiting = await dsap.start(searching([], {}));
  expect(await dsap.stop(waiting, { reason: 'never mind' })).toMatchObject({
    status: 200,
    body: { status: 'stopped' },
  });
  // It waits for a person, so that it has not ended before it is looked at.
  const dag = await dsap.start({ name: 'dag', model: 'sim:default', steps: [atom('a', { approval: true })] });
  expect(await align(dag, { objective: full })).toMatchObject({ status: 409, body: { code: 'already_started' } });
});

const draft = (goal: string) =>
  JSON.stringify({ objective: { ...full, goal }, steps: [atom('only')], questions: ['Which language?'] });

const propose = (id: string) =>
  dsap.send('POST', `/v1/runs/${id}/alignment/propose`, { instruction: 'People should sign in.' });

/** A run that nothing is known of; what its model drafts in turn. */
function drafting(...texts: readonly string[]) {
  return searching([], {}, { alignment_1: texts, only: ['made'] });
}

test('S1-3.1-a, S1-3.1-b: a model drafts objective and first graph, a person agrees, and only then may it start', async () => {
  const id = await dsap.start(drafting('no JSON at all', draft('Sign-in.')));
  expect(await propose(id)).toMatchObject({ status: 202, body: { status: 'awaiting_alignment' } });
  const open = await dsap.question(id);
  expect(open).toMatchObject({ kind: 'clarification', allowedActions: expect.arrayContaining(['approve', 'reject']) });
  expect((await dsap.get(`/v1/artifacts/${open.artifactId}/content`)).questions).toEqual(['Which language?']);
  expect(await dsap.prompt(id, 'alignment_1')).toContain('People should sign in.');
  expect(await begin(id)).toMatchObject({ status: 409, body: { code: 'not_aligned' } });
  expect(await dsap.decide(id, 'approve')).toMatchObject({ status: 200 });
  await dsap.until(id, (state) => searchIn(state)?.alignments === 1);
  expect(await dsap.state(id)).toMatchObject({
    status: 'awaiting_alignment',
    objective: { goal: 'Sign-in.' },
    missing: [],
    unresolved: ['only'],
    graph: { steps: [{ id: 'only' }] },
  });
  expect(await begin(id)).toMatchObject({ status: 202 });
  expect(await dsap.result(id)).toMatchObject({ status: 'completed', artifacts: { only: { content: 'made' } } });
});

test('S1-3.1-a: a model drafts under the next free id where a step or a group has that of a draft', async () => {
  const steps = [atom('alignment_1'), atom('other', { orGroup: 'alignment_2' })];
  const id = await dsap.start(searching(steps, {}, { alignment_3: [draft('Drafted.')] }));
  expect(await propose(id)).toMatchObject({ status: 202 });
  expect(await dsap.question(id)).toMatchObject({ kind: 'clarification', step: 'alignment_3' });
});

test('S1-3.1-a, S1-4.1-b: a draft that the run could not go by is drafted again before a person is asked, with all that is wrong', async () => {
  const unfit = JSON.stringify({
    objective: { ...full, baseCase: { rubric: 'It is good.' } },
    steps: [atom('only', { requires: ['zz'] })],
  });
  const id = await dsap.start(drafting(unfit, draft('Sign-in.')));
  await propose(id);
  expect(await dsap.question(id)).toMatchObject({ attempt: 2 });
  expect(await dsap.attempts(id, 'alignment_1')).toMatchObject([
    { status: 'rejected', verdict: { guard: 'alignment-draft' } },
    { status: 'pending' },
  ]);
  expect(await dsap.prompt(id, 'alignment_1', 2)).toMatch(/judge may reject[^]*"zz"/);
  expect(await dsap.decide(id, 'approve')).toMatchObject({ status: 200 });
  await dsap.until(id, (state) => searchIn(state)?.alignments === 1);
});

test('S1-3.1-a: a draft that a person rejects is drafted again, with what the person said', async () => {
  const id = await dsap.start(drafting(draft('Wrong.'), draft('Right.')));
  await propose(id);
  expect(await dsap.decide(id, 'reject', { feedback: 'Not by telephone.' })).toMatchObject({ status: 200 });
  await dsap.until(id, ({ escalations }) => Object.keys(escalations).length === 2);
  expect(await dsap.prompt(id, 'alignment_1', 2)).toContain('Not by telephone.');
  expect((await dsap.state(id)).objective).toBeNull();
  expect(await dsap.decide(id, 'approve')).toMatchObject({ status: 200 });
  await dsap.until(id, (state) => searchIn(state)?.alignments === 1);
  expect(await dsap.state(id)).toMatchObject({ objective: { goal: 'Right.' } });
});

const ANSWERS = {
  approve: {},
  reject: { feedback: 'No.' },
  amend: { content: draft('Amended.') },
  retry: {},
  skip: {},
} as const;

test('R44, S1-3.1-a: what a person agrees on takes the place of an open draft: its question is withdrawn, and the run goes on', async () => {
  const id = await dsap.start(drafting(draft('Drafted.')));
  await propose(id);
  const { id: question } = await dsap.question(id);
  expect(await align(id, { objective: full, steps: [atom('only')] })).toMatchObject({ status: 200 });
  expect(await dsap.get(`/v1/escalations/${question}`)).toMatchObject({ status: 'withdrawn' });
  for (const [action, more] of Object.entries(ANSWERS)) {
    const answer = await dsap.send('POST', `/v1/escalations/${question}/decision`, { action, ...more });
    expect([action, answer]).toMatchObject([action, { status: 409, body: { code: 'escalation_withdrawn' } }]);
  }
  await begin(id);
  expect(await dsap.result(id)).toMatchObject({ status: 'completed' });
});

test('R9, R27: a draft that is being generated is discarded by what a person agrees on, and the log says so', async () => {
  const id = await dsap.start(
    searching([], {}, { alignment_1: [{ text: draft('Late.'), delay: '20s' }], only: ['made'] }),
  );
  await propose(id);
  await dsap.generating(id, 'alignment_1');
  await align(id, { objective: full, steps: [atom('only')] });
  expect((await dsap.log(id)).filter(({ type }) => type === 'attempt.finished')).toMatchObject([
    { step: 'alignment_1', status: 'discarded' },
  ]);
  await begin(id);
  expect(await dsap.result(id)).toMatchObject({ status: 'completed' });
});

test('R44: the start withdraws a draft that is still asked about, and nothing drafts again', async () => {
  const id = await dsap.start(
    searching([], {}, { alignment_1: [draft('Drafted.')], only: [{ text: 'made', delay: '1s' }] }),
  );
  await align(id, { objective: full, steps: [atom('only')] });
  await propose(id);
  const { id: question } = await dsap.question(id);
  expect(await begin(id)).toMatchObject({ status: 202 });
  expect(await dsap.send('POST', `/v1/escalations/${question}/decision`, { action: 'approve' })).toMatchObject({
    status: 409,
    body: { code: 'escalation_withdrawn' },
  });
  expect(await dsap.result(id)).toMatchObject({ status: 'completed' });
  expect((await dsap.attempts(id, 'alignment_1')).length).toBe(1);
});

test('R25: a step that is called like a draft takes nothing over from it', async () => {
  const id = await dsap.start(drafting(draft('Drafted.')));
  await propose(id);
  await dsap.question(id);
  await align(id, { objective: objective('alignment_1'), steps: [atom('alignment_1')] });
  await begin(id);
  expect(await dsap.result(id)).toMatchObject({ status: 'completed' });
  expect(await dsap.attempts(id, 'alignment_1')).toMatchObject([
    { epoch: 1, status: 'discarded' },
    { epoch: 2, status: 'accepted' },
  ]);
});
