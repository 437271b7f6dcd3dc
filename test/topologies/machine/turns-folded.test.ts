// Pure: what each event changes of where a machine stands, and nothing else.
import type { Body } from '../../../src/model/event.ts';
import { RULES, type Rules } from '../../../src/model/events/run.ts';
import { LONGEST_PATH, type MachineState, machineAt } from '../../../src/model/machine-state.ts';
import { INITIAL, NEW_STEP, type RunState, type StepState } from '../../../src/model/run-state.ts';
import { changedBy, changesOf, redirected } from '../../support/changes.ts';

const PLACE = { step: 'work', epoch: 1, attempt: 1 };
const OPEN: Partial<StepState> = { open: true, epoch: 1, attempt: 1, allowed: 2 };
const MADE = { artifactId: 'art', digest: 'sha256:art' };
const ASKED = { step: 'work', to: 'b', permitted: true };
const NOW = { turn: 2, state: 'a' };
const PASSED: Body = { type: 'step.satisfied', ...PLACE, ...MADE };
const STARTED: Body = { type: 'step.started', step: 'work', epoch: 3, allowed: 1 };

function standing(
  own: Partial<MachineState> = {},
  { work = OPEN, rules = RULES }: { readonly work?: Partial<StepState>; readonly rules?: Rules } = {},
): RunState {
  const steps = { work: { ...NEW_STEP, ...work }, other: { ...NEW_STEP, applies: 1 } };
  return { ...INITIAL, rules, steps, stall: { best: 2, since: 1 }, own: { ...machineAt('a'), turn: 2, ...own } };
}

/** Of where the machine stands, and of nothing else. */
function ownAfter(before: RunState, body: Body): object {
  const { own = before.own } = changedBy(before, body);
  return changesOf(before.own, Object(own));
}

const turnsUntil = (last: number) => Array.from({ length: 10 }, (_, at) => ({ turn: last - 9 + at, state: 'a' }));

test('R72: a turn is an iteration, and begins with nothing done', () => {
  const before = standing({
    turn: 11,
    ran: ['work'],
    passedOver: ['other'],
    skipped: ['gone'],
    moved: true,
    asked: ASKED,
    begun: { step: 'work', epoch: 1 },
    recent: turnsUntil(11),
  });
  const turn: Body = { type: 'turn.started', turn: 12, state: 'a', skipped: [] };
  expect(ownAfter(before, turn)).toStrictEqual({
    turn: 12,
    ran: [],
    passedOver: [],
    moved: false,
    asked: undefined,
    begun: undefined,
    recent: turnsUntil(12),
  });
  expect(changedBy(before, turn)).toMatchObject({ iterations: 1, stall: { best: 2, since: 2 } });
  expect(changedBy({ ...before, own: { kind: 'dag' } }, turn)).toStrictEqual({});
});

