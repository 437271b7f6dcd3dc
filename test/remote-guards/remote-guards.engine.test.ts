// A real Temporal server, a real PostgreSQL, the API over HTTP: guards are judged by a worker that reaches none but those.
import type { FastifyInstance } from 'fastify';
import type { Guard } from '../../src/guards/guard.ts';
import { sandboxesOf } from '../../src/sandbox/sandboxes.ts';
import { createUnsafeLocal } from '../../src/sandbox/unsafe-local.ts';
import { ExactNumber } from '../../src/text/exact-number.ts';
import { startEngine, type TestEngine } from '../support/engine/engine.ts';
import { type Meddling, startApiFor, startRemoteGuards } from '../support/engine/remote-guards.ts';
import { ended, scripted } from '../support/engine/scripted.ts';
import { atom, objective, searching } from '../support/played/and-or.ts';
import { until } from '../support/until.ts';

const CALM = '{"score": 0.9, "reasons": "calm"}';
const LOUD = '{"score": 0.2, "reasons": "It shouts."}';
const PASS = { verdict: 'pass' };

let engine: TestEngine;
let app: FastifyInstance;
let url: string;
/** Requests to models. */
let asked = 0;
let guards: Awaited<ReturnType<typeof startRemoteGuards>> | undefined;
beforeAll(async () => {
  const judge = (name: string, right: unknown) => ({ name, seed: 1, epsilon: 1, steps: { '*': { right } } });
  engine = await startEngine({
    dispatched: true,
    provider: (it) => {
      it.addHook('onRequest', async () => {
        asked += 1;
      });
    },
    slots: { generate: 20, guard: 0, text: 0 },
    settings: { heartbeatTimeout: 1_500 },
    cards: [
      judge('kind', [
        { text: LOUD, when: { pattern: '!' } },
        { text: CALM, when: { pattern: '!', not: true } },
      ]),
      judge('chatty', 'Very good!'),
    ],
  });
  ({ app, url } = await startApiFor(engine));
});
afterEach(async () => {
  await guards?.stop();
  guards = undefined;
});
afterAll(async () => {
  await app?.close();
  await engine?.stop();
});

async function judging(meddling?: Meddling): Promise<void> {
  guards = await startRemoteGuards(engine, url, meddling);
}

async function settled(id: string) {
  const state = await engine.until(id, (now) => ended(now) || now.life.status !== 'running');
  const { rows } = await engine.store.attempts.list(id, {}, { limit: 50 });
  return { id, state, rows };
}

async function play(outputs: readonly unknown[], verdicts: readonly unknown[], facts: object = {}) {
  return settled(await engine.start(scripted(outputs, verdicts, facts)));
}

test('design 5: rejections, feedback and events are what they are with the database at hand', async () => {
  await judging();
  const { id, state, rows } = await play(['bad', 'good'], [{ verdict: 'retry', feedback: 'no' }, PASS]);
  expect(state).toMatchObject({ life: { status: 'completed' }, usage: { attempts: 2, llmCalls: 2 } });
  expect(rows.map(({ status, verdict }) => [status, verdict?.feedback])).toEqual([
    ['rejected', 'no'],
    ['accepted', ''],
  ]);
  const log = await engine.log(id);
  expect(log.map(({ seq }) => seq)).toEqual(log.map((_, index) => index + 1));
});

test('R35: a program runs there too; what it prints or fails with is stored by the API', async () => {
  const local = await createUnsafeLocal();
  await judging({ sandboxes: sandboxesOf([local]) });
  const run = ['sh', '-c', 'if [ -s told ]; then cat told; else exit 4; fi'];
  const steps = [
    { id: 'work', generator: { kind: 'command', run, files: { told: '{feedback}' } }, guard: { use: 'not-empty' } },
  ];
  const { state, rows } = await settled(await engine.start({ name: 'program', steps }));
  expect(state).toMatchObject({ life: { status: 'completed' }, usage: { attempts: 2 } });
  expect(rows).toMatchObject([
    { status: 'rejected', verdict: { guard: 'generator-validation', feedback: 'sh exited with 4.' } },
    { status: 'accepted', artifact: { bytes: 'sh exited with 4.'.length } },
  ]);
  await local.close();
});

