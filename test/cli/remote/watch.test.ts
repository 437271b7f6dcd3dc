import { aStream, type Reply } from '../../client/a-service.ts';
import { given } from './fixtures/a-terminal.ts';
import { anOverview, aQuestionRow, aRun } from './fixtures/answers.ts';

const event = (seq: number, type: string, data: object = {}) =>
  [seq, type, { seq, id: `evt_${seq}`, type, time: '2026-11-24T20:29:00.000Z', runId: 'r', data }] as const;
const created = event(1, 'run.created', { by: 'ann' });
const verdict = event(2, 'guard.verdict', {
  step: 'entry',
  attempt: 1,
  verdict: 'retry',
  guard: 'json',
  signature: 'no json',
});
const closed = event(3, 'run.closed', { status: 'completed' });
const at = (status: string, more: object = {}): Reply => ({ body: anOverview(status, more) });
const LOST = new TypeError('fetch failed');

test('console 5: off a terminal a line tells each event, a lost stream goes on after the last id, and the outcome is the exit code', async () => {
  const done = await given(['run', 'watch', 'r'], {
    '/v1/runs/r': { body: aRun('running', { revision: 9 }) },
    '/v1/runs/r/events': [aStream(created, verdict), aStream(closed)],
    '/v1/runs/r/overview': at('completed'),
  });
  expect(done.out).toEqual([
    '20:29:00  · run.created  ann',
    '20:29:00  ✕ guard.verdict  entry 1  retry: json: no json',
    '20:29:00  ■ run.closed  completed',
  ]);
  expect(
    done.heard.filter(({ path }) => path.endsWith('events')).map(({ headers }) => headers['last-event-id']),
  ).toEqual(['0', '2']);
  expect(done.err[0]).toContain('connection is lost');
  expect(done.code).toBe(0);
}, 10_000);

test('console 5: as JSON it is the events themselves, one a line, and nothing else', async () => {
  const done = await given(['run', 'watch', 'r', '--json'], {
    '/v1/runs/r': { body: aRun('completed') },
    '/v1/runs/r/events': aStream(created, verdict, closed),
    '/v1/runs/r/overview': at('completed'),
  });
  expect(done.out.map((line) => JSON.parse(line))).toEqual([created[2], verdict[2], closed[2]]);
  expect(done.err).toEqual([]);
});

const OUTCOMES = [
  ['completed', 0],
  ['failed', 1],
  ['escalated', 3],
  ['awaiting_alignment', 3],
  ['stopped', 4],
  ['cancelled', 4],
  ['terminated', 4],
  ['budget_exceeded', 5],
] as const;

test.each(OUTCOMES)('console 5: a run that is %s ends the watching with %i', async (status, code) => {
  const replies = {
    '/v1/runs/r': { body: aRun(status) },
    '/v1/runs/r/events': aStream(created, code < 3 || code === 4 ? event(2, 'run.closed') : verdict),
    '/v1/runs/r/overview': at(status),
  };
  expect((await given(['run', 'watch', 'r'], replies)).code).toBe(code);
  // On a terminal nothing has to happen any more: how it stands is seen at once, and drawn.
  const drawn = await given(
    ['run', 'watch', 'r'],
    { '/v1/runs/r/overview': [at(status), at(status)] },
    { redraws: true },
  );
  expect([drawn.code, drawn.pictures.length]).toEqual([code, 1]);
});

test('console 5: on a terminal the picture is drawn anew as rows change, up to what waits for a person', async () => {
  const waiting = anOverview('escalated', { questions: [aQuestionRow()] });
  const { run, steps } = anOverview('escalated');
  const done = await given(
    ['run', 'watch', 'r'],
    {
      '/v1/runs/r/overview': [
        at('running'),
        aStream(
          [2, 'step', { ...steps[0], attempts: { used: 2, max: 4 } }],
          [2, 'question', aQuestionRow()],
          [2, 'why', waiting.why],
          [3, 'run', { ...run, leftOut: waiting.leftOut }],
        ),
        { body: waiting },
      ],
    },
    { redraws: true },
  );
  expect(done.pictures).toHaveLength(2);
  for (const part of ['Waits for a person', '2/4', 'It is escalated.', 'dsap run decide esc_1'])
    expect(done.pictures[1]).toContain(part);
  expect(done.code).toBe(3);
});

test('a run that is asked about nothing any more goes on being watched; --stay watches on while it waits', async () => {
  const asked = event(2, 'escalation.opened', { escalationId: 'esc_1' });
  const answered = event(3, 'escalation.decided', { escalationId: 'esc_1', action: 'approve' });
  const end = event(4, 'run.closed');
  const done = await given(['run', 'watch', 'r', '--stay'], {
    '/v1/runs/r': { body: aRun('escalated', { revision: 2 }) },
    '/v1/runs/r/events': aStream(created, asked, answered, end),
    '/v1/runs/r/overview': at('completed'),
  });
  expect([done.code, done.out.length]).toEqual([0, 4]);
});

test('where nobody answers at all it is 8', async () => {
  const done = await given(['run', 'watch', 'r'], { '/v1/runs/r': LOST });
  expect([done.code, done.err.join()]).toEqual([8, expect.stringContaining('No service answers at http://dsap')]);
});