describe('R54: a move', () => {
  const refused = [{ step: 'work', to: 'end' }];
  const before = standing({ asked: ASKED, refused, skipped: ['gone'], recent: [{ turn: 1, state: 'z' }, NOW] });
  const moved = (to: string, facts: object = {}): Body => ({
    type: 'machine.transitioned',
    step: 'work',
    from: 'a',
    to,
    ...facts,
  });
  const lately = (told: object) => [
    { turn: 1, state: 'z' },
    { ...NOW, ...told },
  ];
  const path = [
    { state: 'a', turn: 0 },
    { state: 'b', turn: 2 },
  ];
  const arrived = {
    state: 'b',
    moved: true,
    skipped: [],
    asked: undefined,
    refused: undefined,
    path,
    recent: lately({ to: 'b' }),
  };

  test('that is made begins the way anew: nothing is refused or given up there', () => {
    expect(ownAfter(before, moved('b'))).toStrictEqual(arrived);
    const stalled = { ...before, stall: { best: 2, since: 5 } };
    expect(changedBy(stalled, moved('b'))).toMatchObject({ stall: { best: 2, since: 1 } });
  });

  test.each<[string, string, object, object]>([
    ['is refused', 'b', { refused: true }, { to: 'b', refused: true }],
    ['leads where it is', 'a', {}, { to: 'a' }],
  ])('that %s is told of the turn, and changes nothing else', (_, to, facts, told) => {
    const recent = lately(told);
    expect(ownAfter(before, moved(to, facts))).toStrictEqual({ asked: undefined, recent });
    expect(changedBy(before, moved(to, facts))).not.toHaveProperty('stall');
    const { refused: __, ...never } = Object(before.own);
    expect(ownAfter({ ...before, own: never }, moved(to, facts))).toStrictEqual({ asked: undefined, recent });
  });

  test('of a turn that nobody has begun is told of none', () => {
    expect(ownAfter(standing(), moved('b', { refused: true }))).toStrictEqual({});
  });

  test('by a person counts from any state, and shuts what was open', () => {
    const byAnn: Body = { type: 'machine.transitioned', by: 'ann', from: 'a', to: 'b' };
    expect(ownAfter(before, byAnn)).toStrictEqual(arrived);
    const stays: Body = { type: 'machine.transitioned', by: 'ann', from: 'a', to: 'a' };
    expect(ownAfter(before, stays)).not.toHaveProperty('path');
    expect(ownAfter(before, stays)).toMatchObject({ moved: true, skipped: [] });
  });

  test.each<[string, Partial<StepState>, object]>([
    ['without an artifact', { ...OPEN, sigma: 'fatal' }, { sigma: 'unsatisfied', open: false, attempt: 0, allowed: 0 }],
    [
      'with one of an earlier turn',
      { ...OPEN, artifact: { id: 'a', digest: 'd' } },
      { sigma: 'satisfied', open: false, attempt: 0, allowed: 0 },
    ],
    ['that is not open', { sigma: 'waived', epoch: 1, attempt: 1, allowed: 2 }, {}],
    ['whose condition held', { applies: 2 }, { applies: undefined }],
  ])('by a person leaves a step %s', (_, work, changes) => {
    const placed = standing({}, { work });
    const { steps } = changedBy(placed, { type: 'machine.transitioned', by: 'ann', from: 'a', to: 'b' });
    expect(changesOf(placed.steps['work'] ?? {}, Object(steps).work)).toStrictEqual(changes);
    expect(Object(steps).other).not.toHaveProperty('applies');
  });

  test.each<[string, object]>([
    ['a step', { step: 'work' }],
    ['a person', { by: 'ann' }],
  ])('by %s joins a way of which a thousand states are kept', (_, who) => {
    const long = Array.from({ length: LONGEST_PATH }, (__, turn) => ({ state: 'a', turn }));
    const { path: after } = Object(
      ownAfter(standing({ path: long }), { type: 'machine.transitioned', from: 'a', to: 'b', ...who }),
    );
    expect([after.length, after[0], after.at(-1)]).toStrictEqual([
      LONGEST_PATH,
      { state: 'a', turn: 1 },
      { state: 'b', turn: 2 },
    ]);
  });

  test('R86: of a step that finds out what was said moves nothing', () => {
    const spoken = { id: 'rdr', step: 'work', at: 0, by: 'ann', description: '' };
    const asked = { ...before, redirecting: { since: 0, queue: [spoken] } };
    expect(changedBy(asked, moved('b'))).toStrictEqual({});
    expect(ownAfter(asked, PASSED)).toStrictEqual({});
  });
});

describe('R89: a machine begins', () => {
  const created = (machine?: object): Body => ({
    type: 'run.created',
    runId: 'run_1',
    steps: ['work', 'other'],
    budgets: { maxParallelAgents: 1 },
    by: 'ann',
    ...(machine && { topology: 'machine', machine: { initial: 'b', ...machine } }),
  });

  test('with what was there, where it is a fork', () => {
    const variables = { artifactId: 'art_v', digest: 'sha256:v' };
    const artifact = { id: 'art', digest: 'sha256:art' };
    expect(changedBy(INITIAL, created({ variables, artifacts: { work: artifact } }))).toMatchObject({
      own: { ...machineAt('b'), variables },
      steps: { work: { ...NEW_STEP, sigma: 'satisfied', artifact }, other: NEW_STEP },
    });
  });

  test('with nothing else, and no run of another kind is one', () => {
    const { own, steps } = changedBy(INITIAL, created({}));
    expect(own).toStrictEqual(machineAt('b'));
    expect(steps).toStrictEqual({ work: NEW_STEP, other: NEW_STEP });
    expect(changedBy(INITIAL, created())).not.toHaveProperty('own');
    const verifying = changedBy(INITIAL, { ...created({}), verifies: true } as Body);
    expect(verifying['own']).toStrictEqual({ ...machineAt('b'), baseCase: { due: true } });
  });
});