test('R127, report 9: numbers that a guard is given, and those that it finds, keep their digits on the way', async () => {
  const id = new ExactNumber('7300000000000000001');
  const price = new ExactNumber('1.10');
  await judging({
    guards: ({ find }) => ({
      find(name) {
        const guard = find(name);
        const evaluate: Guard['evaluate'] = (_, { input }) => ({
          verdict: 'pass',
          feedback: '',
          data: { input, price },
        });
        return guard && { ...guard, evaluate };
      },
    }),
  });
  const { rows } = await settled(await engine.start(scripted(['good'], [PASS]), { input: { id } }));
  expect(rows[0]?.verdict?.data).toEqual({ input: { id }, price });
});

test('R32: there a program that cannot be run is a fault, and no attempt', async () => {
  await judging();
  const generator = { kind: 'command', run: ['make'] };
  const steps = [{ id: 'work', generator, guard: { use: 'not-empty' }, timeouts: { infra: 'PT0.1S' } }];
  const { state, rows } = await settled(await engine.start({ name: 'program', steps }));
  expect(Object.values(state.escalations)).toMatchObject([{ kind: 'infrastructure', step: 'work' }]);
  expect(rows).toMatchObject([{ status: 'discarded', faults: [{ phase: 'generate' }, { phase: 'generate' }] }]);
});

test('S1-2.1-a: a base case is verified there too, and its evidence is stored', async () => {
  await judging();
  const definition = searching([atom('one'), atom('two')], { objective: objective('two') });
  const made = await app.inject({ method: 'POST', url: '/v1/runs', payload: { workflow: { definition } } });
  const { state } = await settled(made.json().id);
  expect(state).toMatchObject({ life: { status: 'completed' }, own: { baseCase: { passed: true } } });
  const evidence = await app.inject({ url: `/v1/artifacts/${state.own.baseCase?.artifactId}/content` });
  expect(evidence.json()).toMatchObject({ passed: true, failures: [] });
});

test('R32: a guard that breaks twice is asked again; both times are noted and cost no attempt', async () => {
  await judging();
  const { state, rows } = await play(['good'], [{ error: true }, { error: true }, PASS]);
  expect(state).toMatchObject({ life: { status: 'completed' }, usage: { attempts: 1, llmCalls: 1 } });
  expect(rows[0]?.faults.map(({ phase }) => phase)).toEqual(['guard', 'guard']);
});

test('R32: a guard that goes on breaking asks a person', async () => {
  await judging();
  const breaking = Array.from({ length: 10 }, () => ({ error: true }));
  const { state } = await play(['good'], breaking, { timeouts: { infra: 'PT1S' } });
  expect(Object.values(state.escalations)).toMatchObject([{ kind: 'infrastructure' }]);
});

describe('running 5: a judged leaf beside one of the worker itself', () => {
  const guard = (model: string) => ({
    guard: { sequence: [{ use: 'not-empty' }, { use: 'llm-judge', with: { rubric: ' It is calm. ', model } }] },
  });

  test('is answered by the API, which asks the model', async () => {
    await judging();
    const { state, rows } = await play(['loud!', 'calm'], [PASS], guard('sim:kind'));
    expect(state).toMatchObject({ life: { status: 'completed' }, usage: { attempts: 2, llmCalls: 4 } });
    expect(rows.map(({ verdict }) => verdict)).toMatchObject([
      { verdict: 'retry', guard: 'llm-judge', nature: 'judged', score: 0.2, data: { model: 'sim:kind', raw: LOUD } },
      { verdict: 'pass', guard: 'llm-judge', score: 0.9, usage: { llmCalls: 1 } },
    ]);
  });

  test('is paid once and counted once, though a person answers for a later leaf (R100)', async () => {
    await judging();
    asked = 0;
    const leaves = [...guard('sim:kind').guard.sequence, { use: 'human', with: { question: 'Good?' } }];
    const id = await engine.start(scripted(['calm'], [PASS], { guard: { sequence: leaves } }));
    const { escalations } = await engine.until(id, (state) => Object.keys(state.escalations).length > 0);
    const question = Object.keys(escalations)[0] ?? '';
    const payload = { action: 'approve' };
    const decided = await app.inject({ method: 'POST', url: `/v1/escalations/${question}/decision`, payload });
    expect(decided.statusCode).toBe(200);
    expect(await engine.until(id, ended)).toMatchObject({
      life: { status: 'completed' },
      usage: { attempts: 1, llmCalls: 2 },
    });
    expect(asked).toBe(2);
  });

  test('that cannot be read is a guard error, whose price is told', async () => {
    await judging();
    const { state, rows } = await play(['calm'], [PASS], { ...guard('sim:chatty'), timeouts: { infra: 'PT1S' } });
    expect(Object.values(state.escalations)).toMatchObject([{ question: expect.stringContaining('Very good!') }]);
    expect(rows[0]?.faults.length).toBeGreaterThan(0);
  });
});

