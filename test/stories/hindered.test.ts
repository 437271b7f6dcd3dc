// Pure: what keeps a run from going on is told before all else, with who can help (console 6.4).
import type { Hindrance } from '../../src/ports/hindrance.ts';
import { hindered, inOneLine, waitsOf } from '../../src/stories/hindered.ts';
import { aPlan, aStep } from '../support/played/plans.ts';
import { generated, playing } from '../support/played/playing.ts';

const STANDING = { status: 'running', summary: 'The run is under way.', next: [] } as const;
const NEXT_AT = Date.UTC(2026, 10, 22, 20, 34, 45);

const generating = () => playing(aPlan([aStep('one'), aStep('two')]));
function judging() {
  const run = playing(aPlan([aStep('one')]));
  run.do(generated(run.state.steps['one']?.call?.token ?? ''));
  return run;
}

test.each<readonly [Hindrance, because: string, who: string, action: string]>([
  [
    { kind: 'engine_away', detail: 'the Temporal server does not answer' },
    'Nothing goes on: the Temporal server does not answer.',
    'person',
    'bring the Temporal server back; the run then goes on by itself',
  ],
  [
    { kind: 'no_worker', detail: 'no worker polls q: start one with `dsap worker`' },
    'Nothing goes on: no worker polls q: start one with `dsap worker`.',
    'person',
    'start a worker',
  ],
  [
    { kind: 'no_outside_worker', outside: { activity: 'inspect', queue: 'customs' } },
    'Nobody answers inspect on customs: no worker polls that task queue.',
    'person',
    'start the worker of the task queue customs',
  ],
  [
    { kind: 'no_slot', work: 'other', outside: { activity: 'inspect', queue: 'customs' } },
    'The workers that poll its task queue have not taken inspect on customs yet.',
    'engine',
    'go on once inspect has been answered',
  ],
  [
    {
      kind: 'retrying',
      work: 'other',
      tries: 2,
      error: 'not yet',
      nextAt: NEXT_AT,
      outside: { activity: 'inspect', queue: 'customs' },
    },
    'inspect on customs has failed 2 times: not yet.',
    'engine',
    'try inspect again at 20:34:45 UTC',
  ],
  [
    { kind: 'run_stuck', reason: 'no such encoding' },
    'The run is stuck (run_stuck): its workflow task fails each time it is tried: no such encoding.',
    'person',
    'start a worker that can do the task, or terminate the run',
  ],
  [
    { kind: 'no_slot', work: 'generate' },
    'one and two wait for a slot: all that there are for calls of models are in use.',
    'engine',
    'go on with one and two once a slot is free',
  ],
  [
    { kind: 'no_slot', work: 'other' },
    'Its own work waits for a slot: all that there are for it are in use.',
    'engine',
    'go on with its own work once a slot is free',
  ],
  [
    { kind: 'retrying', work: 'generate', tries: 3, error: 'HTTP 503: busy', nextAt: NEXT_AT },
    'The provider has failed 3 times at one and two: HTTP 503: busy.',
    'engine',
    'try one and two again at 20:34:45 UTC',
  ],
  [
    { kind: 'retrying', work: 'other', tries: 1, error: 'the disk is full' },
    'The service has failed once at its own work: the disk is full.',
    'engine',
    'try its own work again now',
  ],
])('console 6.4: %j', (found, because, who, action) => {
  const { plan, state } = generating();
  expect(hindered(STANDING, { plan, state }, [found])).toEqual({
    status: 'running',
    ...(found.kind === 'no_outside_worker' && { needsWorker: true }),
    summary: `${because} The run is under way.`,
    next: [{ who, action, kind: expect.any(String) }],
    ...(found.kind === 'retrying' && { retrying: true }),
  });
});

test('a part that this worker lacks is not called a fault of the provider, and a person can help', () => {
  const { plan, state } = generating();
  const error = 'This worker has no generator "pay". It has: outbox.';
  const found = { kind: 'retrying', work: 'generate', steps: ['two'], tries: 3, error } as const;
  expect(hindered(STANDING, { plan, state }, [found])).toMatchObject({
    summary: 'two cannot be made: this worker has no generator "pay". It has: outbox. The run is under way.',
    next: [{ who: 'person', kind: 'restore', action: 'start a worker that has it; two is tried again now' }],
  });
});

test('where a generator of the user breaks, no provider is blamed', () => {
  const { plan, state } = generating();
  const steps = plan.steps.map((step) => ({ ...step, kind: 'custom' as const }));
  const found = {
    kind: 'retrying',
    work: 'generate',
    steps: ['two'],
    tries: 3,
    error: 'The generator pay broke: no',
  } as const;
  expect(hindered(STANDING, { plan: { ...plan, steps }, state }, [found]).summary).toMatch(
    /^The generator has failed 3 times at two: The generator pay broke: no\./,
  );
});