describe('R70: the variables', () => {
  const variables = { artifactId: 'art_v', digest: 'sha256:v', under: ['sha256:u'] };
  const set = (facts: object = {}): Body => ({ type: 'step.satisfied', ...PLACE, ...MADE, variables: true, ...facts });

  test.each<[string, Partial<MachineState>, Body, object | undefined]>([
    ['are what code has set', {}, set(), MADE],
    ['are that alone, whatever was there', { variables }, set(), MADE],
    [
      'join what was there, where a person gave them',
      { variables },
      set({ joins: true }),
      { ...MADE, under: ['sha256:u', 'sha256:v'] },
    ],
    ['are what a person gave, where nothing was there', {}, set({ joins: true }), MADE],
    ['are not what any other step made', {}, set({ variables: undefined }), undefined],
    [
      'are not set by what was given up',
      {},
      { type: 'step.waived', ...PLACE, reason: 'r', variables: true },
      undefined,
    ],
    [
      'are set by what was accepted over a guard',
      {},
      { type: 'step.waived', ...PLACE, reason: 'r', variables: true, ...MADE },
      MADE,
    ],
  ])('%s', (_, own, body, after) => {
    expect(Object(ownAfter(standing(own, { work: {} }), body)).variables).toStrictEqual(after);
  });

  test('are of fifty layers at most', () => {
    const many = Array.from({ length: 60 }, (_, at) => `sha256:${at}`);
    const { variables: after } = Object(
      ownAfter(standing({ variables: { ...variables, under: many } }), set({ joins: true })),
    );
    expect([after.under.length, after.under[0], after.under.at(-1)]).toStrictEqual([50, 'sha256:11', 'sha256:v']);
  });

  test('that a redirect gives join them', () => {
    const overridden = (facts: object) => redirected({ change: 'bindings_override', ...facts });
    const own = ownAfter(standing({ variables }), overridden({ variables: MADE }));
    expect(own).toStrictEqual({ variables: { ...MADE, under: ['sha256:u', 'sha256:v'] } });
    expect(ownAfter(standing({ variables }), overridden({}))).toStrictEqual({});
  });
});

