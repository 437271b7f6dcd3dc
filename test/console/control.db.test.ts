/** Over a real PostgreSQL, with the engine's core in memory: what people do with a run as a whole, from a page without scripts (console 2.2). */
import { PIPELINE, useDecisions } from '../api/escalations/deciding.ts';
import { formsOf, region } from './forms.ts';

const { api, started, run, overBudget } = useDecisions();
const { page, press } = formsOf(api);
const DONE = { text: 'ok', verdict: 'pass' as const };

/** A plan is made, a draft under way. */
const underWay = () => started({ plan: [DONE] }, PIPELINE);
const at = (id: string) => `/console/runs/${id}/control`;
const regionsOf = async (id: string) =>
  [...(await page(at(id))).html.matchAll(/<section aria-label="([^"]+)"/g)].map(([, name]) => name);

describe('console 2.2: each entry tells its consequence first, of the attempt in flight too', () => {
  test.each([
    [
      'Pause',
      'Attempt 1 of draft finishes and is kept; nothing else begins',
      'goes on to its end</dt><dd><bdi>draft, attempt 1',
    ],
    ['Stop now', 'The run stops, and can be resumed.', 'cut short</dt><dd><bdi>draft, attempt 1'],
    ['Stop after the attempt', 'Attempt 1 of draft finishes and is kept', 'cut short</dt><dd>nothing'],
    [
      'Terminate',
      'What is under way is discarded and nothing can be resumed',
      'cut short</dt><dd><bdi>draft, attempt 1',
    ],
  ])('%s', async (name, consequence, inFlight) => {
    const html = region((await page(at(await underWay()))).html, name);
    expect(html).toContain(consequence);
    expect(html).toContain(inFlight);
    expect(/aria-describedby="([^"]+)"/.exec(html)?.[1]).toBe(/<div id="(does-[^"]+)"/.exec(html)?.[1]);
  });

  test('what can be done depends on how the run stands', async () => {
    const id = await underWay();
    const [stops, others] = [
      ['Stop now', 'Stop after the attempt'],
      ['Terminate', 'Budget', 'Fork'],
    ];
    expect(await regionsOf(id)).toEqual(['Pause', ...stops, ...others]);
    await press(at(id), { action: 'pause' });
    expect(await regionsOf(id)).toEqual(['Resume', ...stops, ...others]);
    await press(at(id), { action: 'stop' });
    expect(await regionsOf(id)).toEqual(['Resume', 'Fork']);
    const ended = await started({ plan: [DONE], draft: [DONE] }, PIPELINE);
    expect(await regionsOf(ended)).toEqual(['Fork']);
  });
});

test.each([
  ['pause', 'paused'],
  ['stop', 'stopped'],
])('%s: a form, a POST and a 303; the reason is in the log', async (action, status) => {
  const id = await underWay();
  const answer = await press(at(id), { action, reason: 'For now.' });
  expect([answer.statusCode, answer.headers.location]).toEqual([303, `/console/runs/${id}`]);
  expect((await run(id)).status).toBe(action === 'pause' ? 'running' : status);
  expect((await run(id)).control.pauseRequested).toBe(action === 'pause');
});

test('a run is ended for good by a second press, beside the reason', async () => {
  const id = await underWay();
  const first = await press(at(id), { action: 'terminate', reason: 'No use.' });
  expect(region(first.body, 'Terminate')).toContain('press once more');
  expect(region(first.body, 'Terminate')).toContain('value="No use."');
  expect((await run(id)).status).toBe('running');
  expect((await press(at(id), { action: 'sure-terminate', reason: 'No use.' })).statusCode).toBe(303);
  expect((await run(id)).status).toBe('terminated');
});

test('what is refused is said, and nothing is done', async () => {
  const id = await started({ plan: [DONE], draft: [DONE] }, PIPELINE);
  const late = await press(at(id), { action: 'pause' });
  expect([late.statusCode, late.body]).toEqual([409, expect.stringMatching(/role="alert"><bdi>The run is completed/)]);
  expect((await press(at(id), { action: 'nonsense' })).statusCode).toBe(422);
  expect((await press(at('run_none'), { action: 'pause' })).statusCode).toBe(404);
});

test('console 2.2: budget and fork are folded below what they do, until one is needed or has been sent', async () => {
  const folds = (html: string) =>
    ['Budget', 'Fork'].map((name) => /<details( open)?><summary><h2>\w+<\/h2><p>[A-Z]/.exec(region(html, name))?.[1]);
  const id = await underWay();
  expect(folds((await page(at(id))).html)).toEqual([undefined, undefined]);
  expect(region((await page(at(id))).html, 'Fork')).toContain('This one stays as it is.');
  expect(folds((await page(`${at(id)}?fromStep=draft`)).html)).toEqual([undefined, ' open']);
  expect(folds((await press(at(id), { maxAttempts: 'many', action: 'budget-preview' })).body)).toEqual([
    ' open',
    undefined,
  ]);
  expect(folds((await page(at((await overBudget()).id))).html)).toEqual([' open', undefined]);
  const ended = await started({ plan: [DONE], draft: [DONE] }, PIPELINE);
  expect(folds((await page(at(ended))).html)).toEqual([undefined, ' open']);
});

