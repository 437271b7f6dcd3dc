import { buildApp } from '../../../src/api/app.ts';
import { createContext } from '../../../src/api/dependencies.ts';
import { concludeOver, startDue } from '../../../src/api/schedules/fires.ts';
import { keepSchedules } from '../../../src/api/schedules/keep.ts';
import { mendSchedules, syncSchedule } from '../../../src/api/schedules/sync.ts';
import { createStore } from '../../../src/store/postgres-store.ts';
import { onServer } from '../../support/servers/database.ts';
import { until } from '../../support/until.ts';
import { aDocument, useApp } from '../test-app.ts';

const api = useApp();
const context = () => createContext(api.dependencies);

/** Names of what a test makes. */
let made = 0;
async function published(change: Record<string, unknown> = {}): Promise<string> {
  const document = aDocument(change);
  await api.post('/v1/workflows', document);
  return document.name;
}
async function schedule(change: Record<string, unknown> = {}) {
  made += 1;
  const name = await published();
  const answer = await api.post('/v1/schedules', {
    id: `nightly-${made}`,
    workflow: { name },
    cron: '0 3 * * *',
    ...change,
  });
  return { ...answer.json(), status: answer.statusCode };
}
/** As Temporal would have it: an execution announces the moment, then the API looks. */
async function fire(id: string, at = '2026-11-22T20:34:00Z', by = context()) {
  const execution = `execution of ${id} at ${at}`;
  await api.store.schedules.announce({ schedule: { tenant: 'default', id }, execution, at: Date.parse(at) });
  const broken: unknown[] = [];
  await startDue(by, (error) => broken.push(error));
  return { execution, broken };
}