test('console 6.4: of steps that are under way at once those that failed are named, and the others are next', () => {
  const { plan, state } = generating();
  const next = [
    { who: 'engine', kind: 'generate', step: 'one', action: 'generate attempt 1 of 4 of one' },
    { who: 'engine', kind: 'generate', step: 'two', action: 'generate attempt 1 of 4 of two' },
  ] as const;
  const found = { kind: 'retrying', work: 'generate', steps: ['two'], tries: 3, error: 'HTTP 503: busy' } as const;
  expect(hindered({ ...STANDING, next }, { plan, state }, [found])).toMatchObject({
    summary: 'The provider has failed 3 times at two: HTTP 503: busy. The run is under way.',
    next: [{ who: 'engine', kind: 'retry', action: 'try two again now' }, next[0]],
  });
});

test('console 6.4: a row names the step whose call failed', () => {
  const run = generating();
  const token = run.state.steps['two']?.call?.token ?? '';
  const broken = [{ token, phase: 'generate', tries: 2, error: 'HTTP 503: busy' }] as const;
  expect(inOneLine(run, { broken }, new Set())).toEqual({
    summary: 'The provider has failed 2 times at two: HTTP 503: busy.',
    retrying: true,
  });
});

test('llm 3.3: a run that waits for an endpoint says so, since when and until when, and not that its call fails', () => {
  const run = generating();
  const token = run.state.steps['two']?.call?.token ?? '';
  const broken = [{ token, phase: 'generate', tries: 5, error: 'HTTP 503: busy' }] as const;
  const wait = { reason: 'outage', endpoint: 'acme', since: 3_600_000, until: 3_605_000 } as const;
  const waits = [
    { ...wait, token },
    { ...wait, token: 'over' },
  ];
  expect(inOneLine(run, { broken, waits }, new Set())).toEqual({
    summary: 'two waits for the endpoint acme, away since 01:00:00 UTC.',
    waiting: wait,
  });
  expect(hindered({ ...STANDING, next: [] }, run, waitsOf(run.state, waits))).toMatchObject({
    waiting: wait,
    next: [{ who: 'engine', kind: 'retry', action: 'try two again at 01:00:05 UTC' }],
  });
  const cap = { reason: 'cap', cap: 'day 5 USD', since: 0, until: 86_400_000, token } as const;
  expect(inOneLine(run, { waits: [cap] }, new Set()).summary).toBe(
    'two waits for the cap day 5 USD since 1970-01-01 00:00:00 UTC.',
  );
});

test('console 6.4: a row names the task queue that nobody polls, while what is under way asks there', () => {
  const outside = [
    { phase: 'generate', activity: 'render', queue: 'reports' },
    { phase: 'guard', activity: 'inspect', queue: 'customs' },
  ] as const;
  const run = playing(aPlan([aStep('one', { outside })]));
  const told = (...unpolled: string[]) => inOneLine(run, {}, new Set(unpolled));
  const unanswered = (what: string) => ({
    summary: `Nobody answers ${what}: no worker polls that task queue.`,
    needsWorker: true,
  });
  expect(told('reports', 'customs')).toEqual(unanswered('render on reports'));
  expect(told('customs')).toEqual({ summary: 'The run is under way at one.' });
  run.do(generated(run.state.steps['one']?.call?.token ?? ''));
  expect(told('reports', 'customs')).toEqual(unanswered('inspect on customs'));
  expect(told()).toEqual({ summary: 'The run is under way at one.' });
});

test('console 6.4: a broken guard is told of the step that it judges', () => {
  const { plan, state } = judging();
  const { summary } = hindered(STANDING, { plan, state }, [
    { kind: 'retrying', work: 'judge', tries: 2, error: 'it threw' },
  ]);
  expect(summary).toContain('The guard has broken 2 times at one: it threw.');
});

test('a run that nothing keeps stands as it is, and so does one that has ended', () => {
  const run = generating();
  expect(hindered(STANDING, run, [])).toBe(STANDING);
  run.do({ kind: 'terminate', by: 'me' });
  expect(hindered(STANDING, run, [{ kind: 'no_slot', work: 'generate' }])).toBe(STANDING);
});

test('console 6.4: work that is kept is not told as what is next beside that', () => {
  const { plan, state } = generating();
  const next = [
    { who: 'engine', kind: 'generate', step: 'one', action: 'generate attempt 1 of 4 of one' },
    { who: 'person', kind: 'answer', question: 'esc_1', allowedActions: ['approve'], action: 'decide esc_1: approve' },
  ] as const;
  const found = hindered({ ...STANDING, next }, { plan, state }, [{ kind: 'no_slot', work: 'generate' }]);
  expect(found.next.map(({ action }) => action)).toEqual([
    'go on with one and two once a slot is free',
    next[1].action,
  ]);
});
