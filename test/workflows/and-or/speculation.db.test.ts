// A real PostgreSQL, the simulated models, the API in process: alternatives, tried at once.
import { startInProcess } from '../../support/engine/in-process.ts';
import { useSearches } from '../../support/engine/searches.ts';
import { atom, failing, mostAtOnce, objective, searching, told } from '../../support/played/and-or.ts';

const dsap = useSearches(startInProcess);

const SLOW = [{ text: 'slow', delay: '20s' }];
const once = (id: string, more: object = {}) => atom(id, { recovery: { rMax: 0 }, ...more });

/** Choices of one group, tried at once unless `group` says otherwise. */
function choosing(
  steps: readonly object[],
  outputs: Readonly<Record<string, readonly unknown[]>> = {},
  group: object = {},
) {
  const orGroups = { auth: { choices: ['jwt', 'session'], speculative: true, ...group } };
  return searching(steps, { orGroups, objective: objective('auth') }, outputs);
}

test('S1-7.2.2-a, S1-7.2.2-c, S1-7.2.2-e, S1-7.4.2-c: the first that succeeds wins, the other is discarded', async () => {
  const id = await dsap.start(choosing([atom('jwt'), atom('session')], { jwt: SLOW, session: ['quick'] }));
  expect(await dsap.result(id)).toMatchObject({ status: 'completed', artifacts: { auth: { content: 'quick' } } });
  const log = await dsap.log(id);
  expect(mostAtOnce(log)).toBe(2);
  expect(log.flatMap((event) => (event.type === 'branch.selected' ? [[event.choice, event.speculative]] : []))).toEqual(
    [
      ['jwt', true],
      ['session', true],
    ],
  );
  expect(log.flatMap((event) => (event.type === 'branch.lost' ? [event.choice] : []))).toEqual(['jwt']);
  expect(await dsap.attempts(id, 'jwt')).toMatchObject([{ status: 'discarded' }]);
  const { data } = await dsap.get(`/v1/runs/${id}/artifacts`);
  const accepted = data.filter(
    ({ step, status }: Record<string, string>) => step !== undefined && status === 'accepted',
  );
  expect(accepted.map(({ step }: { step: string }) => step)).toEqual(['session']);
  expect(await dsap.bindings(id)).toMatchObject([{ step: 'session', summary: 'quick' }]);
  expect(await dsap.get(`/v1/runs/${id}/graph`)).toMatchObject({
    nodes: [
      { id: 'jwt', status: 'lost' },
      { id: 'session', status: 'won' },
      { id: 'auth', status: 'satisfied' },
    ],
  });
});

test('S1-7.2.2-c: what the loser had begun after its first answer is dropped too', async () => {
  const steps = [atom('keys'), atom('jwt', { requires: ['keys'] }), atom('session')];
  const id = await dsap.start(choosing(steps, { jwt: SLOW, session: [{ text: 'second', delay: '1500ms' }] }));
  expect(await dsap.result(id)).toMatchObject({ status: 'completed', artifacts: { auth: { content: 'second' } } });
  expect((await dsap.bindings(id)).map(({ step }) => step)).toEqual(['session']);
  expect(await dsap.attempts(id, 'jwt')).toMatchObject([{ status: 'discarded' }]);
});

test('S1-7.2.2-d: one fails, the others go on; all fail: every one is in the Trail, then a person is asked', async () => {
  const steps = [once('jwt', { guard: failing(9) }), once('session', { guard: failing(9) })];
  const id = await dsap.start(choosing(steps, { session: [{ text: 'x', delay: '500ms' }] }));
  expect(await dsap.question(id)).toMatchObject({ kind: 'or_exhausted', step: 'session' });
  expect(told(await dsap.trail(id))).toEqual([
    'or_selected auth jwt',
    'or_selected auth session',
    'or_failed auth jwt',
    'or_failed auth session',
  ]);
});

test('S1-7.2.2-d, S1-2.4-b: all fail within a choice of another group: that group switches', async () => {
  const steps = [
    once('hs256', { guard: failing(9) }),
    once('rs256', { guard: failing(9) }),
    atom('jwt', { requires: ['algorithm'] }),
    atom('session'),
  ];
  const orGroups = {
    algorithm: { choices: ['hs256', 'rs256'], speculative: true },
    auth: { choices: ['jwt', 'session'] },
  };
  const id = await dsap.start(searching(steps, { orGroups, objective: objective('auth') }));
  expect(await dsap.result(id)).toMatchObject({
    status: 'completed',
    artifacts: { auth: { content: 'what session made' } },
  });
  expect(
    told(await dsap.trail(id))
      .slice(3)
      .toSorted(),
  ).toEqual([
    'or_failed algorithm hs256',
    'or_failed algorithm rs256',
    'or_failed auth jwt',
    'or_selected auth session',
  ]);
});