describe('making a schedule (api 1)', () => {
  it('answers it with its defaults, and Temporal has it', async () => {
    const { id, status, ...view } = await schedule();
    expect(status).toBe(201);
    expect(view).toMatchObject({
      cron: '0 3 * * *',
      timezone: 'UTC',
      overlap: 'skip',
      catchUp: 'PT1H',
      paused: false,
      createdBy: 'anonymous',
      counts: { fired: 0, skipped: 0, missed: 0 },
      openRuns: [],
      failures: [],
      links: { runs: `/v1/schedules/${id}/runs` },
    });
    expect(api.schedules.had.get(id)).toMatchObject({ revision: 1, paused: false });
  });

  it('is the same again under the same id and body, and a conflict with another', async () => {
    const { id, workflow } = await schedule();
    const again = await api.post('/v1/schedules', { id, workflow, cron: '0 3 * * *' });
    expect([again.statusCode, again.json().id]).toEqual([200, id]);
    const other = await api.post('/v1/schedules', { id, workflow, cron: '0 4 * * *' });
    expect([other.statusCode, other.json().code]).toEqual([409, 'schedule_exists']);
  });

  it.each([
    ['neither cron nor every', { cron: undefined }, 422],
    ['both', { every: 'PT1H' }, 422],
    ['a time zone that is none', { timezone: 'Europe/Nowhere' }, 422],
    ['an offset for a time zone', { timezone: '+02:00' }, 422],
    ['a cron that names a time zone', { cron: 'TZ=UTC 0 3 * * *' }, 422],
    ['a cron that is none', { cron: 'never' }, 422],
    ['six fields (N25)', { cron: '0 0 9 * * *' }, 422],
    ['what never fires (report 15)', { cron: '0 0 30 2 *' }, 422],
    ['half a second', { cron: undefined, every: 'PT0.5S' }, 422],
    ['a catchUp below ten seconds', { catchUp: 'PT9S' }, 422],
    ['a name that no schedule has', { input: { at: ['{schedule.tme}'] } }, 422],
    ['an unknown workflow', { workflow: { name: 'nobody' } }, 404],
    ['an id that is none', { id: 'a.b' }, 422],
    ['an unknown field', { zone: 'UTC' }, 422],
  ])('refuses %s, and keeps nothing', async (_title, change, status) => {
    const before = api.schedules.had.size;
    const answer = await schedule(change);
    expect(answer.status).toBe(status);
    const id = 'id' in change ? 'a.b' : `nightly-${made}`;
    expect((await api.get(`/v1/schedules/${id}`)).statusCode).toBe(404);
    expect(api.schedules.had.size).toBe(before);
  });

  it('points at what is wrong of its times (report 15, N25)', async () => {
    const wrong = async (change: Record<string, unknown>) => {
      const { errors } = await schedule(change);
      return errors.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code]);
    };
    expect(await wrong({ cron: '0 0 9 * * *', timezone: 'europe/berlin' })).toEqual([
      ['/cron', 'invalid_time'],
      ['/timezone', 'unknown_time_zone'],
    ]);
    expect(await wrong({ cron: '0 0 31 2,4 *' })).toEqual([['/cron', 'never_fires']]);
    expect(await wrong({ cron: '30 2 25-31 3 0', timezone: 'Europe/Berlin' })).toEqual([['/cron', 'never_fires']]);
    api.schedules.refusal = 'unknown time zone Europe/Berlin';
    expect(await wrong({ timezone: 'Europe/Berlin' })).toEqual([['/timezone', 'unknown_time_zone']]);
  });

  it('warns of what its times may not be meant to say (report 15)', async () => {
    const { id, status, warnings } = await schedule({ cron: '0 9 1 * 1', timezone: 'EST' });
    expect(status).toBe(201);
    expect(warnings).toMatchObject([
      { pointer: '/cron', code: 'day_and_weekday', detail: expect.stringContaining('both must match') },
      { pointer: '/timezone', code: 'fixed_offset' },
    ]);
    expect((await api.get(`/v1/schedules/${id}`)).json().warnings).toEqual(warnings);
    expect((await schedule()).warnings).toEqual([]);
    const every = await schedule({ cron: undefined, every: 'PT1H', timezone: 'Europe/Berlin' });
    expect(every.warnings).toMatchObject([{ pointer: '/timezone', code: 'no_effect' }]);
  });

  it('points at the placeholder and names the nearest one', async () => {
    const { errors } = await schedule({ input: { at: ['now', '{schedule.tme}'] } });
    expect(errors).toEqual([
      {
        pointer: '/input/at/1',
        code: 'unknown_name',
        detail: '{schedule.tme} is nothing that a schedule has. Did you mean {schedule.time}?',
      },
    ]);
  });

  it('refuses what a start would be refused for', async () => {
    const name = await published({
      input: { type: 'object', required: ['who'], properties: { who: { type: 'string' } } },
    });
    const answer = await schedule({ workflow: { name } });
    expect([answer.status, answer.errors[0].pointer]).toEqual([422, '/input/who']);
  });

  it('is kept while Temporal is away, and follows when it is back', async () => {
    const { id } = await schedule();
    api.schedules.isThere = false;
    const changed = await api.send({ method: 'PATCH', url: `/v1/schedules/${id}`, payload: { overlap: 'queue' } });
    expect([changed.statusCode, changed.json().overlap, changed.json().next]).toEqual([200, 'queue', undefined]);
    api.schedules.isThere = true;
    expect(api.schedules.had.get(id)?.order.overlap).toBe('skip');
    const { unsynced } = await api.store.schedules.work();
    for (const one of unsynced) await syncSchedule(context(), one);
    expect(api.schedules.had.get(id)?.order.overlap).toBe('queue');
    expect((await api.store.schedules.work()).unsynced).toEqual([]);
  });
});

