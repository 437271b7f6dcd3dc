/** Over a real PostgreSQL, with the engine's core in memory: runs whose provider fails, in lists (console 2, 6.4). */
import type { FaultPhase } from '../../../src/ports/store/faults.ts';
import { onServer } from '../../support/servers/database.ts';
import { sentAround } from '../../support/servers/statements.ts';
import { until } from '../../support/until.ts';
import { PIPELINE, useDecisions, yes } from '../escalations/deciding.ts';
import { aFollower } from '../feed/feed-client.ts';

const { api, started } = useDecisions();

/** The token of what is under way. */
async function tokenOf(runId: string): Promise<string> {
  const row = await api.store.runs.find(runId);
  const token = Object.values(row?.state.steps ?? {}).find(({ call }) => call)?.call?.token;
  if (token === undefined) throw new Error('Nothing is under way.');
  return token;
}

async function fails(runId: string, token: string, detail: string, phase: FaultPhase = 'generate'): Promise<void> {
  await api.store.faults.record({ runId, token, phase, detail, startedAt: Date.now() });
}

async function rowOf(runId: string): Promise<{ readonly sentence: string; readonly retrying?: true }> {
  const { data } = (await api.get(`/v1/runs?view=row&q=${runId}`)).json();
  return data[0];
}

test('console 6.4: a run whose provider fails says so in lists, in the first sentence of its own page, with a mark of its own', async () => {
  const id = await started({ plan: [yes] }, PIPELINE);
  expect(await rowOf(id)).toMatchObject({ sentence: 'The run is under way at draft.' });
  const token = await tokenOf(id);
  await fails(id, token, 'HTTP 503: busy.');
  await fails(id, token, 'HTTP 502: away.');
  const row = await rowOf(id);
  expect(row).toMatchObject({ sentence: 'The provider has failed 2 times at draft: HTTP 502: away.', retrying: true });
  for (const page of ['/console', '/console/runs']) {
    const html = (await api.get(page)).body;
    expect(html).toContain(row.sentence);
    expect(html).toContain('<span class="state ask"><span aria-hidden="true">↻</span> Tries again</span>');
  }
  api.runs.hindered = [{ kind: 'retrying', work: 'generate', tries: 2, error: 'HTTP 502: away.' }];
  const why = await until('its page to say so', async () => {
    const told = (await api.get(`/v1/runs/${id}/overview`)).json().why;
    return told.retrying === true ? told : undefined;
  });
  expect(why.summary.startsWith(row.sentence)).toBe(true);
  expect((await api.get(`/console/runs/${id}`)).body).toContain('</span> Tries again</span> · 2 of 8');
});

test.each<readonly [string, (token: string) => readonly [token: string, phase: FaultPhase]]>([
  ['of a call that is over', () => ['another', 'generate']],
  ['of a guard, while an answer is made', (token) => [token, 'guard']],
])('a fault %s is not told', async (_, fault) => {
  const id = await started({ plan: [yes] }, PIPELINE);
  const [token, phase] = fault(await tokenOf(id));
  await fails(id, token, 'HTTP 503', phase);
  const row = await rowOf(id);
  expect([row.sentence, row.retrying]).toEqual(['The run is under way at draft.', undefined]);
});

test('a fault of a turn of an agent is told until the turn is made', async () => {
  const id = await started({ plan: [yes] }, PIPELINE);
  const token = await tokenOf(id);
  await fails(id, `${token}/3`, 'HTTP 503');
  expect((await rowOf(id)).sentence).toBe('The provider has failed once at draft: HTTP 503.');
  await onServer(
    `insert into agent_turns (run_id, token, iteration, step, epoch, state_ref, usage, created_at)
      values ('${id}', '${token}', 3, 'draft', 1, 'none', '{}', 0)`,
    api.database.url,
  );
  expect((await rowOf(id)).sentence).toBe('The run is under way at draft.');
});

test('console 3: lists hear of a fault as it comes, and who comes back of those that came meanwhile', async () => {
  const id = await started({ plan: [yes] }, PIPELINE);
  const token = await tokenOf(id);
  const url = await api.app.listen({ host: '127.0.0.1', port: 0 });
  const [here, back] = [aFollower(), aFollower()];
  const heard = (one: typeof here, tries: string) =>
    until('a row that tells the fault', async () => {
      const row = one.rows.get(id);
      return row && 'sentence' in row && String(row.sentence).includes(tries) ? row : undefined;
    });
  await here.connect(url);
  await until('where it goes on from', async () => here.lastId() !== '' || undefined);
  await fails(id, token, 'HTTP 503: busy.');
  expect(await heard(here, 'failed once')).toEqual(await rowOf(id));
  await back.connect(url);
  await until('where it goes on from', async () => back.lastId() !== '' || undefined);
  back.cut();
  await fails(id, token, 'HTTP 502: away.');
  expect(await heard(here, 'failed 2 times')).toMatchObject({ retrying: true });
  await back.connect(url);
  expect(await heard(back, 'failed 2 times')).toEqual(await rowOf(id));
  for (const one of [here, back]) one.cut();
});

test('a run that has ended says that, whatever failed before', async () => {
  const id = await started({ plan: [yes] }, PIPELINE);
  await fails(id, await tokenOf(id), 'HTTP 503');
  expect((await rowOf(id)).sentence).toBe('The provider has failed once at draft: HTTP 503.');
  await api.post(`/v1/runs/${id}/terminate`, {});
  expect((await rowOf(id)).retrying).toBeUndefined();
});

test('performance 3: lists tell of failing calls in the statement that reads them', async () => {
  const list = () => api.get('/v1/runs?view=row&limit=100');
  const { before, after } = await sentAround(list, async () => {
    for (let made = 0; made < 3; made += 1) {
      const id = await started({ plan: [yes] }, PIPELINE);
      await fails(id, await tokenOf(id), 'HTTP 503');
    }
  });
  expect(after).toEqual(before);
});
