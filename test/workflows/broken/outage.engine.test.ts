// A real Temporal server and PostgreSQL: an endpoint that goes away and comes back (llm 3).

import { type AwayEndpoint, asking, endpointAt, startAwayEndpoint } from '../../support/engine/away-endpoint.ts';
import { startEngine, type TestEngine } from '../../support/engine/engine.ts';
import { ended } from '../../support/engine/scripted.ts';
import { until } from '../../support/until.ts';

let away: AwayEndpoint;
let there: AwayEndpoint;
let engine: TestEngine;
beforeAll(async () => {
  [away, there] = [await startAwayEndpoint(), await startAwayEndpoint()];
  const endpoints = [endpointAt('away', away.baseUrl), endpointAt('there', there.baseUrl)];
  engine = await startEngine({ slots: { generate: 3, guard: 3 }, models: { endpoints, defaultModel: 'there/one' } });
});
afterAll(async () => {
  await engine?.stop();
  await Promise.all([away?.close(), there?.close()]);
}, 60_000);
beforeEach(() => away.comeBack());

const startAll = (count: number, ...facts: Parameters<typeof asking>) =>
  Promise.all(Array.from({ length: count }, () => engine.start(asking(...facts))));
const allWait = (ids: readonly string[]) =>
  until('all calls to wait', async () => {
    const waits = await Promise.all(ids.map((id) => engine.store.waits.ofRun(id)));
    return waits.every(([wait]) => wait?.reason === 'outage' && wait.endpoint === 'away') ? waits : undefined;
  });

test('llm 3.1, 3.2: runs whose endpoint is away wait without a slot, a question or an attempt, and complete once it is back', async () => {
  await away.leave();
  const waiting = await startAll(12, 'away/one');
  await allWait(waiting);
  // There are fewer slots than calls that wait, and yet others go on.
  for (const id of await startAll(4, 'there/one')) {
    expect(await engine.until(id, ended)).toMatchObject({ life: { status: 'completed' } });
  }
  const [first] = waiting;
  expect(await engine.runs.hindrances(first ?? '')).toEqual([]);
  await away.comeBack();
  for (const id of waiting) {
    const state = await engine.until(id, ended);
    expect(state).toMatchObject({ life: { status: 'completed' }, usage: { attempts: 1 }, escalations: {} });
    expect(await engine.store.waits.ofRun(id)).toEqual([]);
  }
}, 120_000);

test('llm 3.1: exactly the runs that have waited for longer than timeouts.infra ask a person', async () => {
  await away.leave();
  const patient = await startAll(6, 'away/one');
  await allWait(patient);
  const hasty = await startAll(4, 'away/one', { infra: 'PT3S' });
  for (const id of hasty) {
    const { escalations, usage } = await engine.until(id, ({ life }) => life.status !== 'running');
    expect(Object.values(escalations)).toMatchObject([{ kind: 'infrastructure', status: 'open' }]);
    expect(usage.attempts).toBe(0);
  }
  await away.comeBack();
  for (const id of patient) {
    expect(await engine.until(id, ended)).toMatchObject({ life: { status: 'completed' }, escalations: {} });
  }
  await Promise.all(hasty.map((id) => engine.runs.kill(id, 'enough')));
}, 120_000);

test('llm 3.2: a run whose call waits can be paused, and goes on with the endpoint', async () => {
  await away.leave();
  const [id = ''] = await startAll(1, 'away/one');
  const others = await startAll(6, 'away/one');
  await allWait([id, ...others]);
  const waiting = (await engine.store.waits.ofRun(id)).map(({ token }) => token);
  await engine.runs.send(id, { kind: 'pause', by: 'me', waiting }, `pause-${id}`);
  await engine.until(id, ({ life }) => life.status === 'paused');
  expect(await engine.store.waits.ofRun(id)).toEqual([]);
  await away.comeBack();
  for (const other of others) await engine.until(other, ended);
  await engine.runs.send(id, { kind: 'resume', by: 'me' }, `resume-${id}`);
  expect(await engine.until(id, ended)).toMatchObject({ life: { status: 'completed' }, usage: { attempts: 1 } });
}, 120_000);
