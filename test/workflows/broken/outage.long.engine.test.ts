// A real Temporal server and PostgreSQL: endpoints that are away for two minutes, each in its own way, under many open runs (llm 3).

import dns from 'node:dns';
import type { FastifyInstance } from 'fastify';
import type { Models } from '../../../src/generators/registry.ts';
import type { RunState } from '../../../src/model/run-state.ts';
import type { Waits } from '../../../src/ports/store/waits.ts';
import {
  type AwayEndpoint,
  asking,
  endpointAt,
  type Outage,
  startAwayEndpoint,
} from '../../support/engine/away-endpoint.ts';
import { startEngine, type TestEngine } from '../../support/engine/engine.ts';
import { apiOver } from '../../support/engine/engine-api.ts';
import { ended } from '../../support/engine/scripted.ts';
import { until } from '../../support/until.ts';

/** Runs of the endpoint that refuses connections, and of each of the others. */
const [MANY, FEW] = [50, 4];
/** Of runs whose step has `timeouts.infra: PT2M`. */
const [EARLY, LATE] = [6, 4];
/** Milliseconds that the early ones have waited when the late ones begin: far from the two minutes for both. */
const LATER = 90_000;
/** Milliseconds within which everything has to happen; a limit for a test that hangs. */
const LIMIT = 300_000;

/** By the name of the endpoint. `unknown` has a name that leads nowhere while it is away. */
const WAYS: readonly (readonly [name: string, how: Outage])[] = [
  ['refused', 'refused'],
  ['reset', 'reset'],
  ['silent', 'silent'],
  ['unavailable', 'unavailable'],
  ['overloaded', 'overloaded'],
  ['cut', 'cut'],
  ['unknown', 'reset'],
];
const HOST = 'provider.test';
const OTHERS = WAYS.map(([name]) => name).filter((name) => name !== 'refused');

type Wait = Parameters<Waits['begin']>[0];

interface Played {
  readonly patient: readonly string[];
  readonly early: readonly string[];
  readonly late: readonly string[];
  readonly others: Readonly<Record<string, readonly string[]>>;
  /** Of runs of an endpoint that is there, which ended before the others came back. */
  readonly meanwhile: readonly RunState[];
  /** What each of the patient, early and late ones was just before the return. */
  readonly before: ReadonlyMap<string, RunState>;
  readonly waitsBefore: ReadonlyMap<string, number>;
  readonly left: number;
  readonly back: number;
  /** What the breaker of the endpoint that refuses connections knew just before the return. */
  readonly reading: ReturnType<Models['readings']>[number] | undefined;
  readonly requests: Readonly<Record<string, number>>;
  readonly after: ReadonlyMap<string, RunState>;
  readonly retried: unknown;
}

const endpoints = new Map<string, AwayEndpoint>();
const noted: Wait[] = [];
const lookup = dns.lookup;
let isNameKnown = true;
let models: Models;
let engine: TestEngine;
let app: FastifyInstance;
let played: Played;
beforeAll(async () => {
  Reflect.set(dns, 'lookup', lookUp);
  for (const name of [...WAYS.map(([way]) => way), 'there']) endpoints.set(name, await startAwayEndpoint());
  const placed = [...endpoints].map(([name, { baseUrl }]) =>
    endpointAt(name, name === 'unknown' ? baseUrl.replace('127.0.0.1', HOST) : baseUrl),
  );
  engine = await startEngine({
    slots: { generate: 12, guard: 4 },
    models: { endpoints: placed, defaultModel: 'there/one' },
    before: (made) => {
      models = made;
      return made;
    },
    seen: (store) => ({
      ...store,
      waits: {
        ...store.waits,
        begin(wait) {
          noted.push(wait);
          return store.waits.begin(wait);
        },
      },
    }),
  });
  app = await apiOver(engine);
  played = await play();
}, LIMIT);
afterAll(async () => {
  Reflect.set(dns, 'lookup', lookup);
  await app?.close();
  await engine?.stop();
  await Promise.all([...endpoints.values()].map((one) => one.close()));
}, 60_000);

