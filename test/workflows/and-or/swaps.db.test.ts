// A real PostgreSQL, calls in process: what is built on a winning choice fails, and another choice takes its place (R85).
import { startInProcess } from '../../support/engine/in-process.ts';
import { useSearches } from '../../support/engine/searches.ts';
import { atom, failing, objective, searching, told } from '../../support/played/and-or.ts';

const search = useSearches(startInProcess);

const GROUP = { way: { choices: ['one', 'other'] } };

function built(more: object = {}, facts: object = {}) {
  const steps = [atom('one'), atom('other'), atom('end', { requires: ['way'], recovery: { rMax: 0 }, ...more })];
  return searching(steps, { orGroups: GROUP, objective: objective('end'), ...facts });
}

test('R85: the run completes on the other choice, and the trail, the trace and the graph tell it', async () => {
  const id = await search.start(built({ guard: failing(1) }));
  expect((await search.result(id)).status).toBe('completed');
  expect(told(await search.trail(id))).toEqual([
    'or_selected way one',
    'or_failed way one',
    'backtrack way',
    'or_selected way other',
  ]);
  const actions = (await search.trace(id)).map(({ action }) => action);
  expect(actions).toEqual(expect.arrayContaining(['SWITCH-BRANCH', 'INVALIDATE', 'INJECT-CONTEXT']));
  const { nodes } = await search.get(`/v1/runs/${id}/graph`);
  const byId = new Map(nodes.map((node: { id: string }) => [node.id, node]));
  expect(byId.get('one')).toMatchObject({ status: 'failed', why: expect.stringContaining('end failed at') });
  expect(byId.get('other')).toMatchObject({ status: 'won' });
  expect(byId.get('way')).toMatchObject({ swaps: { used: 1, max: 1 } });
  expect(await search.prompt(id, 'other')).toContain('AssertionError: not yet');
  expect((await search.bindings(id)).map(({ step }) => step)).not.toContain('one');
});

test('R85: a question tells what each choice came to, and a higher limit answers it', async () => {
  const id = await search.start(built({ guard: failing(1) }, { budgets: { maxSwaps: 0 } }));
  const question = await search.question(id);
  expect(question).toMatchObject({ kind: 'attempts_exhausted', question: expect.stringContaining('maxSwaps') });
  const { evidence } = await search.get(`/v1/escalations/${question.id}`);
  expect(evidence.choices).toMatchObject([
    { choice: 'one', status: 'won' },
    { choice: 'other', status: 'untried' },
  ]);
  await search.send('PATCH', `/v1/runs/${id}/budget`, { maxSwaps: 1 });
  expect((await search.result(id)).status).toBe('completed');
  expect((await search.get(`/v1/escalations/${question.id}`)).status).toBe('withdrawn');
});

test('R85: a false base case swaps what its leaf looks at', async () => {
  const leaf = { guard: { use: 'contains', with: { text: 'other' } }, on: 'end' };
  const steps = [atom('one'), atom('other'), atom('end', { requires: ['way'] })];
  const facts = { orGroups: GROUP, objective: objective('end', { baseCase: leaf }) };
  const id = await search.start(searching(steps, facts, { end: ['on one', 'on the other'] }));
  expect((await search.result(id)).status).toBe('completed');
  const [swap] = (await search.log(id)).filter(({ type }) => type === 'branch.swapped');
  expect(swap).toMatchObject({ from: 'one', to: 'other', cause: { leaf: 'baseCase' }, reset: ['end'] });
});

test('R85, R26: the published bound counts what swaps can open again', async () => {
  const { body } = await search.send('POST', '/v1/workflows/validate', built());
  expect(body.bound).toEqual({ generations: 10 });
  const off = await search.send('POST', '/v1/workflows/validate', built({}, { budgets: { maxSwaps: 0 } }));
  expect(off.body.bound).toEqual({ generations: 9 });
});