describe('R57: the input of a schedule may have 4 MiB, as that of a start', () => {
  const LIMIT = 4 * 1024 * 1024;
  const ofBytes = (bytes: number) => 'x'.repeat(bytes - 2);

  it('is kept, given to the run of each fire, and left out of lists', async () => {
    api.runs.script({});
    const input = ofBytes(LIMIT);
    const { id, status, input: kept } = await schedule({ input });
    expect([status, kept === input]).toEqual([201, true]);
    const list = await api.get('/v1/schedules?limit=200');
    const row = list.json().data.find((one: { id: string }) => one.id === id);
    expect(row).toMatchObject({ id, cron: '0 3 * * *', workflow: { name: expect.any(String) } });
    expect(row).not.toHaveProperty('input');
    expect((await fire(id)).broken).toEqual([]);
    const [run] = (await api.get(`/v1/schedules/${id}/runs`)).json().data;
    expect((await api.get(`/v1/runs/${run.id}`)).json().input === input).toBe(true);
  });

  it('keeps the digits of what lists show', async () => {
    const { id } = await schedule({ input: { note: 'short' } });
    const payload = `{"input":{"id":9007199254740993,"price":1.10,"pad":"${ofBytes(17_000)}"},"tags":["a"]}`;
    const headers = { 'content-type': 'application/json' };
    await api.send({ method: 'PATCH', url: `/v1/schedules/${id}`, headers, payload });
    expect((await api.get(`/v1/schedules/${id}`)).body).toContain('"id":9007199254740993,"price":1.10');
    const small = '{"input":{"id":9007199254740993,"price":1.10}}';
    await api.send({ method: 'PATCH', url: `/v1/schedules/${id}`, headers, payload: small });
    expect((await api.get('/v1/schedules?limit=200')).body).toContain('{"id":9007199254740993,"price":1.10}');
  });

  it('is refused beyond, made or changed, and counted as each fire fills it in', async () => {
    const words = expect.stringMatching(
      /^The input has 4\.01 MiB, which is more than a run takes\. The input of a run may have 4 MiB\./,
    );
    const beyond = { status: 413, code: 'too_large', limit: LIMIT, detail: words };
    expect(await schedule({ input: ofBytes(LIMIT + 1) })).toMatchObject(beyond);
    const { id } = await schedule();
    expect(
      (await api.send({ method: 'PATCH', url: `/v1/schedules/${id}`, payload: { input: ofBytes(LIMIT + 1) } })).json(),
    ).toMatchObject(beyond);
    // The moment has more letters than its placeholder.
    expect(await schedule({ input: `{schedule.time}${ofBytes(LIMIT - 15)}` })).toMatchObject(beyond);
    expect(await schedule({ input: `{schedule.time}${ofBytes(LIMIT - 20)}` })).toMatchObject({ status: 201 });
  });
});