/** The name's resolution as of a machine whose resolver has lost it. */
function lookUp(host: string, options: object, done: (...found: readonly unknown[]) => void): void {
  if (host !== HOST) Reflect.apply(lookup, dns, [host, options, done]);
  else if (isNameKnown) Reflect.apply(lookup, dns, ['127.0.0.1', options, done]);
  else done(Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND', syscall: 'getaddrinfo' }));
}

async function play(): Promise<Played> {
  isNameKnown = false;
  for (const [name, how] of WAYS) await endpoints.get(name)?.leave(how);
  const left = Date.now();
  const patient = await startAll(MANY, 'refused/one');
  const early = await startAll(EARLY, 'refused/one', { infra: 'PT2M' });
  const others = Object.fromEntries(
    await Promise.all(
      OTHERS.map(async (name) => [name, await startAll(FEW, `${name}/one`, { generate: 'PT5S' })] as const),
    ),
  );
  const [sinceWhen] = await Promise.all(early.map(firstWait));
  await Promise.all(patient.map(firstWait));
  const there = await startAll(20, 'there/one');
  const meanwhile = await Promise.all(there.map((id) => endOf(id)));
  await until(
    'the early runs to have waited',
    () => (Date.now() > (sinceWhen ?? left) + LATER ? true : undefined),
    LIMIT,
    500,
  );
  const late = await startAll(LATE, 'refused/one', { infra: 'PT2M' });
  await Promise.all(late.map(firstWait));
  await Promise.all(early.map((id) => stateOf(id, ({ life }) => life.status !== 'running')));
  const runs = [...patient, ...early, ...late];
  const before = new Map(await Promise.all(runs.map(async (id) => [id, await stateOf(id, () => true)] as const)));
  const waits = runs.map(async (id) => [id, (await engine.store.waits.ofRun(id)).length] as const);
  const waitsBefore = new Map(await Promise.all(waits));
  const requests = Object.fromEntries([...endpoints].map(([name, one]) => [name, one.requests]));
  const reading = models.readings().find(({ endpoint }) => endpoint === 'refused');
  const back = Date.now();
  isNameKnown = true;
  for (const one of endpoints.values()) await one.comeBack();
  const going = [...patient, ...late, ...Object.values(others).flat()];
  const after = new Map(await Promise.all(going.map(async (id) => [id, await endOf(id)] as const)));
  const retried = (await app.inject({ method: 'POST', url: '/v1/endpoints/refused/retry', payload: {} })).json();
  for (const id of early) after.set(id, await endOf(id));
  return {
    patient,
    early,
    late,
    others,
    meanwhile,
    before,
    waitsBefore,
    left,
    back,
    reading,
    requests,
    after,
    retried,
  };
}

const startAll = (count: number, ...facts: Parameters<typeof asking>) =>
  Promise.all(Array.from({ length: count }, () => engine.start(asking(...facts))));

/** Since when the run's call waits, once it does. */
const firstWait = (id: string) =>
  until(
    `${id} to wait`,
    async () => (await engine.store.waits.ofRun(id)).find(({ reason }) => reason === 'outage')?.since,
    LIMIT,
    200,
  );

const stateOf = (id: string, isSo: (state: RunState) => boolean) =>
  until(
    `${id} as asked`,
    async () => {
      const state = (await engine.store.runs.find(id))?.state;
      return state && isSo(state) ? state : undefined;
    },
    LIMIT,
    200,
  );
const endOf = (id: string) => stateOf(id, ended);

const UNASKED = { life: { status: 'completed' }, usage: { attempts: 1 }, escalations: {} };

test('llm 3.1: an endpoint that is away for two minutes under 50 open runs leads to no question and takes no attempt', async () => {
  const { patient, before, after, left, back } = played;
  expect(back - left).toBeGreaterThanOrEqual(120_000);
  for (const id of patient) {
    expect(before.get(id)).toMatchObject({ life: { status: 'running' }, escalations: {} });
    expect(after.get(id)).toMatchObject(UNASKED);
    const { rows } = await engine.store.attempts.list(id, {}, { limit: 5 });
    expect(rows).toMatchObject([{ attempt: 1, status: 'accepted' }]);
  }
});

test('llm 3.2: the return is found out within 15 s, and the first success lets all others go: none waits again', async () => {
  const { patient, late, back, reading } = played;
  expect(reading).toMatchObject({ state: expect.stringMatching(/^(?:open|probing)$/), inFlight: expect.any(Number) });
  // When the endpoint came back, the next call could go out 15 s later at most, and each of the others looks every 3 s.
  expect((reading?.until ?? back) - back).toBeLessThanOrEqual(15_000);
  const own = noted.filter(({ endpoint, reason }) => endpoint === 'refused' && reason === 'outage');
  expect(own.length).toBeGreaterThan(patient.length);
  expect(own.filter(({ now, until: next }) => next - now > 3_000)).toEqual([]);
  const logs = await Promise.all([...patient, ...late].map((id) => engine.log(id)));
  const made = logs.flat().flatMap((event) => (event.type === 'artifact.created' ? [event.at] : []));
  const first = Math.min(...made);
  expect(first).toBeGreaterThanOrEqual(back);
  expect(own.filter(({ now }) => now > first)).toEqual([]);
});

test('llm 3.2: runs of another endpoint all finish while the first one is away, though more calls wait than there are slots', () => {
  expect(played.meanwhile).toHaveLength(20);
  for (const state of played.meanwhile) expect(state).toMatchObject(UNASKED);
});

test('llm 3.1: with timeouts.infra PT2M exactly the runs that have waited for longer ask, and one action retries all of them', () => {
  const { early, late, patient, before, after, retried } = played;
  for (const id of early) {
    const { escalations, usage } = before.get(id) ?? {};
    expect(Object.values(escalations ?? {})).toMatchObject([
      { kind: 'infrastructure', status: 'open', endpoint: 'refused' },
    ]);
    expect(usage?.attempts).toBe(0);
    expect(after.get(id)).toMatchObject({ life: { status: 'completed' }, usage: { attempts: 1 } });
  }
  for (const id of [...late, ...patient]) {
    expect(before.get(id)).toMatchObject({ life: { status: 'running' }, escalations: {} });
    expect(after.get(id)).toMatchObject(UNASKED);
  }
  const { questions, failed } = Object(retried);
  expect([questions, failed]).toEqual([expect.any(Array), []]);
  expect(questions.map(({ runId }: { runId: string }) => runId).toSorted()).toEqual(early.toSorted());
});

test.each(OTHERS)('llm 3.1: neither does one that is away by "%s"', async (name) => {
  const { others, after } = played;
  expect(others[name]).toHaveLength(FEW);
  for (const id of others[name] ?? []) expect(after.get(id)).toMatchObject(UNASKED);
});

test('llm 3.2: while it is away a provider is asked by one call at a time, with pauses', () => {
  const { requests, left, back } = played;
  for (const name of ['reset', 'unavailable', 'overloaded']) {
    const probes = (back - left) / 5_000;
    expect(requests[name]).toBeGreaterThan(5);
    expect(requests[name]).toBeLessThanOrEqual(5 + FEW + probes);
  }
});

test('llm 3.2: no row of a call that waits stays behind', async () => {
  const { patient, early, late, others, waitsBefore } = played;
  for (const id of early) expect([id, waitsBefore.get(id)]).toEqual([id, 0]);
  const all = [...patient, ...early, ...late, ...Object.values(others).flat()];
  expect((await Promise.all(all.map((id) => engine.store.waits.ofRun(id)))).flat()).toEqual([]);
  expect([...(await engine.store.endpoints.waiting())]).toEqual([]);
});