describe('the budget', () => {
  test('is previewed for a revision, and then set: a run that waits for it goes on', async () => {
    const { id } = await overBudget();
    const typed = { maxAttempts: '9' };
    const first = await press(at(id), { ...typed, action: 'budget-preview' });
    const told = region(first.body, 'If you send this');
    expect(told).toContain('The limits hold at once; the question about the budget is answered');
    const fields = { ...formsOf.fields(first.body), ...typed, action: 'budget' };
    expect((await press(at(id), fields)).statusCode).toBe(303);
    expect(await run(id)).toMatchObject({ status: 'running', budgets: { maxAttempts: 9 } });
  });

  test('412: the run has moved on, and what it would do is told anew', async () => {
    const { id } = await overBudget();
    const first = formsOf.fields((await press(at(id), { maxAttempts: '9', action: 'budget-preview' })).body);
    await api.post(`/v1/runs/${id}/pause`, {});
    const answer = await press(at(id), { ...first, action: 'budget' });
    expect([answer.statusCode, answer.body]).toEqual([412, expect.stringContaining('the run has moved on')]);
    expect((await run(id)).budgets.maxAttempts).toBe(1);
  });

  test('what cannot be is said beside it', async () => {
    const { id } = await overBudget();
    const answer = await press(at(id), { maxAttempts: 'many', action: 'budget-preview' });
    expect([answer.statusCode, region(answer.body, 'Budget')]).toEqual([422, expect.stringContaining('role="alert"')]);
  });
});

describe('a fork', () => {
  test('is previewed, then begun once, however often it is pressed', async () => {
    const id = await started({ plan: [DONE], draft: [DONE] }, PIPELINE);
    const start = await page(`${at(id)}?fromStep=draft`);
    expect(start.fields['fromStep']).toBe('draft');
    const typed = { specification: 'Be kind.', model: 'sim:script' };
    const first = await press(at(id), { ...start.fields, ...typed, action: 'fork-preview' });
    const told = region(first.body, 'If you send this');
    expect(told).toContain('made again</dt><dd><bdi>draft</bdi>');
    expect(told).toContain('kept</dt><dd><bdi>plan</bdi>');
    const fields = { ...formsOf.fields(first.body), action: 'fork' };
    const answers = [await press(at(id), fields), await press(at(id), fields)];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([303, 303]);
    const [made, again] = answers.map(({ headers }) => headers.location);
    expect(again).toBe(made);
    const { forkedFrom } = (await api.get(`${made}`.replace('/console/', '/v1/'))).json();
    expect(forkedFrom).toMatchObject({ runId: id, fromStep: 'draft', changed: ['specification', 'model'] });
  });

  test('of what was changed since it was looked at nothing is begun', async () => {
    const id = await started({ plan: [DONE], draft: [DONE] }, PIPELINE);
    const first = formsOf.fields((await press(at(id), { fromStep: 'draft', action: 'fork-preview' })).body);
    const answer = await press(at(id), { ...first, fromStep: 'plan', action: 'fork' });
    expect([answer.statusCode, answer.body]).toEqual([409, expect.stringContaining('not what you looked at')]);
  });

  test('from a step that there is not it is refused', async () => {
    const id = await underWay();
    const answer = await press(at(id), { fromStep: 'none', action: 'fork-preview' });
    expect([answer.statusCode, region(answer.body, 'Fork')]).toEqual([422, expect.stringContaining('role="alert"')]);
  });
});

test('a run leads to its control and its redirect', async () => {
  const id = await underWay();
  const { html } = await page(`/console/runs/${id}`);
  expect(html).toContain(`<form method="get" action="/console/runs/${id}/control"`);
  expect(html).toMatch(new RegExp(`<a href="/console/runs/${id}/redirect"[^>]*>Redirect</a>`));
  expect(region(html, 'Result')).toBe('');
});

test('a run that is complete shows what it has made, and leads to a fork in place of a correction', async () => {
  const id = await started({ plan: [DONE], draft: [{ ...DONE, text: 'The answer is 42.' }] }, PIPELINE);
  const { html } = await page(`/console/runs/${id}`);
  expect(region(html, 'Result')).toContain('>The answer is 42.</pre>');
  expect(html).not.toContain(`/console/runs/${id}/redirect"`);
  expect(html).toContain(`/console/runs/${id}/control#fork"`);
});

test('of several results those stand that are read at a glance, the others are folded, each by its name and size', async () => {
  const long = { ...DONE, text: 'A line.\n'.repeat(12) };
  const steps = ['one', 'two', 'three'].map((id) => ({ ...PIPELINE.steps[0], id }));
  const id = await started({ one: [DONE], two: [long], three: [DONE] }, { steps });
  const result = region((await page(`/console/runs/${id}`)).html, 'Result');
  const folded = [...result.matchAll(/<details><summary>(\w+) <small>([^<]+)<\/small>/g)].map(([, ...found]) => found);
  expect(folded).toEqual([
    ['two', '96 bytes'],
    ['three', expect.stringMatching(/bytes$/)],
  ]);
  expect(result.indexOf('>one · ')).toBeLessThan(result.indexOf('<details>'));
});
