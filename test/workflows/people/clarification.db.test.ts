// A real PostgreSQL, the real API, simulated models: redirects in a person's own words (S1-3.4-c). Each test has a run of its own.
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { stepsAtWork } from '../../../src/engine.ts';
import { type EscalationState, openEscalations, type RunState } from '../../../src/model/run-state.ts';
import type { Store } from '../../../src/ports/store/store.ts';
import { SIGNALS } from '../../../src/workflows/messages.ts';
import { consistent } from '../../support/consistent.ts';
import { apiOver } from '../../support/engine/engine-api.ts';
import { startInProcess } from '../../support/engine/in-process.ts';
import type { AnyEngine } from '../../support/engine/parts.ts';
import { ended } from '../../support/engine/scripted.ts';

let engine: AnyEngine;
let api: FastifyInstance;
beforeAll(async () => {
  engine = await startInProcess({ seen: withSlowLog });
  api = await apiOver(engine);
});
afterAll(async () => {
  await api?.close();
  await engine?.stop();
});

/** Activities store events late, so the views lag behind the run: nothing may depend on how far they are. */
function withSlowLog(store: Store): Store {
  const append: Store['events']['append'] = async (runId, events) => {
    await setTimeout(80);
    return store.events.append(runId, events);
  };
  return { ...store, events: { ...store.events, append } };
}

const step = (id: string, requires: readonly string[] = [], facts: object = {}) => ({
  id,
  requires,
  generator: { kind: 'llm', prompt: `Make ${id}.` },
  guard: { use: 'not-empty' },
  ...facts,
});

/** a, then b; what the model makes of the instruction in turn. */
function start(
  proposals: readonly object[],
  facts: { readonly a?: object; readonly b?: object; readonly delay?: string } = {},
): Promise<string> {
  const outputs = {
    redirect_1: proposals.map((proposal) => JSON.stringify(proposal)),
    b: [{ text: 'b', delay: facts.delay ?? '1s' }],
  };
  return engine.start({
    name: 'spoken',
    model: { name: 'sim:script', extra: { sim: { outputs } } },
    steps: [step('a', [], facts.a), step('b', ['a'], facts.b)],
  });
}

async function say(id: string, instruction: string) {
  const answer = await api.inject({ method: 'POST', url: `/v1/runs/${id}/redirect`, payload: { instruction } });
  return [answer.statusCode, answer.json()];
}

async function decide({ id, artifactDigest }: EscalationState, payload: object): Promise<number> {
  const url = `/v1/escalations/${id}/decision?wait=10s`;
  const digest = artifactDigest === undefined ? {} : { artifactDigest };
  return (await api.inject({ method: 'POST', url, payload: { by: 'ada', ...payload, ...digest } })).statusCode;
}

const isAsked = (question: EscalationState) => question.kind === 'clarification';

/** The open clarification of a run, other than those seen before. */
async function clarification(id: string, seen: readonly string[] = []): Promise<EscalationState> {
  const isNew = (question: EscalationState) => isAsked(question) && !seen.includes(question.id);
  const state = await engine.until(id, (now) => openEscalations(now).some(isNew));
  const found = openEscalations(state).find(isNew);
  if (!found) throw new Error('no clarification');
  return found;
}

const controlOf = async (id: string) => (await api.inject({ url: `/v1/runs/${id}` })).json().control;
const SHORTER = { type: 'constraint_change', description: 'shorter', constraints: 'At most ten words.' };
const MORE = { type: 'dag_adjustment', description: 'one more', add: [step('c', ['a'])] };

test.concurrent('R86: the proposed change is shown with its digest; nothing is applied, and nothing else begins, until it is approved', async () => {
  const id = await start([MORE]);
  expect(await say(id, 'Also make c after a.')).toEqual([202, { runId: id, status: 'running', changed: true }]);
  expect(await controlOf(id)).toMatchObject({ redirectRequested: true });
  const question = await clarification(id);
  // A call that was in flight when the words came may answer only now. Its guard must wait, too.
  await setTimeout(100);
  expect(stepsAtWork(await engine.until(id, ({ life }) => life.status === 'escalated'))).toEqual([]);
  expect(await controlOf(id)).toMatchObject({ redirectRequested: true });
  const shown = (await api.inject({ url: `/v1/escalations/${question.id}` })).json();
  expect(shown).toMatchObject({ kind: 'clarification', question: expect.stringContaining('Also make c after a.') });
  expect(JSON.parse((await api.inject({ url: `/v1/artifacts/${shown.artifactId}/content` })).body)).toEqual(MORE);
  const before = await api.inject({ url: `/v1/runs/${id}/corrections` });
  expect(before.json().data).toEqual([]);
  expect(await decide(question, { action: 'approve' })).toBe(200);
  await engine.until(id, ended);
  const { state, log } = await consistent(engine, id);
  expect(state).toMatchObject({ life: { status: 'completed' }, corrections: [{ type: 'dag_adjustment', by: 'ada' }] });
  expect(log.filter(({ type }) => type === 'step.waived')).toEqual([]);
  expect(log.filter(({ type }) => type === 'run.redirected')).toHaveLength(1);
  const types = log.map(({ type }) => type);
  const whileOpen = log.slice(types.indexOf('escalation.opened'), types.indexOf('run.redirected'));
  expect(whileOpen.filter(({ type }) => type === 'attempt.started' || type === 'step.started')).toEqual([]);
  expect(Object.keys(state.steps).toSorted()).toEqual(['a', 'b', 'c']);
  expect(await controlOf(id)).toMatchObject({ redirectRequested: false });
});