describe('changing a schedule', () => {
  it('changes what is named, lets every take the place of cron, and leaves the rest', async () => {
    const { id, workflow } = await schedule({ input: { a: 1 }, tags: ['night'] });
    const { timezone, ...view } = (
      await api.send({ method: 'PATCH', url: `/v1/schedules/${id}`, payload: { every: 'PT15M', catchUp: 'PT1M' } })
    ).json();
    expect(view).toMatchObject({ workflow, every: 'PT15M', catchUp: 'PT1M', input: { a: 1 }, tags: ['night'] });
    expect([timezone, view.cron]).toEqual(['UTC', undefined]);
    expect(api.schedules.had.get(id)).toMatchObject({ revision: 2, order: { every: 'PT15M' } });
  });

  it('refuses and warns as of a new one (report 15, N25)', async () => {
    const { id } = await schedule();
    const change = async (payload: object) =>
      (await api.send({ method: 'PATCH', url: `/v1/schedules/${id}`, payload })).json();
    const errors = async (payload: object) => (await change(payload)).errors.map((one: { code: string }) => one.code);
    expect(await errors({ cron: '0 0 9 * * *' })).toEqual(['invalid_time']);
    expect(await errors({ cron: '0 0 30 2 *' })).toEqual(['never_fires']);
    expect(await errors({ timezone: 'europe/berlin' })).toEqual(['unknown_time_zone']);
    await change({ cron: '30 2 25-31 3 0' });
    expect(await errors({ timezone: 'Europe/Berlin' })).toEqual(['never_fires']);
    expect((await change({ cron: '0 9 1 * 1' })).warnings).toMatchObject([{ code: 'day_and_weekday' }]);
    expect((await change({ paused: true })).warnings).toMatchObject([{ code: 'day_and_weekday' }]);
    expect((await change({ cron: '0 9 1 * *' })).warnings).toEqual([]);
  });

  it('takes back a change that Temporal cannot read', async () => {
    const { id } = await schedule();
    api.schedules.refusal = 'expected 5 fields';
    const answer = await api.send({ method: 'PATCH', url: `/v1/schedules/${id}`, payload: { cron: '0 4 * * *' } });
    expect(answer.json()).toMatchObject({ status: 422, errors: [{ pointer: '/cron', code: 'invalid_time' }] });
    expect((await api.get(`/v1/schedules/${id}`)).json().cron).toBe('0 3 * * *');
  });

  it('pauses and resumes with a reason, and once is as often as twice', async () => {
    const { id } = await schedule();
    const paused = await api.post(`/v1/schedules/${id}/pause`, { reason: 'Holidays.' });
    expect(paused.json()).toMatchObject({ paused: true, note: 'Holidays.' });
    await api.post(`/v1/schedules/${id}/pause`);
    expect(api.schedules.had.get(id)).toMatchObject({ paused: true, note: 'Holidays.', revision: 2 });
    expect((await api.post(`/v1/schedules/${id}/resume`)).json()).toMatchObject({ paused: false });
    expect(api.schedules.had.get(id)?.paused).toBe(false);
  });

  it('is gone after it was deleted, for good, and its name is free', async () => {
    const { id, workflow } = await schedule();
    const gone = () => api.send({ method: 'DELETE', url: `/v1/schedules/${id}` });
    expect([(await gone()).statusCode, (await gone()).statusCode]).toEqual([204, 204]);
    expect(api.schedules.had.has(id)).toBe(false);
    for (const verb of ['trigger', 'pause', 'resume'])
      expect((await api.post(`/v1/schedules/${id}/${verb}`)).statusCode).toBe(404);
    expect((await api.post('/v1/schedules', { id, workflow, every: 'PT1H' })).statusCode).toBe(201);
  });

  it('lists schedules by id, in pages', async () => {
    for (const _ of [1, 2, 3]) await schedule();
    const first = (await api.get('/v1/schedules?limit=2')).json();
    const second = (await api.get(`/v1/schedules?limit=100&cursor=${first.page.nextCursor}`)).json();
    const ids = [...first.data, ...second.data].map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((a, b) => (a < b ? -1 : 1)));
    expect(new Set(ids).size).toBe(ids.length);
    expect(first.data).toHaveLength(2);
  });
});

