/** Over a real PostgreSQL, with the engine's core in memory: what holds in a run (console 2.2). */
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { stateScreen } from '../../src/console/pages/state/state.ts';
import { no, PIPELINE, useDecisions, yes } from '../api/escalations/deciding.ts';
import { region } from './forms.ts';

const { api, escalated, run } = useDecisions();
const stateOf = async (id: string) => (await api.get(`/console/runs/${id}/state`)).body;

test('console 2.2: results stand with their texts, and corrections say who changed what, why, and what became of it', async () => {
  const { id } = await escalated({ plan: [yes], draft: [no] }, PIPELINE);
  const before = await stateOf(id);
  const plan = (await api.get(`/v1/runs/${id}/state`)).json().bindings.plan;
  const { text } = (await api.get(`/v1/artifacts/${plan}?view=page`)).json();
  expect(region(before, 'Results')).toContain(`>${text}</pre>`);
  expect(region(before, 'Corrections')).toContain('Nobody has corrected this run.');
  expect(before).not.toMatch(/Trail|Choices|State machine|Objective/);
  const body = { type: 'constraint_change', description: 'It was <i>long</i>.', constraints: 'Be brief.' };
  const headers = { 'if-match': `"${(await run(id)).revision}"` };
  expect((await api.post(`/v1/runs/${id}/redirect`, body, headers)).statusCode).toBeLessThan(300);
  const corrected = region(await stateOf(id), 'Corrections');
  expect(corrected).toContain('✎ Constraints or limits were changed');
  expect(corrected).toContain('It was &lt;i>long&lt;/i>.');
  expect(corrected).toContain('<bdi>anonymous</bdi>');
});

test('of no run there is no state', async () => {
  expect((await api.get('/console/runs/run_none/state')).statusCode).toBe(404);
});

test('console 2.2: a text is led to by its id: to the page of its step, or to one of its own', async () => {
  const { id } = await escalated({ plan: [yes], draft: [no] }, PIPELINE);
  const text = (artifactId: string) => api.get(`/console/runs/${id}/texts/${artifactId}`);
  const { plan } = (await api.get(`/v1/runs/${id}/state`)).json().bindings;
  const made = await text(plan);
  expect([made.statusCode, made.headers.location]).toEqual([
    303,
    `/console/runs/${id}/steps/plan?artifact=${encodeURIComponent(plan)}`,
  ]);
  const { id: imported } = (await api.post('/v1/artifacts', { content: 'Brought <in>.' })).json();
  const page = await text(imported);
  expect([page.statusCode, region(page.body, 'Text')]).toEqual([
    200,
    expect.stringContaining('>Brought &lt;in>.</pre>'),
  ]);
  expect((await text('art_none')).statusCode).toBe(404);
});

test('console 2.2: the state leads to the page of what the base case was verified by', () => {
  const graph = { groups: [] };
  const state = { runId: 'run_1', status: 'running', bindings: {}, corrections: [], graph, trail: [], missing: [] };
  const baseCase = { passed: false, verifying: false, artifactId: 'art_1' };
  const shown = Object.assign(Object.create(null), { ...state, objective: null, baseCase });
  const html = renderToString(h('div', null, stateScreen({ state: shown, texts: new Map(), now: 0 }).content));
  expect(html).toContain(
    'The base case does not hold. <a href="/console/runs/run_1/texts/art_1">What was looked at</a>',
  );
});
