import { withRunLines } from '../../src/cli/run-lines.ts';
import type { Event } from '../../src/model/event.ts';
import type { RunRecord } from '../../src/ports/store/runs.ts';
import type { Store } from '../../src/ports/store/store.ts';

const QUESTION = {
  type: 'escalation.opened',
  escalationId: 'esc_1',
  kind: 'approval',
  question: 'Pay \u001b[31mall\u009b of it?\nNow?',
  artifactDigest: 'sha256:1',
  allowedActions: ['approve', 'reject'],
};

function listening(keyed = false, onArtifacts: () => Promise<Map<string, object>> = async () => new Map()) {
  const lines: string[] = [];
  let faults = 0;
  const bare = {
    events: { append: async () => {} },
    verdicts: { onArtifacts },
    runs: { create: async (_: object, { existing }: { existing?: object }) => (existing ? { existing } : { row: {} }) },
    faults: { record: async () => ({ count: (faults += 1), firstStartedAt: 0 }) },
  } as unknown as Store;
  const store = withRunLines(bare, { tell: (line) => lines.push(line), apiUrl: 'http://here', keyed });
  const append = (...events: readonly object[]) =>
    store.events.append(
      'run_1',
      events.map((event, at) => ({ seq: at + 1, at: 0, ...event })) as unknown as readonly Event[],
    );
  const create = (more: object = {}) =>
    store.runs.create({ id: 'run_1' } as RunRecord, { type: 'run.created', by: 'ada', ...more } as unknown as Event);
  return { lines, append, create, store };
}

test('a run that the API stores is said to have started, once', async () => {
  const { lines, create, append } = listening();
  await create();
  await create({ existing: {} });
  await append({ type: 'run.started' });
  expect(lines).toEqual(['run run_1 started, by ada']);
});

test('a run whose objective is still to be agreed on says what it waits for, and when it starts', async () => {
  const { lines, create, append } = listening();
  await create({ unaligned: true });
  await append({ type: 'run.started', by: 'bob' });
  expect(lines).toEqual([
    'run run_1 was created, by ada. It waits for what it is for: PUT http://here/v1/runs/run_1/alignment, then POST http://here/v1/runs/run_1/start',
    'run run_1 started, by bob',
  ]);
});

test('a run that starts, asks and ends leaves a line each, the question with a command to fill in, which decides nothing unread (R90)', async () => {
  const { lines, append } = listening();
  const created = { type: 'run.created', by: 'ada' };
  await append(created, { type: 'step.started', step: 'a' }, QUESTION);
  await append(created, { type: 'step.started', step: 'a' }, QUESTION, { type: 'run.closed', status: 'completed' });
  expect(lines).toEqual([
    'run run_1 started, by ada',
    `run run_1 asks: Pay  [31mall  of it? Now?  Answer at http://here/console/e/esc_1 or with: curl -X POST http://here/v1/escalations/esc_1/decision -H 'content-type: application/json' -d '{"action":"<approve | reject>","artifactDigest":"sha256:1","by":"<your name>","comment":"<why>"}'`,
    'run run_1 ended: completed',
  ]);
});

test.each([
  [
    'what the guard said',
    async () => new Map([['art_1', { signature: 'no "<n> may"', feedback: 'No "3 May"' }]]),
    'No "3 May"',
  ],
  ['its signature where that cannot be read now', () => Promise.reject(new Error('gone')), 'no "<n> may"'],
])('a question about a rejection tells %s', async (_, read, said) => {
  const { lines, append } = listening(false, read);
  await append({
    ...QUESTION,
    artifactId: 'art_1',
    question: 'contains rejected it (no "<n> may"): how should it go on?',
  });
  expect(lines.join()).toContain(`contains rejected it (${said}): how should it go on?`);
});

test('where a key is needed, the command carries it', async () => {
  const { lines, append } = listening(true);
  await append(QUESTION);
  expect(lines.join()).toContain('-H "authorization: Bearer $DSAP_API_KEY"');
});

test.each([
  ['This worker has no generator "pay". It has: outbox.', 'run run_1 cannot go on: '],
  ['The generator pay broke: no', 'run run_1: fault 1 of a generator: '],
])('%s is not told as a fault of the provider', async (detail, said) => {
  const { lines, store } = listening();
  await store.faults.record({ runId: 'run_1', token: 't', phase: 'generate', detail, startedAt: 0 });
  expect(lines).toEqual([`${said}${detail}`]);
});

test('a run that was stopped has not ended for good, and the line says how it goes on', async () => {
  const { lines, append } = listening();
  await append({ type: 'run.closed', status: 'stopped' });
  expect(lines).toEqual(['run run_1 was stopped, and goes on with: dsap run resume run_1']);
});

test('of a provider that goes on failing the first fault and every tenth are told', async () => {
  const { lines, store } = listening();
  const fault = { runId: 'run_1', token: 't', phase: 'generate', detail: 'answered 429', startedAt: 0 } as const;
  for (let n = 0; n < 25; n += 1) await store.faults.record(fault);
  expect(lines).toEqual([1, 10, 20].map((n) => `run run_1: fault ${n} of the provider: answered 429`));
});
