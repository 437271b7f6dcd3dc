/** Over a real PostgreSQL, with the engine's core in memory: correcting a run from a page without scripts (console 2.4, 6.5). */
import { useDecisions } from '../api/escalations/deciding.ts';
import { formsOf, mainOf, region } from './forms.ts';

const { api, started, run, eventsOf } = useDecisions();
const { page, press } = formsOf(api);
const DONE = { text: 'ok', verdict: 'pass' as const };

const step = (id: string, requires: readonly string[] = []) => ({
  id,
  requires,
  generator: { kind: 'llm', prompt: `Write ${id}.` },
  guard: { use: 'not-empty' },
});
/** draft → review → publish; two are done, the last is under way. */
const chain = (text = 'ok') =>
  started(
    { draft: [{ ...DONE, text }], review: [DONE] },
    { specification: 'Be brief.', steps: [step('draft'), step('review', ['draft']), step('publish', ['review'])] },
  );
const PIPELINE_OF_ONE = { steps: [step('draft')] };
const at = (id: string) => `/console/runs/${id}/redirect`;

/** Presses `Preview`, and gives what the page then sends. */
async function previewed(id: string, typed: Record<string, string>) {
  const html = (await press(at(id), { ...(await page(at(id))).fields, ...typed, action: 'preview' })).body;
  return { told: region(html, 'If you send this'), fields: formsOf.fields(html), html };
}

const resetSince = async (id: string, seq: number) =>
  (await eventsOf(id)).flatMap((event: { type: string; seq: number; data: { step: string } }) =>
    event.type === 'step.invalidated' && event.seq > seq ? [event.data.step] : [],
  );