test('S1-7.2.2-d: a fatal verdict or a broken model of one choice is no reason to stop the others', async () => {
  const fatal = { use: 'scripted', with: { verdicts: [{ verdict: 'fatal', feedback: 'never' }] } };
  const steps = [once('jwt', { guard: fatal }), once('session'), once('magic', { orGroup: 'auth' })];
  const id = await dsap.start(choosing(steps, { session: [{ status: 401 }], magic: [{ text: 'm', delay: '1s' }] }));
  expect(await dsap.result(id)).toMatchObject({ status: 'completed', artifacts: { auth: { content: 'm' } } });
  expect(
    told(await dsap.trail(id))
      .filter((entry) => entry.startsWith('or_failed'))
      .toSorted(),
  ).toEqual(['or_failed auth jwt', 'or_failed auth session']);
});

test('S1-7.5-a: choices tried at once keep to maxParallelAgents', async () => {
  const late = [{ text: 'x', delay: '300ms' }];
  const steps = ['jwt', 'session', 'magic', 'saml'].map((each) => once(each, { orGroup: 'auth', guard: failing(9) }));
  const id = await dsap.start(choosing(steps, { jwt: late, session: late, magic: late, saml: late }));
  expect(await dsap.question(id)).toMatchObject({ kind: 'or_exhausted' });
  expect(mostAtOnce(await dsap.log(id))).toBe(3);
});

test.each([
  ['too dear', { costs: { jwt: 8, session: 1 }, retryCost: 10 }, /one by one: jwt costs 8, more than 0.5 of 10/],
  [
    'too dear for the share that is written',
    { costs: { jwt: 3, session: 1 }, retryCost: 10, speculateBelow: 0.2 },
    /jwt costs 3, more than 0.2 of 10/,
  ],
])('S1-7.2.2-b, R81: %s to try at once: one by one, and says so', async (_, group, note) => {
  const id = await dsap.start(choosing([once('jwt', { guard: failing(9) }), once('session')], {}, group));
  expect(await dsap.result(id)).toMatchObject({ status: 'completed' });
  const log = await dsap.log(id);
  expect(mostAtOnce(log)).toBe(1);
  expect(log.flatMap((event) => (event.type === 'note.added' ? [event.text] : []))).toEqual([
    expect.stringMatching(note),
  ]);
  expect(await dsap.state(id)).toMatchObject({ graph: { groups: [{ speculative: false }] } });
});

test.each([
  ['named in the group', { costs: { jwt: 2, session: 1 }, retryCost: 10 }, {}],
  ['named by the choice', { retryCost: 10 }, { cost: 2 }],
])('S1-7.2.2-b, R81: much cheaper than another try, %s: at once', async (_, group, more) => {
  const steps = [atom('jwt', { orGroup: 'auth', ...more }), atom('session')];
  const id = await dsap.start(choosing(steps, { jwt: SLOW }, group));
  expect(await dsap.result(id)).toMatchObject({
    status: 'completed',
    artifacts: { auth: { content: 'what session made' } },
  });
  expect((await dsap.log(id)).filter(({ type }) => type === 'note.added')).toEqual([]);
});

test('S1-3.3-c: stopped in the middle and resumed: both choices are tried again, and one wins', async () => {
  const steps = [atom('jwt'), atom('session')];
  const late = [{ text: 'quick', delay: '600ms' }];
  const id = await dsap.start(choosing(steps, { jwt: SLOW, session: late }));
  await dsap.generating(id, 'session');
  expect(await dsap.stop(id, { reason: 'night' })).toMatchObject({ status: 200, body: { status: 'stopped' } });
  expect(await dsap.state(id)).toMatchObject({
    control: { stopRequested: true, stopReason: 'night' },
    graph: { groups: [{ selected: ['jwt', 'session'], winner: null }] },
    trail: [{ type: 'or_selected' }, { type: 'or_selected' }],
  });
  expect(await dsap.send('POST', `/v1/runs/${id}/resume?wait=10s`, {})).toMatchObject({ status: 200 });
  expect(await dsap.result(id)).toMatchObject({ status: 'completed', artifacts: { auth: { content: 'quick' } } });
  expect(told(await dsap.trail(id))).toEqual([
    'or_selected auth jwt',
    'or_selected auth session',
    'or_selected auth session',
  ]);
  expect((await dsap.trail(id)).at(-1)).toMatchObject({ reason: 'passed first; jwt cut off' });
});

test('S1-3.4-e: a choice forced in the middle drops the others', async () => {
  const id = await dsap.start(
    choosing([atom('jwt'), atom('session')], { jwt: [{ text: 'j', delay: '1s' }], session: SLOW }),
  );
  await dsap.generating(id, 'session');
  const force = { orGroup: 'auth', choice: 'jwt' };
  expect(await dsap.redirect(id, 'dag_adjustment', { force })).toMatchObject({ status: 200 });
  expect(await dsap.state(id)).toMatchObject({ graph: { groups: [{ selected: ['jwt'] }] } });
  expect(await dsap.result(id)).toMatchObject({ status: 'completed', artifacts: { auth: { content: 'j' } } });
});
