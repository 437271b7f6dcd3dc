/** Over a real PostgreSQL, with the engine's core in memory: runs that ask a task queue which nobody polls, in lists (console 2, 6.4). */
import { sentAround } from '../../support/servers/statements.ts';
import { until } from '../../support/until.ts';
import { useDecisions } from '../escalations/deciding.ts';
import { aFollower } from '../feed/feed-client.ts';

const { api, started } = useDecisions();

const SENTENCE = 'Nobody answers render on reports: no worker polls that task queue.';
const OUTSIDE = {
  steps: [
    {
      id: 'draft',
      generator: { kind: 'external', taskQueue: 'reports', activity: 'render' },
      guard: { use: 'not-empty' },
    },
  ],
};

beforeEach(() => api.runs.unpolledQueues.clear());

async function rowOf(runId: string): Promise<{ readonly sentence: string; readonly needsWorker?: true }> {
  return (await api.get(`/v1/runs?view=row&q=${runId}`)).json().data[0];
}

/** The part of the first page under a heading. */
async function sectionOf(name: string): Promise<string> {
  const html = (await api.get('/console')).body;
  return new RegExp(`<section aria-label="${name}".*?</section>`, 's').exec(html)?.[0] ?? '';
}

test('console 6.4: a run whose task queue nobody polls says so in lists, and is among what waits for a person', async () => {
  const id = await started({}, OUTSIDE);
  expect(await rowOf(id)).toMatchObject({ sentence: 'The run is under way at draft.' });
  expect(await sectionOf('Under way')).toContain(id);
  expect(await sectionOf('Needs a worker')).toMatch(/^<section aria-label="Needs a worker" hidden/);
  api.runs.unpolledQueues.add('reports');
  expect(await rowOf(id)).toMatchObject({ sentence: SENTENCE, needsWorker: true });
  const needs = await sectionOf('Needs a worker');
  expect(needs).toContain('<span class="state ask"><span aria-hidden="true">!</span> Needs a worker</span>');
  expect(needs).toContain(SENTENCE);
  expect(needs).not.toMatch(/^<section[^>]* hidden/);
  expect(await sectionOf('Under way')).not.toContain(id);
  expect((await api.get('/console/runs')).body).toContain('</span> Needs a worker</span>');
});

test('console 3: lists hear of the worker that comes, which no row tells, and who comes back of one that came meanwhile', async () => {
  api.runs.unpolledQueues.add('reports');
  const id = await started({}, OUTSIDE);
  const url = await api.app.listen({ host: '127.0.0.1', port: 0 });
  const [here, back] = [aFollower((await api.get('/v1/feed')).json().id), aFollower()];
  const heard = (one: typeof here, needsWorker: true | undefined) =>
    until('the row', async () => {
      const row = one.rows.get(id);
      return row && Object(row).needsWorker === needsWorker ? row : undefined;
    });
  expect(await rowOf(id)).toMatchObject({ needsWorker: true });
  for (const one of [here, back]) await one.connect(url);
  await until('where it goes on from', async () => back.lastId() !== '' || undefined);
  back.cut();
  await heard(here, true);
  api.runs.unpolledQueues.delete('reports');
  expect(await heard(here, undefined)).toEqual(await rowOf(id));
  await back.connect(url);
  expect(await heard(back, undefined)).toEqual(await rowOf(id));
  for (const one of [here, back]) one.cut();
});

test('performance 3: lists tell of missing workers in the statement that reads them', async () => {
  api.runs.unpolledQueues.add('reports');
  const list = () => api.get('/v1/runs?view=row&limit=100');
  const { before, after } = await sentAround(list, async () => {
    for (let made = 0; made < 3; made += 1) await started({}, OUTSIDE);
  });
  expect(after).toEqual(before);
});
