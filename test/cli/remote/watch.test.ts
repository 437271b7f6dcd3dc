import { aStream, type Reply } from '../../client/a-service.ts';
import { given } from './fixtures/a-terminal.ts';
import { anOverview, aPage, aQuestionRow, aRun } from './fixtures/answers.ts';

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

const judgedEvent = (epoch: number, attempt: number, signature: string) => ({
  step: 'entry',
  epoch,
  attempt,
  verdict: 'retry',
  guard: 'json',
  signature,
});
const started = (epoch: number, attempt: number, n: number) => ({ step: 'entry', epoch, attempt, n });
const aRow = (epoch: number, attempt: number, line: string) => ({
  ...started(epoch, attempt, 0),
  verdict: { verdict: 'retry', guard: 'json', line },
});
const askedRow = {
  step: 'entry',
  epoch: 2,
  attempt: 1,
  kind: 'attempts_exhausted',
  question: 'json rejected it (no "<n> may"): go on?',
  escalationId: 'esc_1',
};

test('what guards said is told in their words, and attempts are counted over all epochs', async () => {
  const done = await given(['run', 'watch', 'r'], {
    '/v1/runs/r': { body: aRun('escalated', { revision: 9 }) },
    '/v1/runs/r/events': aStream(
      event(1, 'attempt.started', started(1, 1, 1)),
      event(2, 'guard.verdict', judgedEvent(1, 1, 'no "<n> may"')),
      event(3, 'step.started', { step: 'entry', epoch: 2 }),
      event(4, 'attempt.started', started(2, 1, 2)),
      event(5, 'guard.verdict', judgedEvent(2, 1, 'no "<n> may"')),
      event(9, 'escalation.opened', askedRow),
    ),
    '/v1/runs/r/steps/entry/attempts?view=row&limit=200': aPage([aRow(1, 1, 'No "3 May"')]),
    '/v1/runs/r/steps/entry/attempts?view=row&limit=20&order=newest': aPage([aRow(2, 1, 'No "4 May"')]),
    '/v1/escalations?view=row&runId=r&limit=200': aPage([
      aQuestionRow({ question: 'json rejected it (No "4 May"): go on?' }),
    ]),
    '/v1/runs/r/overview': at('escalated'),
  });
  expect(done.out).toEqual([
    '20:29:00  · attempt.started  entry 1',
    '20:29:00  ✕ guard.verdict  entry 1  retry: json: No "3 May"',
    '20:29:00  · step.started  entry (epoch 2)',
    '20:29:00  · attempt.started  entry 2 (epoch 2)',
    '20:29:00  ✕ guard.verdict  entry 2 (epoch 2)  retry: json: No "4 May"',
    '20:29:00  ◆ escalation.opened  entry 2 (epoch 2)  attempts used up: json rejected it (No "4 May"): go on?: esc_1',
  ]);
});

test('where the words cannot be read, the signature stands in', async () => {
  const done = await given(['run', 'watch', 'r'], {
    '/v1/runs/r': { body: aRun('completed', { revision: 9 }) },
    '/v1/runs/r/events': aStream(event(1, 'guard.verdict', judgedEvent(1, 1, 'no "<n> may"')), closed),
    '/v1/runs/r/overview': at('completed'),
  });
  expect(done.out[0]).toBe('20:29:00  ✕ guard.verdict  entry 1  retry: json: no "<n> may"');
});

