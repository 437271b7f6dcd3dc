// A real PostgreSQL, the simulated models: what costs an attempt and what does not (R32).
import { startInProcess } from '../../support/engine/in-process.ts';
import type { AnyEngine } from '../../support/engine/parts.ts';
import { ended, scripted } from '../../support/engine/scripted.ts';

let engine: AnyEngine;
beforeAll(async () => {
  engine = await startInProcess();
});
afterAll(() => engine?.stop());

const PASS = { verdict: 'pass' };
const FAULT = { status: 503 };

async function attemptsOf(outputs: readonly unknown[], verdicts: readonly unknown[], facts: object = {}) {
  const id = await engine.start(scripted(outputs, verdicts, facts));
  const state = await engine.until(id, (now) => ended(now) || now.life.status !== 'running');
  const { rows } = await engine.store.attempts.list(id, {}, { limit: 50 });
  return { id, state, rows };
}

test('S3-G-8, R32: two content failures and then an answer cost three attempts', async () => {
  const { state, rows } = await attemptsOf(
    [{ text: 'cut', finish: 'length' }, { text: 'no', finish: 'refusal' }, 'good'],
    [PASS],
  );
  expect(state).toMatchObject({ life: { status: 'completed' }, usage: { attempts: 3 } });
  expect(rows.map(({ status, verdict }) => [status, verdict?.guard])).toEqual([
    ['rejected', 'generator-validation'],
    ['rejected', 'generator-validation'],
    ['accepted', 'scripted'],
  ]);
});

test('R32: what trying again cannot mend asks a person at once', async () => {
  const { state, rows } = await attemptsOf([{ status: 401 }, 'good'], [PASS]);
  expect(state.life.status).toBe('escalated');
  expect(Object.values(state.escalations)).toMatchObject([{ kind: 'infrastructure', step: 'work', status: 'open' }]);
  expect(state.usage.attempts).toBe(0);
  expect(rows.map(({ status }) => status)).toEqual(['discarded']);
});

test('R32: faults that go on for longer than timeouts.infra ask a person', async () => {
  const { state } = await attemptsOf([FAULT, FAULT, FAULT, FAULT, 'good'], [PASS], { timeouts: { infra: 'PT1S' } });
  expect(Object.values(state.escalations)).toMatchObject([{ kind: 'infrastructure' }]);
});

test('R65: a context that fits in no way asks a person and costs no attempt', async () => {
  const { state } = await attemptsOf(['good'], [PASS], { maxContextTokens: 3 });
  expect(Object.values(state.escalations)).toMatchObject([{ kind: 'context_overflow', step: 'work' }]);
  expect(state.usage.attempts).toBe(0);
});

test('S0-T35b, S0-T35c, S0-T35a, S3-L3-c, R15: a fatal verdict parks the run with the artifact and its digest', async () => {
  const { state, rows } = await attemptsOf(
    ['bad', 'good'],
    [{ verdict: 'fatal', feedback: 'os.system is forbidden' }, PASS],
  );
  const [attempt] = rows;
  expect(state).toMatchObject({
    life: { status: 'escalated' },
    steps: { work: { sigma: 'fatal' } },
    usage: { attempts: 1 },
  });
  expect(Object.values(state.escalations)).toMatchObject([
    { kind: 'fatal', artifactId: attempt?.artifact?.id, artifactDigest: attempt?.artifact?.digest },
  ]);
  expect(attempt).toMatchObject({
    status: 'rejected',
    verdict: { verdict: 'fatal', feedback: 'os.system is forbidden' },
  });
});

test.each([
  ['escalate', { life: { status: 'escalated' } }],
  ['fail', { life: { status: 'failed', failure: { code: 'attempts_exhausted', step: 'work' } } }],
  ['skip', { life: { status: 'completed' }, steps: { work: { sigma: 'waived' } } }],
])('S3-L3-a, R4: attempts used up with onExhausted %s', async (onExhausted, expected) => {
  const retry = { verdict: 'retry', feedback: 'no' };
  const { state, rows } = await attemptsOf(['bad'], [retry], { recovery: { rMax: 1, onExhausted } });
  expect(state).toMatchObject(expected);
  expect(rows.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});

test('R29: a fixed text is not tried again', async () => {
  const { state } = await attemptsOf([], [{ verdict: 'retry', feedback: 'no' }], {
    generator: { kind: 'fixed', content: 'always the same' },
  });
  expect(state).toMatchObject({ life: { status: 'escalated' }, usage: { attempts: 1, llmCalls: 0 } });
});

test('R71: a step whose condition is false is waived without a call', async () => {
  const { state } = await attemptsOf(['good'], [PASS], { when: '1 > 2' });
  expect(state).toMatchObject({
    life: { status: 'completed' },
    steps: { work: { sigma: 'waived' } },
    usage: { attempts: 0 },
  });
});