test('R27: a verdict whose answer was lost is stored once, and the artifact is not judged again', async () => {
  let [kept, evaluated] = [0, 0];
  await judging({
    guardPort: (guardPort) => ({
      ...guardPort,
      async keep(call, verdict) {
        const first = await guardPort.keep(call, verdict);
        kept += 1;
        if (kept === 1) throw new Error('the answer is lost');
        return first;
      },
    }),
    guards: ({ find }) => ({
      find(name) {
        evaluated += 1;
        return find(name);
      },
    }),
  });
  const { id, state, rows } = await play(['good'], [PASS]);
  expect(state).toMatchObject({ life: { status: 'completed' }, usage: { attempts: 1 } });
  expect([kept, evaluated, rows.length]).toEqual([1, 1, 1]);
  const log = await engine.log(id);
  expect(log.filter(({ type }) => type === 'guard.verdict')).toHaveLength(1);
});

test('R32: an API that does not answer uses nothing up', async () => {
  const lost = await startRemoteGuards(engine, 'http://127.0.0.1:1');
  const id = await engine.start(scripted(['good'], [PASS]));
  await until('the call is tried again', async () => {
    const { raw } = await engine.client.workflow.getHandle(id).describe();
    const [call] = raw.pendingActivities ?? [];
    return (call?.attempt ?? 0) > 1 && call?.lastFailure?.message?.includes('does not answer') ? true : undefined;
  });
  await lost.stop();
  await judging();
  const { state, rows } = await settled(id);
  expect(state).toMatchObject({ life: { status: 'completed' }, usage: { attempts: 1 } });
  expect(rows[0]?.faults).toEqual([]);
});

test('R83: without a notification of the log, a stop reaches the guard by its heartbeat', async () => {
  const [begun, aborted] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await judging({
    guards: ({ find }) => ({
      find(name) {
        const guard = find(name);
        return (
          guard && {
            ...guard,
            evaluate(_, { signal }) {
              begun.resolve();
              signal.addEventListener('abort', () => aborted.resolve());
              return new Promise(() => {});
            },
          }
        );
      },
    }),
  });
  const id = await engine.start(scripted(['good'], [PASS]));
  await begun.promise;
  await engine.runs.send(id, { kind: 'stop', by: 'ann', reason: 'enough' }, 'stop-1');
  await aborted.promise;
  expect(await engine.until(id, ({ life }) => life.status === 'stopped')).toMatchObject({
    life: { status: 'stopped' },
  });
});

test('R73, R75: what a person says of a leaf at length reaches the verdict whole', async () => {
  await judging();
  const guard = { use: 'human', with: { question: 'Good?' } };
  const id = await engine.start(scripted(['good'], [PASS], { guard, recovery: { rMax: 0 } }));
  const { escalations } = await engine.until(id, (state) => Object.keys(state.escalations).length > 0);
  const feedback = 'It is too short. '.repeat(200).trim();
  const decided = await app.inject({
    method: 'POST',
    url: `/v1/escalations/${Object.keys(escalations)[0]}/decision`,
    payload: { action: 'reject', feedback },
  });
  expect(decided.statusCode).toBe(200);
  await engine.until(id, ({ steps }) => (steps['work']?.failures.length ?? 0) > 0);
  const { rows } = await engine.store.attempts.list(id, {}, { limit: 50 });
  expect(rows[0]?.verdict).toMatchObject({ verdict: 'retry', guard: 'human', feedback });
});

test('guards 1.7: what the worker offers is known from its first call on', async () => {
  await judging();
  await play(['good'], [PASS]);
  expect(await engine.store.capabilities.of(['guards@test'])).toEqual(new Map([['guards@test', []]]));
});