test.concurrent.each([
  ['adds a step', MORE, []],
  ['rules, with a step made again', { ...SHORTER, reset: ['a'] }, ['a', 'b']],
  [
    'an objective',
    { type: 'objective_change', description: 'kinder', specification: 'Be kind.', reset: ['a'] },
    ['a', 'b'],
  ],
  ['a result', { type: 'bindings_override', description: 'mine', bindings: { a: { content: 'mine' } } }, ['b']],
])('console 6.3, R86: a yes to a proposed change is foretold with the change: %s', async (_, proposal, resets) => {
  const id = await start([proposal]);
  await engine.until(id, ({ steps }) => steps['a']?.sigma === 'satisfied');
  await say(id, 'Change it.');
  const question = await clarification(id);
  const page = (await api.inject({ url: `/v1/escalations/${question.id}?view=page` })).json();
  const yes = page.options.find(({ action }: { action: string }) => action === 'approve');
  expect(yes).toMatchObject({ resets, endsRun: 'no', consequence: expect.stringContaining('the change is made') });
  const url = `/v1/escalations/${question.id}/decision?preview=true`;
  const payload = { action: 'approve', shown: page.shown };
  const preview = (await api.inject({ method: 'POST', url, payload })).json();
  expect(preview).toMatchObject({ wouldReset: resets, endsRun: 'no', warnings: [] });
  const { seq } = await engine.until(id, ({ life }) => life.status === 'escalated');
  expect(await decide(question, payload)).toBe(200);
  await engine.until(id, ended);
  const { state, log } = await consistent(engine, id);
  const after = log.filter((event) => event.seq > seq);
  expect(after.flatMap((event) => (event.type === 'step.invalidated' ? [event.step] : []))).toEqual(resets);
  expect(after.filter(({ type }) => type === 'attempt.started').length).toBeLessThanOrEqual(yes.generations);
  expect(state.life.status).toBe('completed');
});

test.concurrent.each([
  ['needs a step that is not there', { ...MORE, add: [step('c', ['zz'])] }, '"zz"'],
  ['takes out what others need', { ...MORE, add: [], remove: ['a'] }, '"a"'],
  ['changes nothing', { type: 'dag_adjustment', description: 'as it is', add: [] }, 'says nothing to change'],
])('a proposal that %s is made again before a person is asked, with what is wrong', async (_, proposal, wrong) => {
  const id = await start([proposal, MORE]);
  await say(id, 'Also make c after a.');
  expect(await clarification(id)).toMatchObject({ attempt: 2 });
  const { data } = (await api.inject({ url: `/v1/runs/${id}/steps/redirect_1/attempts` })).json();
  expect(data).toMatchObject([
    { status: 'rejected', verdict: { guard: 'redirect-proposal', feedback: expect.stringContaining(wrong) } },
    { status: 'pending' },
  ]);
});

test.concurrent('an instruction that leaves open what is meant leads to a question, and its answer to a change', async () => {
  const id = await start([{ question: 'How short?' }, SHORTER]);
  await say(id, 'Shorter, please.');
  const first = await clarification(id);
  expect((await api.inject({ url: `/v1/artifacts/${first.artifactId}/content` })).body).toContain('How short?');
  expect(first.allowedActions).toEqual(['reject', 'amend', 'retry', 'skip', 'abort']);
  expect(await decide(first, { action: 'approve' })).toBe(409);
  expect(await decide(first, { action: 'reject', feedback: 'Ten words at most.' })).toBe(200);
  const second = await clarification(id, [first.id]);
  await decide(second, { action: 'approve' });
  const state = await engine.until(id, ended);
  expect(state).toMatchObject({ life: { status: 'completed' }, corrections: [{ type: 'constraint_change' }] });
});