describe('what a fire starts', () => {
  it('is an ordinary run, whose id and input tell the moment', async () => {
    const { id } = await schedule({ input: { at: '{schedule.time}', by: ['{schedule.id}', '{other}'] } });
    await fire(id);
    const run = (await api.get(`/v1/runs/${id}-20261122T203400Z`)).json();
    expect(run).toMatchObject({ status: 'running', input: { at: '2026-11-22T20:34:00Z', by: [id, '{other}'] } });
    const [created] = await api.store.events.read(run.id, 0, 1);
    expect(created).toMatchObject({ type: 'run.created', by: `schedule:${id}` });
    expect((await api.get(`/v1/schedules/${id}`)).json().openRuns).toEqual([run.id]);
    expect((await api.get(`/v1/schedules/${id}/runs?view=row`)).json().data).toMatchObject([{ id: run.id }]);
  });

  it('is one run, however often it is announced and whoever takes it up', async () => {
    const { id } = await schedule();
    await fire(id);
    await fire(id);
    await Promise.all([fire(id, '2026-11-23T03:00:00Z'), fire(id, '2026-11-23T03:00:00Z')]);
    expect((await api.get(`/v1/schedules/${id}/runs`)).json().data).toHaveLength(2);
  });

  it('takes the newest version at each fire, unless one is fixed', async () => {
    const document = aDocument();
    await api.post('/v1/workflows', document);
    const { name } = document;
    const newest = await schedule({ workflow: { name } });
    const fixed = await schedule({ workflow: { name, version: 1 } });
    await api.post('/v1/workflows', { ...document, specification: 'Another.' });
    await fire(newest.id);
    await fire(fixed.id);
    const version = async (id: string) => (await api.get(`/v1/runs/${id}-20261122T203400Z`)).json().workflow.version;
    expect([await version(newest.id), await version(fixed.id)]).toEqual([2, 1]);
  });

  it('is a failure of the schedule where the start is refused, and its execution is told', async () => {
    const { id, workflow } = await schedule();
    const row = await api.store.schedules.find({ tenant: 'default', id });
    if (!row) throw new Error('The schedule was stored.');
    const order = { ...row.order, workflow: { name: workflow.name, version: 99 } };
    await api.store.schedules.change({ ...row, order }, { actor: 'a', action: 'b', subject: 'c' });
    const { execution } = await fire(id);
    const { failures, openRuns } = (await api.get(`/v1/schedules/${id}`)).json();
    expect(openRuns).toEqual([]);
    expect(failures).toMatchObject([
      {
        at: '2026-11-22T20:34:00.000Z',
        status: 404,
        code: 'workflow_not_found',
        detail: expect.stringContaining('99'),
      },
    ]);
    await concludeOver(context());
    expect(api.schedules.concluded).toContain(execution);
  });

  it('is taken up again where the engine was away', async () => {
    const { id } = await schedule();
    api.runs.down = true;
    const { broken, execution } = await fire(id);
    api.runs.down = false;
    expect(broken).toHaveLength(1);
    // As 31 seconds later.
    await onServer(
      `update schedule_fires set claimed_at = claimed_at - 31000 where execution = '${execution}'`,
      api.database.url,
    );
    await startDue(context(), () => undefined);
    expect((await api.get(`/v1/runs/${id}-20261122T203400Z`)).statusCode).toBe(200);
  });

  it('is recalled before it is started, and never started then; afterwards its run is told', async () => {
    const { id } = await schedule();
    const at = Date.parse('2026-11-22T20:34:00Z');
    const early = { schedule: { tenant: 'default', id }, execution: 'early', at };
    await api.store.schedules.announce(early);
    expect(await api.store.schedules.recall(early)).toEqual({});
    const { execution } = await fire(id, '2026-11-22T20:35:00Z');
    expect((await api.get(`/v1/runs/${id}-20261122T203400Z`)).statusCode).toBe(404);
    const started = { schedule: early.schedule, execution };
    expect(await api.store.schedules.recall(started)).toEqual({ runId: `${id}-20261122T203500Z` });
    await concludeOver(context());
    expect(api.schedules.concluded).toContain('early');
    expect(api.schedules.concluded).not.toContain(execution);
  });

  it('lets its execution end with its run, and not before', async () => {
    const { id } = await schedule();
    const { execution } = await fire(id);
    await concludeOver(context());
    expect(api.schedules.concluded).not.toContain(execution);
    await api.post(`/v1/runs/${id}-20261122T203400Z/terminate`, {});
    await concludeOver(context());
    expect(api.schedules.concluded).toContain(execution);
    expect((await api.get(`/v1/schedules/${id}`)).json().openRuns).toEqual([]);
  });

  it('lets its execution end soon after its run has ended, without waiting for the next look', async () => {
    const { id } = await schedule();
    const { execution } = await fire(id);
    const kept = keepSchedules(api.dependencies, { warn: () => undefined }, 3_600_000);
    try {
      await api.post(`/v1/runs/${id}-20261122T203400Z/terminate`, {});
      await until('its execution is told', async () => api.schedules.concluded.includes(execution) || undefined);
    } finally {
      kept.end();
    }
  });

  it('is triggered', async () => {
    const { id } = await schedule();
    const answer = await api.post(`/v1/schedules/${id}/trigger`);
    expect([answer.statusCode, api.schedules.triggered]).toEqual([202, [id]]);
  });
});