describe('a provider that is away', () => {
  const running = anOverview('running');
  const away = {
    ...running.why,
    summary:
      'The provider has failed 2 times at entry: the connection failed. The run is under way at entry. So far 0 artifacts, 0 rejected.',
    retrying: true,
    next: [{ who: 'engine', action: 'try entry again at 23:17:22 UTC' }],
  };
  const said =
    '! The provider has failed 2 times at entry: the connection failed. The run is under way at entry.  engine: try entry again at 23:17:22 UTC';

  test.each([
    ['before the watching began', { body: { ...running, why: away } }, aStream()],
    ['meanwhile', { body: running }, aStream([2, 'why', away])],
  ])(
    '%s is told off a terminal, though no event tells it',
    async (_, overview, changes) => {
      const done = await given(['run', 'watch', 'r'], {
        '/v1/runs/r': { body: aRun('running', { revision: 1 }) },
        '/v1/runs/r/events': [aStream(created), aStream(closed)],
        '/v1/runs/r/overview': [overview, changes, at('completed')],
      });
      expect(done.out.filter((line) => line.includes(said))).toHaveLength(1);
    },
    10_000,
  );

  test('what comes with an event is told by that event alone', async () => {
    const { run, leftOut } = running;
    const done = await given(['run', 'watch', 'r'], {
      '/v1/runs/r': { body: aRun('running', { revision: 1 }) },
      '/v1/runs/r/events': [aStream(created), aStream(closed)],
      '/v1/runs/r/overview': [
        { body: running },
        aStream([2, 'why', away], [2, 'run', { ...run, leftOut }]),
        at('completed'),
      ],
    });
    expect(done.out).toHaveLength(2);
  }, 10_000);

  test('is drawn on a terminal', async () => {
    const done = await given(
      ['run', 'watch', 'r'],
      {
        '/v1/runs/r/overview': [{ body: running }, at('completed')],
        '/v1/runs/r/overview?text=true': [
          aStream([2, 'why', away]),
          aStream([3, 'run', { ...anOverview('completed').run, leftOut: running.leftOut }]),
        ],
      },
      { redraws: true },
    );
    expect(done.pictures[1]).toContain('The provider has failed 2 times at entry');
  }, 10_000);
});

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

test('report 36: a run that is completed without a part of it ends the watching with words about it and its exit code', async () => {
  const { why } = anOverview('completed');
  const missing = [{ step: 'b', reason: 'skipped by ann' }];
  const done = await given(['run', 'watch', 'r'], {
    '/v1/runs/r': { body: aRun('completed') },
    '/v1/runs/r/events': aStream(created, closed),
    '/v1/runs/r/overview': at('completed', { why: { ...why, missing } }),
  });
  expect([done.code, done.err[0]]).toEqual([
    10,
    expect.stringContaining('b is missing: it was waived: skipped by ann.'),
  ]);
});

test('console 5: a question of a run that is stopped is answered after it was resumed, and this is said', async () => {
  const stopped = { body: anOverview('stopped', { questions: [aQuestionRow()] }) };
  const replies = {
    '/v1/runs/r': { body: aRun('stopped') },
    '/v1/runs/r/events': aStream(created, event(2, 'run.closed')),
    '/v1/runs/r/overview': stopped,
  };
  const watched = await given(['run', 'watch', 'r'], replies);
  const shown = await given(['run', 'show', 'r'], replies);
  expect([watched.err.join('\n'), shown.out.join('\n')]).toEqual(
    Array(2).fill(expect.stringContaining('dsap run resume r')),
  );
  expect([...watched.err, ...shown.out].join('\n')).not.toContain('run decide');
});