test.concurrent('a run that waits for a person is told in words what to do, and goes on', async () => {
  const verdicts = [{ verdict: 'fatal', feedback: 'never' }, { verdict: 'pass' }];
  const id = await start([{ ...SHORTER, reset: ['a'] }], { a: { guard: { use: 'scripted', with: { verdicts } } } });
  await engine.until(id, ({ life }) => life.status === 'escalated');
  await say(id, 'Do a again, in ten words.');
  await decide(await clarification(id), { action: 'approve' });
  await engine.until(id, ended);
  expect((await consistent(engine, id)).state).toMatchObject({ life: { status: 'completed' }, corrections: [{}] });
});

test.concurrent('where no change can be made of it, a person is asked, may write it, or let it be', async () => {
  const id = await start([{ type: 'wish' }, { type: 'dag_adjustment', remove: ['nobody'] }, { type: 'wish' }]);
  await say(id, 'Make it nice.');
  const question = await clarification(id);
  expect(question).toMatchObject({ kind: 'clarification', allowedActions: ['amend', 'retry', 'skip', 'abort'] });
  expect(await decide(question, { action: 'skip' })).toBe(200);
  const state = await engine.until(id, ended);
  expect(state.life.status).toBe('completed');
  expect(state.corrections).toMatchObject([{ type: 'instruction', description: 'Make it nice.', outcome: 'dropped' }]);
});

test.concurrent('what was agreed to and cannot be made is proposed anew, told why', async () => {
  const resolved = { type: 'dag_adjustment', description: 'x', remove: ['a'], add: [step('a')] };
  const id = await start([resolved, SHORTER]);
  await engine.until(id, ({ steps }) => steps['a']?.sigma === 'satisfied');
  await say(id, 'Another a.');
  const first = await clarification(id);
  await decide(first, { action: 'approve' });
  const second = await clarification(id, [first.id]);
  expect((await api.inject({ url: `/v1/runs/${id}/steps/redirect_1/attempts/2` })).body).toContain('could not be made');
  await decide(second, { action: 'approve' });
  const state: RunState = await engine.until(id, ended);
  expect(state).toMatchObject({ life: { status: 'completed' }, corrections: [{ type: 'constraint_change' }] });
});

test.concurrent('by signal, as from the Web UI', async () => {
  const id = await start([SHORTER]);
  await engine.until(id, ({ steps }) => steps['b']?.call !== undefined);
  await engine.handleOf(id).signal(SIGNALS.redirect.name, { instruction: 'Ten words.', by: 'bob' });
  await decide(await clarification(id), { action: 'approve' });
  expect(await engine.until(id, ended)).toMatchObject({ life: { status: 'completed' }, corrections: [{ by: 'ada' }] });
});

test.concurrent('R86: said in the middle of a step, its answer changes nothing, and the step is made again under the same number', async () => {
  const id = await start([SHORTER], { delay: '3s' });
  await engine.until(id, ({ steps }) => steps['b']?.call?.phase === 'generate');
  await say(id, 'Ten words.');
  const question = await clarification(id);
  await decide(question, { action: 'approve' });
  await engine.until(id, ended);
  const { state, log } = await consistent(engine, id);
  expect(state).toMatchObject({ life: { status: 'completed' }, corrections: [{ type: 'constraint_change' }] });
  expect(state.steps['b']).toMatchObject({ epoch: 1, attempt: 1, n: 1 });
  const spoken = log.findIndex(({ type }) => type === 'run.redirecting');
  const applied = log.findIndex(({ type }) => type === 'run.redirected');
  const between = log.slice(spoken, applied).filter((event) => 'step' in event && event.step === 'b');
  expect(between).toEqual([]);
  const corrections = (await api.inject({ url: `/v1/runs/${id}/corrections` })).json().data;
  expect(corrections).toMatchObject([{ type: 'constraint_change', outcome: 'applied' }]);
});

test.concurrent('R86: a state machine is told in words, too; what finds out what is meant belongs to no turn', async () => {
  const outputs = { redirect_1: [JSON.stringify(SHORTER)], write: [{ text: 'long', delay: '2s' }, 'short'] };
  const id = await engine.start({
    name: 'spoken-machine',
    model: { name: 'sim:script', extra: { sim: { outputs } } },
    workflow: {
      state_machine: { states: ['writing', 'done'], initial_state: 'writing', final_states: ['done'] },
      steps: [{ name: 'write', type: 'llm', prompt: 'Write.', in_state: 'writing', transition_to: 'done' }],
    },
  });
  await engine.until(id, ({ steps }) => steps['write']?.call?.phase === 'generate');
  expect(await say(id, 'Ten words.')).toMatchObject([202, { changed: true }]);
  await decide(await clarification(id), { action: 'approve' });
  await engine.until(id, ended);
  const { state } = await consistent(engine, id);
  expect(state).toMatchObject({
    life: { status: 'completed' },
    iterations: 1,
    corrections: [{ type: 'constraint_change' }],
  });
  expect(Object.keys(state.steps)).toEqual(['write']);
});