describe('a schedule whose workflow version no longer exists (api 1)', () => {
  const begun: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const one of begun.splice(0)) await one.close();
  });
  /** The API as it begins over a database that was restored from before that version was published. */
  async function without(name: string, version: number) {
    await onServer(`delete from definitions where name = '${name}' and version = ${version}`, api.database.url);
    const store = await createStore({ databaseUrl: api.database.url });
    const dependencies = { ...api.dependencies, store };
    const app = await buildApp(dependencies);
    begun.push(app, store);
    return {
      get: async (url: string) => (await app.inject({ url })).json(),
      send: async (method: 'POST' | 'PATCH' | 'DELETE', url: string, payload: object = {}) => {
        const answer = await app.inject({ method, url, payload });
        return { code: answer.statusCode, document: answer.body && answer.json() };
      },
      fire: (id: string, at?: string) => fire(id, at, createContext(dependencies)),
    };
  }
  /** Published twice. */
  async function twoVersions(): Promise<string> {
    const document = aDocument();
    await api.post('/v1/workflows', document);
    await api.post('/v1/workflows', { ...document, specification: 'Another.' });
    return document.name;
  }
  const lost = { status: 404, code: 'workflow_not_found' };

  it('starts nothing, tells each fire as a failure, and goes on once another version is named', async () => {
    const name = await twoVersions();
    const { id } = await schedule({ workflow: { name, version: 2 } });
    const after = await without(name, 2);
    const { broken, execution } = await after.fire(id);
    await after.fire(id, '2026-11-23T20:34:00Z');
    expect(broken).toEqual([]);
    const view = await after.get(`/v1/schedules/${id}`);
    expect(view).toMatchObject({ workflow: { version: 2 }, openRuns: [], failures: [lost, lost] });
    expect(view.failures[0].detail).toContain('2');
    await concludeOver(context());
    expect(api.schedules.concluded).toContain(execution);

    const at = `/v1/schedules/${id}`;
    expect((await after.send('PATCH', at, { tags: ['late'] })).document).toMatchObject(lost);
    expect((await after.send('POST', `${at}/pause`)).document).toMatchObject({ paused: true });
    const mended = { workflow: { name, version: 1 }, paused: false };
    expect((await after.send('PATCH', at, mended)).code).toBe(200);
    await after.fire(id, '2026-11-24T20:34:00Z');
    expect((await after.get(`/v1/runs/${id}-20261124T203400Z`)).workflow.version).toBe(1);
    expect((await after.get(at)).failures).toHaveLength(2);
  });

  it('takes the newest that is left where it names none, and tells where none is left', async () => {
    const name = await twoVersions();
    const { id } = await schedule({ workflow: { name } });
    const one = await without(name, 2);
    await one.fire(id);
    expect((await one.get(`/v1/runs/${id}-20261122T203400Z`)).workflow.version).toBe(1);
    const none = await without(name, 1);
    await none.fire(id, '2026-11-23T20:34:00Z');
    const { failures } = await none.get(`/v1/schedules/${id}`);
    expect(failures).toMatchObject([{ ...lost, at: '2026-11-23T20:34:00.000Z' }]);
  });

  it('is listed, triggered and deleted as any other', async () => {
    const { id, workflow } = await schedule();
    const after = await without(workflow.name, 1);
    expect((await after.send('POST', `/v1/schedules/${id}/trigger`)).code).toBe(202);
    expect((await after.get('/v1/schedules?limit=200')).data).toContainEqual(expect.objectContaining({ id }));
    expect((await after.send('DELETE', `/v1/schedules/${id}`)).code).toBe(204);
  });
});

describe('the rows are the truth', () => {
  it('mends what somebody else did to Temporal’s: changed, paused, deleted, added', async () => {
    const changed = await schedule();
    const deleted = await schedule();
    const { had } = api.schedules;
    const theirs = had.get(changed.id);
    if (!theirs) throw new Error('Temporal has it.');
    had.set(changed.id, { ...theirs, paused: true });
    had.delete(deleted.id);
    had.set('foreign', { ...theirs, id: 'foreign' });
    let from: Awaited<ReturnType<typeof mendSchedules>>;
    do from = await mendSchedules(context(), from);
    while (from);
    expect(had.get(changed.id)?.paused).toBe(false);
    expect(had.has(deleted.id)).toBe(true);
    expect(had.has('foreign')).toBe(false);
  });
});