describe('console 6.5: what stands under "If you send this" is the reset that follows', () => {
  test.each([
    ['objective', { specification: 'Be kind.', 'reset.review': 'on' }, ['review', 'publish']],
    ['result', { 'result.draft': 'mine' }, ['review', 'publish']],
    [
      'graph',
      { add: '- {id: more, requires: [draft], generator: {kind: llm, prompt: Go.}, guard: {use: not-empty}}' },
      [],
    ],
    ['step', { again: 'review', guidance: 'Be kinder.' }, ['review', 'publish']],
    ['limits', { constraints: 'Short.', maxAttempts: '50' }, []],
  ])('%s', async (change, typed, reset) => {
    const id = await chain();
    const { revision, bound: had } = await run(id);
    const before = `${had.generations}`;
    const { told, fields } = await previewed(id, { change, ...typed, why: 'As I say.' });
    const expected =
      reset.length === 0
        ? 'nothing'
        : reset.map((one) => (one === 'review' ? 'review (attempt 1 discarded, $0.0015)' : one)).join(' · ');
    expect(told).toContain(`made again</dt><dd>${reset.length === 0 ? expected : `<bdi>${expected}</bdi>`}</dd>`);
    expect(told).toMatch(/cut short<\/dt><dd><bdi>publish, attempt 1, \d s in<\/bdi>/);
    expect(told).toMatch(/at most<\/dt><dd><bdi>\d+ more generations?(?: \(\d+ in all instead of \d+\))?<\/bdi>/);
    expect(await run(id)).toMatchObject({ revision });
    const answer = await press(at(id), { ...fields, ...typed, change, action: 'send' });
    expect(answer.statusCode).toBe(303);
    expect(await resetSince(id, revision)).toEqual(reset);
    const bound = /\((\d+) in all/.exec(told)?.[1] ?? before;
    expect(`${(await run(id)).bound.generations}`).toBe(bound);
    const done = region((await api.get(`${answer.headers.location}`.replace('#correction', ''))).body, 'Redirect');
    const list = reset.length === 0 ? 'nothing' : reset.join(' · ');
    expect(done).toContain(`made again</th><td><bdi>${list}</bdi></td><td><bdi>${list}</bdi></td>`);
    expect(done).toContain(`generations at most, in all</th><td><bdi>${bound}</bdi></td><td><bdi>${bound}</bdi></td>`);
    expect(done).toContain('<bdi>As I say.</bdi>');
  });

  test('in words: nothing is reset, and a proposal is asked for', async () => {
    const id = await chain();
    const { told, fields } = await previewed(id, { change: 'words', words: 'In Spanish, please.' });
    expect(told).toContain('made again</dt><dd>nothing</dd>');
    expect(told).toContain('its proposal is put to a person');
    const answer = await press(at(id), { ...fields, action: 'send' });
    expect(answer.statusCode).toBe(303);
    expect((await run(id)).control.redirectRequested).toBe(true);
  });

  test('the run moved on: nothing is sent, the list is made again, the words stay; then it is sent', async () => {
    const id = await chain();
    const typed = { change: 'result', 'result.draft': 'mine', why: 'Because <b>I</b> say so.' };
    const { fields } = await previewed(id, typed);
    await api.post(`/v1/runs/${id}/pause`, {});
    const { revision } = await run(id);
    const moved = await press(at(id), { ...fields, action: 'send' });
    expect(moved.statusCode).toBe(412);
    expect(moved.body).toContain('the run has moved on');
    expect(region(moved.body, 'If you send this')).toContain('The run is paused');
    expect(moved.body).toContain('mine</textarea>');
    expect(moved.body).toContain('value="Because &lt;b>I&lt;/b> say so."');
    expect((await run(id)).revision).toBe(revision);
    const again = formsOf.fields(moved.body);
    expect(again['revision']).toBe(`${revision}`);
    expect((await press(at(id), { ...again, ...typed, action: 'send' })).statusCode).toBe(303);
    expect(await resetSince(id, revision)).toEqual(['review', 'publish']);
  });

  test('what was changed after it was looked at is not sent', async () => {
    const id = await chain();
    const { fields } = await previewed(id, { change: 'result', 'result.draft': 'mine', why: 'x' });
    const answer = await press(at(id), { ...fields, 'result.review': 'mine too', action: 'send' });
    expect([answer.statusCode, answer.body.includes('not the one that you looked at')]).toEqual([409, true]);
    expect(region(answer.body, 'If you send this')).toContain('review (replaced by yours)');
  });
});

describe('console 2.4: the form', () => {
  test('shows each result as it stands; what nobody touched is not sent', async () => {
    const id = await chain('one\r\ntwo');
    const { html, fields } = await page(at(id));
    expect(html).toMatch(/<label for="result.draft"><bdi>Result of draft<\/bdi><\/label>/);
    expect(html).toContain('Be brief.</textarea>');
    expect(fields['result.draft']).toBe('one\r\ntwo');
    const answer = await press(at(id), { ...fields, why: 'x', action: 'preview' });
    expect([answer.statusCode, answer.body]).toEqual([422, expect.stringContaining('bindings')]);
  });

  test.each([
    [{ change: 'graph', add: '- {id: [' }, 422, 'Steps to add cannot be read as YAML or JSON'],
    [{ change: 'graph', 'remove.nowhere': 'on' }, 422, 'nowhere'],
    [{ change: 'words' }, 422, 'Say in your words'],
    [{ change: 'step' }, 422, 'Choose the step'],
    [{ change: 'step', again: 'draft' }, 422, 'Say in your words what is to be different in draft'],
    [{ change: 'limits', maxAttempts: 'many' }, 422, 'maxAttempts'],
  ])('%j: %i', async (typed, status, said) => {
    const id = await chain();
    const fields = { ...(await page(at(id))).fields, ...typed, action: 'preview' };
    const answer = await press(at(id), fields);
    expect([answer.statusCode, answer.body]).toEqual([status, expect.stringContaining(said)]);
  });

  test('without a reason the log says what was changed', async () => {
    const id = await chain();
    const { fields } = await previewed(id, { change: 'result', 'result.draft': 'mine' });
    const answer = await press(at(id), { ...fields, action: 'send' });
    const html = (await api.get(`${answer.headers.location}`.replace('#correction', ''))).body;
    const said = 'A person&#39;s text takes the place of what was made for draft';
    expect([region(html, 'Redirect'), region(html, 'Timeline')].map((part) => part.replaceAll('&#39;', "'"))).toEqual(
      [1, 2].map(() => expect.stringContaining(said.replaceAll('&#39;', "'"))),
    );
    expect(region(html, 'Timeline')).toMatch(/<bdi>draft<\/bdi><\/a><span class="person"> ✎ by a person</);
  });

  test('console 2.4: a step is made again with words for it, from its own page; what has not begun is named', async () => {
    const id = await started(
      { draft: [DONE], review: [] },
      { constraints: 'Short.', steps: [step('draft'), step('review', ['draft']), step('publish', ['review'])] },
    );
    const own = /href="([^"]+)">Make it again with your words</.exec(
      (await page(`/console/runs/${id}/steps/draft`)).html,
    );
    const { fields } = await page(own?.[1] ?? '');
    expect(fields).toMatchObject({ change: 'step', again: 'draft' });
    const typed = { guidance: 'Be kinder.', action: 'preview' };
    const html = (await press(at(id), { ...fields, ...typed })).body;
    expect(region(html, 'If you send this')).toMatch(
      /made again<\/dt><dd><bdi>draft [^<]*<\/bdi>.*not begun yet<\/dt><dd><bdi>publish</,
    );
    const answer = await press(at(id), { ...formsOf.fields(html), action: 'send' });
    expect(answer.statusCode).toBe(303);
    const { document } = (await api.get(`/v1/runs/${id}/definition`)).json();
    expect(document.constraints).toBe('Short.\nFor draft: Be kinder.');
    const after = (await api.get(`${answer.headers.location}`.replace('#correction', ''))).body;
    expect(region(after, 'Timeline')).toContain('draft again: Be kinder.');
  });

  test('where a question can be answered by words for a step alone, the way leads there', async () => {
    const id = await started({ draft: [{ text: 'no', verdict: 'fatal' }] }, PIPELINE_OF_ONE);
    const [question] = (await api.get(`/v1/escalations?status=open&runId=${id}`)).json().data;
    expect((await page(at(id))).html).toContain(`href="/console/e/${question.id}"`);
  });

  test('a run that has ended leads to a fork, one that is stopped to its resumption', async () => {
    const id = await chain();
    await api.post(`/v1/runs/${id}/stop`, {});
    expect((await page(at(id))).html).toContain('resume it first');
    await api.post(`/v1/runs/${id}/terminate`, {});
    const { id: other } = await run(await started({ draft: [DONE] }));
    expect((await page(at(other))).html).toContain('fork it instead');
  });

  test('R93: a form of another site sends nothing', async () => {
    const id = await chain();
    const { revision } = await run(id);
    const answer = await press(
      at(id),
      { change: 'limits' },
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    );
    expect([answer.statusCode, (await run(id)).revision]).toEqual([403, revision]);
  });

  test.each(['<script>alert(1)</script>', '</textarea><img src=x>', 'a\u202eb', '\u001b[31m', '\ud800'])(
    'console 6.8: %j as a result stays text',
    async (text) => {
      const { html } = await page(at(await chain(text)));
      expect(mainOf(html)).not.toMatch(/<script(?! type="module" src="\/console)|<img|<svg/);
      expect(['\u202e', '\u001b', '\ud800'].filter((hidden) => html.includes(hidden))).toEqual([]);
    },
  );

  test('console 3: the definition that a run goes by is to be had, with what a redirect changed', async () => {
    const id = await chain();
    const definition = async () => (await api.get(`/v1/runs/${id}/definition`)).json();
    expect(await definition()).toMatchObject({ revised: false, document: { specification: 'Be brief.' } });
    await api.post(`/v1/runs/${id}/redirect`, { type: 'constraint_change', description: 'x', constraints: 'Short.' });
    expect(await definition()).toMatchObject({ revised: true, document: { constraints: 'Short.' } });
  });
});
