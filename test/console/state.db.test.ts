/** Over a real PostgreSQL, with the engine's core in memory: what holds in a run (console 2.2). */
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