describe('R53: of a step', () => {
  const refused = [
    { step: 'work', to: 'b' },
    { step: 'work', to: 'end' },
    { step: 'other', to: 'b' },
  ];
  const judged = (move?: object): Body =>
    ({ type: 'guard.verdict', ...PLACE, token: 't', artifactId: 'art', verdict: 'retry', guard: 'g', move }) as Body;
  const waived = (facts: object = {}): Body => ({ type: 'step.waived', ...PLACE, reason: 'r', ...facts });
  const recent = [{ turn: 1, state: 'a' }, NOW];
  const told = (facts: object) => [
    { turn: 1, state: 'a' },
    { ...NOW, step: 'work', ...facts },
  ];
  const skipped = waived({ condition: true });
  const closed = { work: {} };

  test.each<[string, RunState, Body, object]>([
    ['the first epoch in a turn is kept', standing(), STARTED, { begun: { step: 'work', epoch: 3 } }],
    ['not a later one', standing({ begun: { step: 'work', epoch: 2 } }), STARTED, {}],
    [
      'but that of another step',
      standing({ begun: { step: 'other', epoch: 2 } }),
      STARTED,
      { begun: { step: 'work', epoch: 3 } },
    ],
    [
      'what it asked for is asked no more once it is judged anew',
      standing({ asked: ASKED }),
      judged(),
      { asked: undefined },
    ],
    [
      'a permitted move is asked for, and no more refused',
      standing({ refused }),
      judged({ to: 'b', permitted: true }),
      { asked: ASKED, refused: [refused[1], refused[2]] },
    ],
    [
      'the last refusal goes with it',
      standing({ refused: [{ step: 'work', to: 'b' }] }),
      judged({ to: 'b', permitted: true }),
      { asked: ASKED, refused: undefined },
    ],
    [
      'one that is not permitted is the newest refusal',
      standing({ refused }),
      judged({ to: 'b', permitted: false, unmet: [] }),
      {
        asked: { ...ASKED, permitted: false, unmet: [] },
        refused: [refused[1], refused[2], { step: 'work', to: 'b', unmet: [] }],
      },
    ],
    [
      'without conditions none are told',
      standing(),
      judged({ to: 'b', permitted: false }),
      { asked: { ...ASKED, permitted: false }, refused: [{ step: 'work', to: 'b' }] },
    ],
    [
      'a pass is a result of the turn',
      standing({ ran: ['first'], accepted: 4, recent }),
      PASSED,
      { ran: ['first', 'work'], accepted: 5, recent: told({ outcome: 'accepted', digest: MADE.digest }) },
    ],
    ['what a person overrides between turns is none', standing({ recent }, closed), PASSED, {}],
    [
      'given up, it is left out from here on, and asks for nothing',
      standing({ asked: ASKED, skipped: ['first'], ran: ['first'], recent }),
      waived(),
      { asked: undefined, skipped: ['first', 'work'], ran: ['first', 'work'], recent: told({ outcome: 'waived' }) },
    ],
    [
      'given up by its policy it still asks',
      standing({ asked: ASKED, recent }),
      waived({ asks: true }),
      { skipped: ['work'], ran: ['work'], recent: told({ outcome: 'waived' }) },
    ],
    [
      'but not for another',
      standing({ asked: { ...ASKED, step: 'other' }, recent }),
      waived({ asks: true }),
      { asked: undefined, skipped: ['work'], ran: ['work'], recent: told({ outcome: 'waived' }) },
    ],
    [
      'accepted over its guard it stays and asks',
      standing({ asked: ASKED, recent }),
      waived(MADE),
      { ran: ['work'], recent: told({ outcome: 'waived', digest: MADE.digest }) },
    ],
    ['skipped before its turn it is no result', standing({ recent }, closed), waived(), { skipped: ['work'] }],
    [
      'not for this run, it is passed over, and asks for nothing',
      standing({ asked: ASKED, passedOver: ['first'] }),
      skipped,
      { asked: undefined, passedOver: ['first', 'work'] },
    ],
    [
      'what another one asks for stands',
      standing({ asked: { ...ASKED, step: 'other' } }),
      skipped,
      { passedOver: ['work'] },
    ],
    ['by rules 4, too', standing({ asked: ASKED }, { rules: 4 }), skipped, { asked: undefined, passedOver: ['work'] }],
    ['before rules 4 it went on asking', standing({ asked: ASKED }, { rules: 3 }), skipped, { passedOver: ['work'] }],
    [
      'what the turn was for ends it',
      standing({ begun: { step: 'work', epoch: 1 }, ran: ['first'] }, { rules: 3 }),
      skipped,
      { passedOver: ['work'], ran: ['first', 'work'] },
    ],
    [
      'what another was for does not',
      standing({ begun: { step: 'other', epoch: 1 } }),
      skipped,
      { passedOver: ['work'] },
    ],
    [
      'nor did it before rules 3',
      standing({ begun: { step: 'work', epoch: 1 } }, { rules: 2 }),
      skipped,
      { passedOver: ['work'] },
    ],
    [
      'undone, it is given up no more',
      standing({ skipped: ['work', 'other'] }),
      { type: 'step.invalidated', ...PLACE, cause: 'x' },
      { skipped: ['other'] },
    ],
    [
      'opened again, neither',
      standing({ skipped: ['work', 'other'] }),
      { type: 'step.reopened', ...PLACE, cause: 'x' },
      { skipped: ['other'] },
    ],
  ])('%s', (_, before, body, changes) => {
    expect(ownAfter(before, body)).toStrictEqual(changes);
  });

  test('ten refusals are kept', () => {
    const many = Array.from({ length: 10 }, (_, at) => ({ step: 'work', to: `s${at}` }));
    const { refused: after } = Object(ownAfter(standing({ refused: many }), judged({ to: 'b', permitted: false })));
    expect(after).toStrictEqual([...many.slice(1), { step: 'work', to: 'b' }]);
  });

  test('R72: an epoch that begins is no iteration, and no lack of progress', () => {
    const changes = changedBy(standing({}, { work: {} }), STARTED);
    expect(Object.keys(changes).toSorted()).toStrictEqual(['own', 'steps']);
  });
});
