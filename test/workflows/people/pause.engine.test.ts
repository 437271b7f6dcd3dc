// A real Temporal server, a real PostgreSQL, the real API: pausing, resuming and ending runs while they are under way.
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { evolve } from '../../../src/engine.ts';
import { INITIAL, type RunState } from '../../../src/model/run-state.ts';
import type { Store } from '../../../src/ports/store/store.ts';
import { SIGNALS, stateQuery } from '../../../src/workflows/messages.ts';
import { startEngine, type TestEngine } from '../../support/engine/engine.ts';
import { apiOver } from '../../support/engine/engine-api.ts';
import { asJson, ended, scripted } from '../../support/engine/scripted.ts';

let engine: TestEngine;
let api: FastifyInstance;
beforeAll(async () => {
  engine = await startEngine({ seen: withSlowVerdicts });
  api = await apiOver(engine);
});
afterAll(async () => {
  await api?.close();
  await engine?.stop();
});

/** Runs whose verdicts take longer than a workflow task waits for them, so that they can be interrupted while they are judged. */
const slowlyJudged = new Set<string>();

function withSlowVerdicts(store: Store): Store {
  const { verdicts } = store;
  const save: typeof verdicts.save = async (runId, ...verdict) => {
    if (slowlyJudged.has(runId)) await setTimeout(1_500);
    return verdicts.save(runId, ...verdict);
  };
  return { ...store, verdicts: { ...verdicts, save } };
}

const PASS = { verdict: 'pass' };
const RETRY = { verdict: 'retry', feedback: 'no' };
const generating = ({ steps }: RunState) => steps['work']?.call?.phase === 'generate';
const judging = ({ steps }: RunState) => steps['work']?.call?.phase === 'guard';
const paused = ({ life }: RunState) => life.status === 'paused';

async function verb(id: string, name: string, body: object = {}) {
  const answer = await api.inject({ method: 'POST', url: `/v1/runs/${id}/${name}?wait=20s`, payload: body });
  return [answer.statusCode, answer.json()] as const;
}

test.each(['rest', 'update', 'signal'] as const)('R47: pause and resume by %s', async (way) => {
  const ask = async (kind: 'pause' | 'resume') => {
    if (way === 'rest') await verb(id, kind, { reason: 'lunch' });
    else if (way === 'update') await engine.runs.send(id, { kind, reason: 'lunch', by: 'ada' }, randomUUID());
    else await engine.client.workflow.getHandle(id).signal(SIGNALS[kind], { reason: 'lunch', by: 'ada' });
  };
  const id = await engine.start(scripted([{ text: 'x', delay: '500ms' }, 'y'], [RETRY, PASS]));
  await engine.until(id, generating);
  await ask('pause');
  const state = await engine.until(id, paused);
  expect(state).toMatchObject({ usage: { attempts: 1 }, control: { pause: { reason: 'lunch' } } });
  expect(await engine.client.workflow.getHandle(id).query(stateQuery)).toMatchObject({
    status: 'paused',
    control: { pause: { settled: true } },
  });
  await ask('resume');
  expect(await engine.until(id, ended)).toMatchObject({ life: { status: 'completed' }, usage: { attempts: 2 } });
});

test('R46, R27: a stopped run goes on in another execution; what was being judged is judged, its answer not paid again', async () => {
  const id = await engine.start(scripted(['first', { text: 'second', delay: '200ms' }], [RETRY, PASS]));
  slowlyJudged.add(id);
  await engine.until(id, (state) => judging(state) && state.usage.attempts === 2);
  expect(await verb(id, 'stop', { reason: 'night' })).toMatchObject([200, { status: 'stopped' }]);
  const stopped = (await engine.store.runs.find(id))?.state;
  expect(await verb(id, 'resume', { reason: 'morning' })).toMatchObject([200, { status: 'running', changed: true }]);
  const state = await engine.until(id, ended);
  expect(state).toMatchObject({ life: { status: 'completed' }, usage: { attempts: 2, llmCalls: 2 } });
  const log = await engine.log(id);
  expect(log.find(({ seq }) => seq === (stopped?.seq ?? 0) + 1)).toMatchObject({ type: 'run.resumed' });
  expect(asJson(log.reduce(evolve, INITIAL))).toEqual(asJson(state));
  expect(log.filter(({ type }) => type === 'attempt.started')).toHaveLength(2);
});

test('a run that is stopped and resumed at once, again and again, loses nothing', async () => {
  const id = await engine.start(scripted([{ text: 'x', delay: '300ms' }], [PASS]));
  for (let round = 0; round < 4; round += 1) {
    const asked = [api.inject({ method: 'POST', url: `/v1/runs/${id}/stop` })];
    await engine.store.events.waitFor(id, 3, 5_000);
    asked.push(api.inject({ method: 'POST', url: `/v1/runs/${id}/resume` }));
    const codes = (await Promise.all(asked)).map(({ statusCode }) => statusCode);
    expect([200, 202, 409]).toEqual(expect.arrayContaining(codes));
  }
  await verb(id, 'resume');
  const state = await engine.until(id, ended);
  expect(state).toMatchObject({ life: { status: 'completed' }, usage: { attempts: 1 } });
  expect(asJson((await engine.log(id)).reduce(evolve, INITIAL))).toEqual(asJson(state));
});

test.each(['rest', 'signal'] as const)('R74: terminate by %s ends the run, its events stored', async (way) => {
  const id = await engine.start(scripted([{ text: 'x', delay: '20s' }], [PASS]));
  await engine.until(id, generating);
  if (way === 'rest')
    expect(await verb(id, 'terminate', { reason: 'no' })).toMatchObject([200, { status: 'terminated' }]);
  else await engine.client.workflow.getHandle(id).signal(SIGNALS.terminate, { reason: 'no', by: 'ada' });
  await engine.until(id, ended);
  expect((await engine.log(id)).at(-1)).toMatchObject({ type: 'run.closed', status: 'terminated', reason: 'no' });
});
