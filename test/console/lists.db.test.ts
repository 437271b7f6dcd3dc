/** Over a real PostgreSQL, with the engine's core in memory: what waits, and runs narrowed to some (console 2). */
import { randomUUID } from 'node:crypto';
import { no, PIPELINE, useDecisions, yes } from '../api/escalations/deciding.ts';
import { aDocument, useApp } from '../api/test-app.ts';
import { region } from './forms.ts';

const KEY = 'correct-horse-battery-staple';
const { api, escalated, escalation, started } = useDecisions();
const closed = useApp({ auth: 'keys', apiKey: KEY });

const runsIn = (html: string) => [...html.matchAll(/data-key="run (\w+)"/g)].map(([, id]) => id);

describe('console 2: runs are narrowed by what stands in the address', () => {
  test.each([
    ['status=completed', ['done']],
    ['status=escalated', ['asks']],
    ['tag=red', ['asks']],
    ['q=re', ['asks']],
    ['period=hour', ['asks', 'done']],
    ['period=month&status=completed&workflow=&tag=&q=', ['done']],
    ['tag=red&status=completed', []],
  ])('%s', async (query, expected) => {
    const name = `narrow-${randomUUID()}`;
    const document = (id: string) => ({ ...PIPELINE, name: id });
    api.runs.script({ plan: [yes], draft: [yes] });
    const start = async (id: string, tags: string[]) =>
      (await api.post('/v1/runs', { workflow: { definition: document(id) }, tags })).json().id;
    const done = await start(name, []);
    api.runs.script({ plan: [yes], draft: [no] });
    const asks = await start(name, ['red']);
    const own = `${query.replace('&workflow=', '')}&workflow=${name}`;
    const html = (await api.get(`/console/runs?${own}`)).body;
    const names = new Map([
      [done, 'done'],
      [asks, 'asks'],
    ]);
    expect(runsIn(html).map((id) => names.get(id))).toEqual(expected);
    expect(html).toContain(`name="workflow" type="search" value="${name}"`);
  });

  test('an exact id opens its run at once; part of one, or one that narrows nothing alone, does not', async () => {
    const id = await started({ draft: [yes] });
    const found = async (query: string) => {
      const { statusCode, headers } = await api.get(`/console/runs?${query}`);
      return [statusCode, headers.location];
    };
    expect(await found(`q=${id}`)).toEqual([303, `/console/runs/${id}`]);
    expect(await found(`q=+${id}+&status=&workflow=`)).toEqual([303, `/console/runs/${id}`]);
    for (const query of [`q=${id.slice(0, -1)}`, `q=${id}&status=completed`, 'q=no-such-run', 'q=..', 'q=%2F'])
      expect(await found(query)).toEqual([200, undefined]);
  });

  test('a period that is none is refused', async () => {
    expect((await api.get('/console/runs?period=yesterday')).statusCode).toBe(400);
  });
});

test('console 2: two runs are marked by a form and compared', async () => {
  const [one, other] = [await started({ draft: [yes] }), await started({ draft: [yes] })];
  const html = (await api.get('/console/runs')).body;
  expect(html).toContain('<form id="marked" method="get" action="/console/compare"');
  for (const id of [one, other])
    expect(html).toMatch(new RegExp(`<input type="checkbox" name="run" value="${id}" form="marked"`));
  const compared = await api.get(`/console/compare?run=${one}&run=${other}`);
  expect([compared.statusCode, compared.headers.location]).toEqual([
    303,
    `/console/runs/${one}/steps/draft/compare?a=1&b=1&run=${other}`,
  ]);
});

test('console 2: what waits stands oldest first, runs under way and ended newest first', async () => {
  const [one, two] = [await escalated(), await escalated()];
  const [ended, last] = [await started({ draft: [yes] }), await started({ draft: [yes] })];
  const html = (await api.get('/console')).body;
  const at = (text: string) => html.indexOf(text);
  expect(at(`"question ${one.eid}"`)).toBeLessThan(at(`"question ${two.eid}"`));
  const underWay = region(html, 'Under way');
  expect(underWay.indexOf(`"run ${two.id}"`)).toBeLessThan(underWay.indexOf(`"run ${one.id}"`));
  // Each is in sight once, by its question.
  for (const { id } of [one, two]) expect(underWay).toMatch(new RegExp(`<li data-key="run ${id}" hidden`));
  const done = runsIn(region(html, 'Ended last'));
  expect(done.slice(0, 2)).toEqual([last, ended]);
  expect(done.length).toBeLessThanOrEqual(10);
});

