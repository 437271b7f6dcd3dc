// A real Temporal server: what a run costs in history, and what stays out of it (R78, design 4).
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { agentScript, calls, FIXTURE_PARTS } from '../support/engine/agents.ts';
import { calledBy, LOCAL } from '../support/engine/called.ts';
import { startEngine, type TestEngine } from '../support/engine/engine.ts';
import { ended, scripted } from '../support/engine/scripted.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await startEngine({ parts: FIXTURE_PARTS });
});
afterAll(() => engine?.stop());

const SECRET = 'a text that must not be in the history';

test('S3-D1-a, R78: an attempt costs at most 7 events and 2 KiB of history, whatever the size of its artifact', async () => {
  const [short, long] = await Promise.all([historyOf(retried(4)), historyOf(retried(10))]);
  expect((long.events - short.events) / 6).toBeLessThanOrEqual(7);
  expect((long.bytes - short.bytes) / 6).toBeLessThanOrEqual(2_048);
  expect(long.text.includes(SECRET)).toBe(false);
});

test('R78: an attempt of a new step costs at most 8 events and 2.5 KiB of history', async () => {
  const [short, long] = await Promise.all([historyOf(inARow(4)), historyOf(inARow(10))]);
  expect((long.events - short.events) / 6).toBeLessThanOrEqual(8);
  expect((long.bytes - short.bytes) / 6).toBeLessThanOrEqual(2_560);
});

test('R49: a time budget that ends while a stop awaits its last attempt wakes the run once', async () => {
  const slow = scripted([{ text: 'x', delay: '2500ms' }], [{ verdict: 'pass' }]);
  const id = await engine.start({ ...slow, budgets: { maxDuration: 'PT1S' } });
  await engine.until(id, ({ usage }) => usage.attempts === 1);
  await engine.runs.send(id, { kind: 'stop', mode: 'after_attempt' }, 'stop-1');
  expect(await engine.until(id, ended)).toMatchObject({ life: { status: 'stopped' }, usage: { attempts: 1 } });
  const { events } = await engine.client.workflow.getHandle(id).fetchHistory();
  expect(events?.filter(({ timerFiredEventAttributes }) => timerFiredEventAttributes)).toHaveLength(1);
});

test('S0-S4, design 4: prompts, answers, tools and state of an agent stay out of the history', async () => {
  const turns = [calls(['parse']), calls(['query', { field: 'total' }]), calls(['output', { total: 3 }])];
  const id = await engine.start(agentScript([turns]), { input: { data: '{"total": 3}' } });
  expect(await engine.until(id, ended)).toMatchObject({ life: { status: 'completed' } });
  const text = decoded(historyToJSON(await engine.client.workflow.getHandle(id).fetchHistory()));
  expect(text).toContain('stateRef');
  for (const secret of ['rawData', 'callCount', 'Find the total', '"value"', 'arguments'])
    expect(text).not.toContain(secret);
});

/** Of a definition that asks whether its second step is for the run, or does not ask; `amount` is what that hinges on. */
function paying(amount: string, facts: object) {
  const fixed = (id: string, content: string, more: object = {}) => ({
    id,
    generator: { kind: 'fixed', content },
    guard: { use: 'json' },
    ...more,
  });
  return { name: 'paying', steps: [fixed('bill', amount), fixed('sign', '{}', { requires: ['bill'], ...facts })] };
}

test('a run without a `when` has no marker and no activity more (R103)', async () => {
  const id = await engine.start(paying('{"amount": 5}', {}));
  await engine.until(id, ended);
  const { events } = await engine.client.workflow.getHandle(id).fetchHistory();
  const markers = (events ?? []).flatMap(({ markerRecordedEventAttributes: marker }) => marker ?? []);
  expect(markers.map(({ markerName }) => markerName)).toEqual([LOCAL, LOCAL]);
  const verdicts = markers.map(({ details }) => String(details?.['result']?.payloads?.[0]?.data));
  // Nothing that the workflow knows already.
  expect(verdicts).toEqual(Array(2).fill('{"kind":"judged","verdict":"pass","guard":"json"}'));
  const asked = (await calledBy(engine.client, id)).map(({ name }) => name);
  expect(asked.filter((name) => name !== 'flush')).toEqual(['generate', 'evaluateGuard', 'generate', 'evaluateGuard']);
});

test('why a `when` cannot be calculated stays out of the history (R109, design 4)', async () => {
  const id = await engine.start(paying('{"sum": 5}', { when: 'artifact.bill.amount > 1' }));
  await engine.until(id, ({ life }) => life.status === 'escalated');
  const { events } = await engine.client.workflow.getHandle(id).fetchHistory();
  expect(JSON.stringify(events)).not.toContain('has no value');
});

/** A step that is accepted at that attempt. */
function retried(attempts: number) {
  const answer = `${SECRET} `.repeat(500);
  const verdicts = [
    ...Array.from({ length: attempts - 1 }, () => ({ verdict: 'retry', feedback: `no\n${SECRET}` })),
    { verdict: 'pass' },
  ];
  return scripted([answer], verdicts, { recovery: { rMax: 30 } });
}

/** Each of which depends on the one before. */
function inARow(count: number) {
  const steps = Array.from({ length: count }, (_, at) => ({
    id: `step-${at}`,
    ...(at > 0 && { requires: [`step-${at - 1}`] }),
    generator: { kind: 'fixed', content: '{}' },
    guard: { use: 'json' },
  }));
  return { name: 'in-a-row', steps };
}

async function historyOf(document: Parameters<TestEngine['start']>[0]) {
  const id = await engine.start(document);
  const handle = engine.client.workflow.getHandle(id);
  // What is counted is all of it, to the last event.
  await handle.result();
  const history = await handle.fetchHistory();
  const { raw } = await handle.describe();
  const bytes = Number(raw.workflowExecutionInfo?.historySizeBytes);
  const text = historyToJSON(history);
  return { events: history.events?.length ?? 0, bytes, text: text + decoded(text) };
}

/** Payloads are base64 in the JSON form of a history. */
function decoded(text: string): string {
  return [...text.matchAll(/"data":\s*"([^"]+)"/g)]
    .map(([, data]) => Buffer.from(data ?? '', 'base64').toString())
    .join('\n');
}
