// A real Temporal server: what a run costs in history, and what stays out of it (R78, design 4).
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { ended, scripted, startEngine, type TestEngine } from '../support/engine/engine.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await startEngine();
});
afterAll(() => engine?.stop());

const SECRET = 'a text that must not be in the history';

test('S3-D1-a, R78: an attempt costs at most 13 events and 8 KiB of history, whatever the size of its artifact', async () => {
  const [short, long] = await Promise.all([historyOf(10), historyOf(20)]);
  expect((long.events - short.events) / 10).toBeLessThanOrEqual(13);
  expect((long.bytes - short.bytes) / 10).toBeLessThanOrEqual(8 * 1024);
  expect(long.text.includes(SECRET)).toBe(false);
});

test('R49: a time budget that ends while a stop awaits its last attempt wakes the run once', async () => {
  const slow = scripted([{ text: 'x', delay: '2500ms' }], [{ verdict: 'pass' }]);
  const id = await engine.start({ ...slow, budgets: { maxDuration: 'PT1S' } });
  await engine.until(id, ({ usage }) => usage.attempts === 1);
  await engine.runs.send(id, { kind: 'stop', mode: 'after_attempt' }, 'stop-1');
  expect(await engine.until(id, ended)).toMatchObject({ status: 'stopped', usage: { attempts: 1 } });
  const { events } = await engine.client.workflow.getHandle(id).fetchHistory();
  expect(events?.filter(({ timerFiredEventAttributes }) => timerFiredEventAttributes)).toHaveLength(1);
});

async function historyOf(attempts: number) {
  const answer = `${SECRET} `.repeat(2_000);
  const verdicts = [
    ...Array.from({ length: attempts - 1 }, () => ({ verdict: 'retry', feedback: `no\n${SECRET}` })),
    { verdict: 'pass' },
  ];
  const id = await engine.start(scripted([answer], verdicts, { recovery: { rMax: 30 } }));
  await engine.until(id, ended);
  const history = await engine.client.workflow.getHandle(id).fetchHistory();
  const { raw } = await engine.client.workflow.getHandle(id).describe();
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
