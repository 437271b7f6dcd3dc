import { given } from './fixtures/a-terminal.ts';
import { aPage, aQuestion, aQuestionRow, aRun, problem } from './fixtures/answers.ts';

const PAGE = '/v1/escalations/esc_1?view=page';
const DECISION = 'POST /v1/escalations/esc_1/decision?wait=30s';
const LIST = '/v1/escalations?view=row&status=open&order=urgency';
const decided = { body: { id: 'esc_1', runId: 'r', decision: { action: 'approve', by: 'ann' } } };
const replies = { [PAGE]: { body: aQuestion() }, [DECISION]: decided, '/v1/runs/r': { body: aRun('running') } };
const sentIn = ({ heard }: Awaited<ReturnType<typeof given>>) =>
  heard.filter(({ method }) => method === 'POST').map(({ body }) => body);

test('console 5: without an action it shows text, evidence and consequences, asks, and sends what was shown', async () => {
  const done = await given(['run', 'decide', 'esc_1'], replies, { types: ['reject', 'Name the payee.'] });
  const said = done.out.join('\n');
  for (const part of [
    'Is this payment to be booked?',
    'PAY 12 EUR',
    '1 attempt. $0.0012',
    'This is what approve does.',
  ])
    expect(said).toContain(part);
  expect(sentIn(done)).toEqual([{ action: 'reject', feedback: 'Name the payee.', shown: 'as.it.stood' }]);
  expect(done.code).toBe(0);
});

test.each([
  [['approve', '--say', 'fine'], ['y'], { action: 'approve', comment: 'fine' }],
  [['abort', '--say', 'late'], ['yes'], { action: 'abort', reason: 'late' }],
  [['amend', '--say', 'PAY 13'], ['y'], { action: 'amend', content: 'PAY 13' }],
])('an action on the command line is asked for once more, with its consequence: %j', async (words, types, sent) => {
  const done = await given(['run', 'decide', 'esc_1', ...words], replies, { types });
  expect(sentIn(done)).toEqual([{ ...sent, shown: 'as.it.stood' }]);
  expect(done.err.join('\n')).toContain(`This is what ${words[0]} does.`);
});

test.each([
  ['an empty answer', ['run', 'decide', 'esc_1'], ['']],
  ['no end of the run meant', ['run', 'decide', 'esc_1'], ['abort', 'n']],
  ['an approval not meant', ['run', 'decide', 'esc_1', 'approve'], ['']],
])('%s decides nothing', async (_, argv, types) => {
  const done = await given(argv, replies, { types });
  expect([sentIn(done), done.code]).toEqual([[], 130]);
});

test('to end the run, and to accept over a guard, are asked for once more', async () => {
  const [approve, ...others] = aQuestion().options;
  const over = aQuestion({ options: [{ ...approve, over: ['json-schema'] }, ...others] });
  const done = await given(
    ['run', 'decide', 'esc_1'],
    { ...replies, [PAGE]: { body: over } },
    { types: ['approve', 'y'] },
  );
  expect(done.out.join('\n')).toContain('Over: json-schema.');
  expect(done.asked).toHaveLength(2);
  expect(sentIn(done)).toHaveLength(1);
});

test('console 6.2: a question that has moved on decides nothing: 7, and how to look again', async () => {
  const stale = problem(409, 'stale_decision', 'The question moved on (artifact): nothing was decided.', {
    changed: ['artifact'],
  });
  const done = await given(['run', 'decide', 'esc_1', 'approve', '--yes', '--shown', 'old'], {
    ...replies,
    [DECISION]: stale,
  });
  expect(done.code).toBe(7);
  expect(sentIn(done)).toEqual([{ action: 'approve', shown: 'old' }]);
  expect(done.err.join('\n')).toContain('nothing was decided.\nLook again: dsap run decide esc_1');
});

test.each([[['esc_1', 'approve', '--yes']], [['esc_1', '--yes', '--shown', 'x']], [['--yes', '--shown', 'x']]])(
  'console 5: --yes needs the question, the action and --shown: %j',
  async (words) => {
    const done = await given(['run', 'decide', ...words], replies);
    expect([done.code, done.heard]).toEqual([2, []]);
  },
);

test('console 5: where nobody can be asked the question is shown, nothing is decided, and it is 3', async () => {
  const done = await given(['run', 'decide', 'esc_1'], replies);
  expect([done.code, sentIn(done)]).toEqual([3, []]);
  expect(done.err).toEqual(['Decide it: dsap run decide esc_1 ACTION --yes --shown as.it.stood']);
  expect((await given(['run', 'decide', 'esc_1', 'approve'], replies)).code).toBe(2);
});

test.each([
  ['aprove', 2, 'Did you mean "approve"?'],
  ['raise', 2, 'It takes: approve, reject, amend, abort.'],
  ['reject', 2, 'reject needs --say with what is wrong.'],
])('an answer that the question does not take, or that lacks its words: %s', async (action, code, said) => {
  const done = await given(['run', 'decide', 'esc_1', action, '--yes', '--shown', 'x'], replies);
  expect([done.code, sentIn(done)]).toEqual([code, []]);
  expect(done.err.join('\n')).toContain(said);
});

test('a closed question says who decided what: 7', async () => {
  const decision = { action: 'skip', by: 'bob', at: '2026-11-24T20:01:00Z' };
  const closed = aQuestion({ status: 'decided', options: [], decision });
  const done = await given(['run', 'decide', 'esc_1'], { ...replies, [PAGE]: { body: closed } }, { types: [] });
  expect([done.code, done.err.join()]).toEqual([7, expect.stringContaining('skipped, by bob (name not checked)')]);
});

test.each([
  ['bob', 'by bob (name not checked)'],
  ['api-key', 'with the API key'],
])('decided by another at the same moment: 7, and by whom (%s)', async (by, words) => {
  const taken = problem(409, 'already_decided', 'It was decided before: skipped.', { decision: { by } });
  const done = await given(['run', 'decide', 'esc_1', 'approve', '--yes', '--shown', 'x'], {
    ...replies,
    [DECISION]: taken,
  });
  expect([done.code, done.err.join()]).toEqual([
    7,
    expect.stringContaining(`skipped. It was answered ${words}; nothing was decided now.`),
  ]);
});

describe('without a question on the command line', () => {
  const two = aPage([aQuestionRow({ id: 'esc_2', openedAt: '2026-11-24T19:00:00Z' }), aQuestionRow()]);

  test('it is the one that is open', async () => {
    const done = await given(
      ['run', 'decide'],
      { ...replies, [LIST]: aPage([aQuestionRow()]) },
      { types: ['approve'] },
    );
    expect(sentIn(done)).toEqual([{ action: 'approve', shown: 'as.it.stood' }]);
  });

  test('of several, in the order of their urgency, one is picked', async () => {
    const done = await given(['run', 'decide'], { ...replies, [LIST]: two }, { types: ['2', 'approve'] });
    expect(sentIn(done)).toHaveLength(1);
  });

  test('where nobody can be asked they are listed: 3', async () => {
    const done = await given(['run', 'decide'], { ...replies, [LIST]: two });
    expect([done.code, done.out.length]).toEqual([3, 2]);
  });

  test('nobody is asked anything: 6', async () => {
    const done = await given(['run', 'decide'], { ...replies, [LIST]: aPage([]) }, { types: [] });
    expect([done.code, done.err.join()]).toEqual([6, expect.stringContaining('Nobody is asked anything.')]);
  });
});