test('console 2.1: what used its attempts is headed by that alone; what the guard said stands below, and over REST in the question', async () => {
  const rejected = { text: 'no', verdict: 'retry' } as const;
  const [step] = PIPELINE.steps;
  const document = { steps: [{ ...step, recovery: { rMax: 1, rPatience: null } }] };
  const { eid } = await escalated({ plan: [rejected, rejected] }, document);
  const { question } = await escalation(eid);
  expect(question).toMatch(/^plan used its 2 attempts; .+ rejected the last one \(.+\): how should it go on\?$/);
  const heading = '<bdi>plan used its 2 attempts: how should it go on?</bdi>';
  const { body } = await api.get('/console');
  const line = body.slice(body.indexOf(`"question ${eid}"`));
  expect(line).toMatch(
    new RegExp(`^[^<]*<a [^>]*>${heading.replace('?', '\\?')}</a><br/?><small><bdi>.+ rejected the last one: .+</bdi>`),
  );
  expect((await api.get(`/console/e/${eid}`)).body).toContain(`<h1>${heading}</h1>`);
});

test('console 2: questions are in one order of urgency over all pages', async () => {
  for (let more = 0; more < 100; more += 1) await escalated();
  const document = { steps: [{ ...PIPELINE.steps[0], timeouts: { decision: 'PT1H' } }] };
  const { eid: urgent } = await escalated({ plan: [no] }, document);
  const { eid: newest } = await escalated();
  const { body: first } = await api.get('/console');
  expect(first.indexOf(`"question ${urgent}"`)).toBeGreaterThan(0);
  expect([...first.matchAll(/data-key="question (\w+)"/g)][0]?.[1]).toBe(urgent);
  expect([first.includes(`"question ${newest}"`), first.includes('Back to the most urgent')]).toEqual([false, false]);
  const way = (html: string) => /There are more: <a href="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&');
  const { body: others } = await api.get(way(first) ?? '');
  expect([others.includes(`"question ${newest}"`), others.includes(`"question ${urgent}"`)]).toEqual([true, false]);
  expect(others).toContain('<a href="/console">Back to the most urgent questions</a>');
  const page = await api.get('/v1/escalations?status=open&limit=1');
  expect(page.json().data[0].id).toBe(newest);
  const { nextCursor } = page.json().page;
  expect((await api.get(`/v1/escalations?order=urgency&cursor=${nextCursor}`)).statusCode).toBe(400);
});

test('console 2: a run of the table has its tags, by which one knows which it is', async () => {
  const tag = `for-${Date.now()}`;
  await api.post('/v1/runs', { workflow: { definition: aDocument() }, tags: [tag, 'second'] });
  expect((await api.get(`/console/runs?tag=${tag}`)).body).toContain(`<bdi>${tag} · second</bdi>`);
});

describe('console 2: `For whoever has the key`', () => {
  const asking = (assignees: readonly string[]) => ({
    name: `asks-${assignees.join('-') || 'anybody'}`,
    steps: [
      {
        id: 'draft',
        generator: { kind: 'human', question: 'What is it?', ...(assignees.length > 0 && { assignees }) },
        guard: { use: 'not-empty' },
      },
    ],
  });

  test('shows what names the signed-in person, or nobody', async () => {
    const authorization = `Bearer ${KEY}`;
    const { id: me } = (await closed.get('/v1/me', { authorization })).json();
    const eids = new Map<string, string>();
    for (const assignees of [[me], ['somebody-else'], []]) {
      const begun = await closed.post('/v1/runs', { workflow: { definition: asking(assignees) } }, { authorization });
      const run = (await closed.get(`/v1/runs/${begun.json().id}`, { authorization })).json();
      eids.set(assignees[0] ?? 'anybody', run.openEscalations[0]);
    }
    const shown = async (path: string) => {
      const html = (await closed.get(path, { authorization })).body;
      return [...eids].flatMap(([who, eid]) => (html.includes(`"question ${eid}"`) ? [who] : []));
    };
    expect(await shown('/console')).toEqual([me, 'somebody-else', 'anybody']);
    expect(await shown('/console?for=me')).toEqual([me, 'anybody']);
    for (const view of ['', '&view=row']) {
      const listed = async (query: string) => {
        const { data, page } = (await closed.get(`/v1/escalations?${query}${view}`, { authorization })).json();
        const ids = data.map(({ id }: { readonly id: string }) => id);
        return [[...eids].flatMap(([who, eid]) => (ids.includes(eid) ? [who] : [])), page.hasMore];
      };
      expect(await listed('assignee=me')).toEqual([[me, 'anybody'], false]);
      expect(await listed('assignee=somebody-else&status=open')).toEqual([['somebody-else', 'anybody'], false]);
      expect(await listed('assignee=nobody')).toEqual([['anybody'], false]);
      // The newest one first; what names others lies between two pages of one.
      expect(await listed(`assignee=${me}&limit=1`)).toEqual([['anybody'], true]);
    }
    const first = (await closed.get('/v1/escalations?assignee=me&limit=1', { authorization })).json();
    const { nextCursor } = first.page;
    const next = (
      await closed.get(`/v1/escalations?assignee=me&limit=1&cursor=${nextCursor}`, { authorization })
    ).json();
    expect(next.data.map(({ id }: { readonly id: string }) => id)).toEqual([eids.get(me)]);
  });

  test('there is no choice where nobody signs in', async () => {
    expect((await api.get('/console')).body).not.toContain('For whoever has the key');
  });
});