test('console 5: on a terminal the picture is drawn anew as rows change, up to what waits for a person', async () => {
  const waiting = anOverview('escalated', { questions: [aQuestionRow()] });
  const { run, steps } = anOverview('escalated');
  const done = await given(
    ['run', 'watch', 'r'],
    {
      '/v1/runs/r/overview': [at('running'), { body: waiting }],
      '/v1/runs/r/overview?text=true': [
        aStream(
          [2, 'step', { ...steps[0], attempts: { used: 2, max: 4 } }],
          [2, 'question', aQuestionRow()],
          [2, 'why', waiting.why],
          [3, 'run', { ...run, leftOut: waiting.leftOut }],
        ),
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

describe('console 6.12: text under way', () => {
  const attempt = { step: 'tale', epoch: 1, attempt: 1, n: 1 };
  const row = {
    ...attempt,
    status: 'pending',
    verdict: null,
    model: 'sim:script',
    costUsd: null,
    startedAt: '2026-11-24T20:29:00.000Z',
    endedAt: null,
  };
  const chunk = (offset: number, text: string) => [2, 'chunk', { ...attempt, offset, text }] as const;
  const ended = anOverview('completed');
  const closing = [3, 'run', { ...ended.run, leftOut: ended.leftOut }] as const;
  const running = anOverview('running', { attempts: [row] });

  test('on a terminal its end is drawn below, not judged yet, without what a terminal would obey; then the verdict takes its place', async () => {
    const long = 'and so on and on '.repeat(10);
    const judged = [3, 'attempt', { ...row, status: 'accepted', endedAt: '2026-11-24T20:30:00.000Z' }] as const;
    const done = await given(
      ['run', 'watch', 'r'],
      {
        '/v1/runs/r/overview': [{ body: running }, { body: ended }],
        '/v1/runs/r/overview?text=true': [
          aStream(chunk(0, 'Once \u001b[31mupon\n'), chunk(14, `a time${long}\u001b]8;;http://x`)),
          aStream(chunk(0, 'Once more'), judged, closing),
        ],
      },
      { redraws: true },
    );
    const below = done.pictures.map((picture) => picture.split('tale 1  not judged yet')[1]);
    expect(below).toEqual([
      undefined,
      '\n  │ Once ␛[31mupon\n  │ ',
      expect.stringMatching(/^\n {2}│ Once ␛\[31mupon\n {2}│ a time.{66}\n {2}│ .{72}\n {2}│ .*␛\]8;;http:\/\/x$/),
      '\n  │ Once more',
      undefined,
    ]);
    expect(done.err[0]).toContain('connection is lost');
    expect(done.pictures.join('')).not.toContain('\u001b');
  }, 10_000);

  test('off a terminal it is told only where it is asked for, line by line', async () => {
    const replies = {
      '/v1/runs/r': { body: aRun('running', { revision: 9 }) },
      '/v1/runs/r/events': aStream(created, closed),
      '/v1/runs/r/overview': at('completed'),
      '/v1/runs/r/overview?text=true': aStream(
        chunk(0, 'Once upon\na '),
        chunk(12, 'time\nthere'),
        // As after a lost connection: the same again, and then something else.
        chunk(0, 'Once upon\na time\n'),
        chunk(0, 'Once'),
        chunk(4, ' more\nwith feeling'),
        closing,
      ),
    };
    const quiet = await given(['run', 'watch', 'r'], replies);
    expect(quiet.out).toHaveLength(2);
    const told = await given(['run', 'watch', 'r', '--text'], replies);
    expect(told.err.join()).not.toContain('lost');
    expect(told.out.filter((line) => line.includes('│'))).toEqual([
      '  │ tale 1, not judged yet: Once upon',
      '  │ tale 1, not judged yet: a time',
      '  │ tale 1, not judged yet: there … it begins anew',
      '  │ tale 1, not judged yet: Once more',
      '  │ tale 1, not judged yet: with feeling',
    ]);
    const documents = await given(['run', 'watch', 'r', '--text', '--json'], replies);
    expect(documents.out.map((line) => JSON.parse(line))).toContainEqual(chunk(12, 'time\nthere')[2]);
  });
});

test('a reason is told in words, not by its code', async () => {
  const waived = event(2, 'step.waived', { step: 'entry', reason: 'attempts_exhausted' });
  const done = await given(['run', 'watch', 'r'], {
    '/v1/runs/r': { body: aRun('running', { revision: 9 }) },
    '/v1/runs/r/events': [aStream(created, waived, closed)],
    '/v1/runs/r/overview': at('completed'),
  });
  expect(done.out[1]).toBe('20:29:00  ✎ step.waived  entry  attempts used up');
});
