// Pure: what random definitions found that no other test did (test/core/reading.property.test.ts).

import { absorb, conditions, evolve, remainingBound, wanted, wantedCalls } from '../../src/engine.ts';
import type { Body } from '../../src/model/event.ts';
import { RULES } from '../../src/model/events/run.ts';
import type { RedirectRequest } from '../../src/model/input.ts';
import { INITIAL, openEscalations } from '../../src/model/run-state.ts';
import { groupOf, withGroup } from '../../src/topologies/and-or/group-state.ts';
import { standingOf } from '../../src/topologies/machine/machine-in.ts';
import { accepted } from '../definitions/makers.ts';
import { aMachine } from '../support/played/a-machine.ts';
import { atom, objective } from '../support/played/and-or.ts';
import { aPlan, aStep } from '../support/played/plans.ts';
import { generated, judged, type Playing, playing } from '../support/played/playing.ts';
import { play, searchPlan } from '../support/played/plays.ts';

const tokenOf = ({ state }: Playing, at = 0) => wanted(state)[at]?.token ?? '';
const asked = ({ state }: Playing) => openEscalations(state).map(({ kind, step }) => [kind, step]);
const once = { recovery: { rMax: 0 } };
const artifact = { artifactId: 'art_person', digest: 'sha256:person' };
const redirection = { kind: 'redirect', prepared: true, type: 'dag_adjustment', description: 'so' } as const;
const folded = (bodies: readonly Body[]) =>
  bodies.reduce((state, body, at) => evolve(state, { ...body, seq: at + 1, at: 0 }), INITIAL);

describe('R43, R44: while an amendment is judged its guard asks a person, too', () => {
  function amended(): Playing {
    const run = playing(aPlan([aStep('a', { attempts: 1 }), aStep('b', { requires: ['a'] })]));
    run.do(generated(tokenOf(run)));
    run.do(judged(tokenOf(run), 'retry'));
    const [first] = openEscalations(run.state);
    run.do({ kind: 'decide', escalationId: first?.id ?? '', action: 'amend', ...artifact });
    run.do({ kind: 'pending', token: tokenOf(run), leaf: 'human', question: 'Is it right?' });
    return run;
  }
  const answered = (run: Playing, action: 'approve' | 'reject') => {
    const question = openEscalations(run.state).find(({ leaf }) => leaf === 'human');
    return run.do({ kind: 'decide', escalationId: question?.id ?? '', action });
  };

  test('accepted, it leaves no question open about the step', () => {
    const run = amended();
    expect(asked(run)).toEqual([
      ['attempts_exhausted', 'a'],
      ['approval', 'a'],
    ]);
    answered(run, 'approve');
    run.do(judged(tokenOf(run)));
    expect(asked(run)).toEqual([]);
    expect(wanted(run.state)).toMatchObject([{ step: 'b' }]);
  });

  test('another one is given for the leaf, refused, and accepted over the guard: no question is left open', () => {
    const run = amended();
    const leaf = openEscalations(run.state).find(({ kind }) => kind === 'approval');
    const answer = { kind: 'decide', escalationId: leaf?.id ?? '' } as const;
    const other = { artifactId: 'art_other', digest: 'sha256:other' };
    run.do({ ...answer, action: 'amend', ...other });
    run.do(judged(tokenOf(run), 'retry'));
    run.do({ ...answer, action: 'approve', artifactDigest: other.digest });
    expect(asked(run)).toEqual([]);
    expect(wanted(run.state)).toMatchObject([{ step: 'b' }]);
  });

  test('refused, it leaves the question open that it was an answer to, and no other', () => {
    const run = amended();
    answered(run, 'reject');
    run.do(judged(tokenOf(run), 'retry'));
    expect(asked(run)).toEqual([['attempts_exhausted', 'a']]);
    expect(run.state.steps['a']?.escalation).toBe(openEscalations(run.state)[0]?.id);
  });
});

test('R15, R32: a fatal verdict on what works for a choice that has won asks a person, though another one is still taken', () => {
  const plan = searchPlan(
    [
      ...['fast', 'sure'].map((id) => atom(id, { orGroup: 'way', ...once })),
      atom('built', { requires: ['fast'], ...once }),
      atom('end', { requires: ['way', 'built'] }),
    ],
    { objective: objective('end'), orGroups: { way: { speculative: true } } },
  );
  const run = playing(plan);
  const callOf = (step: string) => wanted(run.state).find((call) => call.step === step)?.token ?? '';
  run.do(generated(callOf('fast')));
  run.do(judged(callOf('fast')));
  run.do(generated(callOf('built')));
  const won = { ...groupOf(run.state, 'way'), taken: ['fast', 'sure'], failed: [] };
  const state = withGroup(run.state, 'way', won);
  const events = absorb(plan, state, judged(callOf('built'), 'fatal'), 0);
  expect(won).toMatchObject({ winner: 'fast' });
  expect(events).toContainEqual(expect.objectContaining({ type: 'escalation.opened', kind: 'fatal', step: 'built' }));
});

test('R27: a choice that is judged when a person chooses it goes on being judged', () => {
  const plan = searchPlan(
    [...['first', 'second'].map((id) => atom(id, { orGroup: 'way', ...once })), atom('end', { requires: ['way'] })],
    { objective: objective('end') },
  );
  const run = playing(plan);
  const token = tokenOf(run);
  run.do(generated(token));
  const before = run.log.length;
  run.do({ ...redirection, force: { orGroup: 'way', choice: 'first' } } satisfies RedirectRequest);
  expect(run.log.slice(before).map(({ type }) => type)).not.toContain('step.reopened');
  expect(wanted(run.state)).toMatchObject([{ step: 'first', token, phase: 'guard' }]);
});

test('R49, R72: a question before the first attempt opens no epoch beyond maxIterations', () => {
  const plan = searchPlan(
    [atom('a'), atom('b', { requires: ['a'], approval: true }), atom('end', { requires: ['b'] })],
    { objective: objective('end'), budgets: { maxIterations: 1 } },
  );
  const run = play(plan);
  expect(run.state.steps['b']?.epoch).toBe(0);
  expect(asked(run)).toEqual([['budget', undefined]]);
});

test('R101: a choice that wins by what was accepted before makes the base case due', () => {
  const created = {
    type: 'run.created',
    runId: 'run_1',
    steps: ['first', 'second'],
    budgets: { maxParallelAgents: 1 },
    by: 'me',
    topology: 'and-or',
  } as const;
  const verified = [
    { type: 'basecase.started', token: 'v2' },
    { type: 'basecase.verified', token: 'v2', passed: false },
    { type: 'branch.won', orGroup: 'way', choice: 'first' },
  ] as const;
  const dueBy = (rules: 3 | typeof RULES) => folded([{ ...created, rules }, ...verified]).own.baseCase?.due;
  expect([dueBy(RULES), dueBy(3)]).toEqual([true, false]);
});

test('R51, S1-3.4-d: a new objective resets before it lets go of what is judged', () => {
  const plan = searchPlan(
    [
      atom('base', once),
      ...['first', 'second'].map((id) => atom(id, { orGroup: 'way', requires: ['base'], ...once })),
      atom('end', { requires: ['way'] }),
    ],
    { objective: objective('end') },
  );
  const run = playing(plan);
  for (const verdict of ['pass', 'retry', undefined] as const) {
    run.do(generated(tokenOf(run)));
    if (verdict) run.do(judged(tokenOf(run), verdict));
  }
  const before = run.log.length;
  run.do({ ...redirection, type: 'objective_change', reset: ['base'] });
  const types: readonly string[] = run.log.slice(before).map(({ type }) => type);
  expect(types.indexOf('step.invalidated')).toBeGreaterThan(0);
  expect(types.indexOf('attempt.finished')).toBeGreaterThan(types.indexOf('step.invalidated'));
  expect(wanted(run.state)).toMatchObject([{ step: 'base' }]);
});

describe('choices of an and-or run', () => {
  const either = (more: object, ...choices: readonly string[]) =>
    choices.map((id) => atom(id, { orGroup: 'way', ...more, ...once }));
  const callOf = ({ state }: Playing, step: string) => wanted(state).find((call) => call.step === step)?.token ?? '';
  function made(run: Playing, step: string, verdict?: 'pass' | 'retry'): void {
    run.do(generated(callOf(run, step)));
    run.do(judged(callOf(run, step), verdict));
  }
  const told = ({ log }: Playing) =>
    log.flatMap((event) => ('orGroup' in event && 'choice' in event ? [[event.type, event.choice]] : []));

  test('R85: a winner that a person chooses stays the winner, and makes way for no other when what is built on it fails', () => {
    const end = atom('end', { requires: ['way'], ...once });
    const run = playing(searchPlan([...either({}, 'first', 'second'), end], { objective: objective('end') }));
    made(run, 'first');
    run.do({ ...redirection, force: { orGroup: 'way', choice: 'first' } });
    expect(groupOf(run.state, 'way')).toMatchObject({ winner: 'first', forced: 'first' });
    expect(wanted(run.state)).toMatchObject([{ step: 'end' }]);
    made(run, 'end', 'retry');
    expect(asked(run)).toEqual([['attempts_exhausted', 'end']]);
    expect(told(run)).toEqual([
      ['branch.selected', 'first'],
      ['branch.won', 'first'],
      ['branch.selected', 'first'],
    ]);
  });

  const failed = (run: Playing) => told(run).flatMap(([type, choice]) => (type === 'branch.failed' ? [choice] : []));
  /** The last two choices of `way` do without `base`, the first two need it. */
  const over = (speculative: boolean, only: object = once, more: readonly object[] = []) =>
    searchPlan(
      [
        atom('only', { orGroup: 'base', ...only }),
        ...either({ requires: ['base'] }, 'first', 'second'),
        ...either({}, 'third', 'fourth'),
        ...more,
        atom('end', { requires: ['way'] }),
      ],
      { objective: objective('end'), ...(speculative && { orGroups: { way: { speculative } } }) },
    );

  test('R51, R103: all that needs what failed fails with it, and is not tried on', () => {
    const only = { when: 'input.yes', ...once };
    const run = playing(over(true, only));
    const [condition] = conditions(run.plan, run.state);
    run.do({ kind: 'conditioned', token: condition?.token ?? '', outcome: 'false' });
    expect(failed(run)).toEqual(['only', 'first', 'second']);
    expect(conditions(run.plan, run.state)).toEqual([]);
    expect(wanted(run.state)).toMatchObject([{ step: 'third' }, { step: 'fourth' }]);
  });

  test('R51: tried once more for the next choice, the last one of a group fails with that, too, and no person is asked', () => {
    const run = playing(over(false));
    for (const _ of ['first', 'second']) made(run, 'only', 'retry');
    expect(failed(run)).toEqual(['only', 'first', 'second']);
    expect(asked(run)).toEqual([]);
    expect(wanted(run.state)).toMatchObject([{ step: 'third' }]);
  });

  test('R51: what has won, was undone and cannot be made again takes those along that need its group', () => {
    const run = playing(over(false));
    made(run, 'only');
    run.do({ ...redirection, type: 'constraint_change', reset: ['only'] });
    made(run, 'only', 'retry');
    expect(failed(run)).toEqual(['first']);
    expect(asked(run)).toEqual([]);
  });

  test('S1x-6, R44: a choice that is left of another group is no answer to the question about one that is used up', () => {
    const plan = searchPlan(
      [
        atom('only', { orGroup: 'base', ...once }),
        ...either({}, 'first', 'second', 'third'),
        atom('end', { requires: ['base', 'way'] }),
      ],
      { objective: objective('end') },
    );
    const run = playing(plan);
    made(run, 'first', 'retry');
    made(run, 'only', 'retry');
    const question = [['or_exhausted', 'only']];
    expect(asked(run)).toEqual(question);
    run.do({ ...redirection, type: 'constraint_change' });
    expect(asked(run)).toEqual(question);
  });

  test('R85, R44: a question that is asked because no swap is left stays open while none is', () => {
    const ways = [...either({}, 'first'), ...either({ when: 'input.yes' }, 'second'), ...either({}, 'third')];
    const plan = searchPlan([...ways, atom('end', { requires: ['way'] })], {
      objective: objective('end'),
      budgets: { maxSwaps: 0 },
    });
    const run = playing(plan);
    const answer = (outcome: 'true' | 'false') =>
      run.do({ kind: 'conditioned', token: conditions(run.plan, run.state)[0]?.token ?? '', outcome });
    made(run, 'first', 'retry');
    answer('true');
    made(run, 'second');
    run.do({ ...redirection, type: 'constraint_change', reset: ['second'] });
    answer('false');
    const before = asked(run);
    expect(before).toEqual([['or_exhausted', 'second']]);
    run.do({ ...redirection, type: 'constraint_change' });
    expect(asked(run)).toEqual(before);
  });
});

test('R26, R85: what failed within a choice is no generation to come when the choice that lost to another is taken again', () => {
  const plan = searchPlan(
    [
      atom('quick', { orGroup: 'way', ...once }),
      ...['left', 'right'].map((id) => atom(id, { orGroup: 'ground', ...once })),
      atom('slow', { orGroup: 'way', requires: ['ground'], ...once }),
    ],
    {
      objective: objective('way', { baseCase: { file: 'done' } }),
      orGroups: { way: { speculative: true } },
      budgets: { maxParallelAgents: 1 },
    },
  );
  const run = play(plan, { verdicts: { left: ['retry'] }, late: ['quick'] });
  const types = run.log.map(({ type }) => type);
  const again = run.log.findIndex((event) => event.type === 'step.reopened' && event.step === 'left');
  expect(again).toBeGreaterThan(types.indexOf('branch.swapped'));
  const [before, after] = [again, again + 1].map((end) => run.log.slice(0, end).reduce(evolve, INITIAL));
  expect(after && remainingBound(plan, after)).toBe(before && remainingBound(plan, before));
  const begun = run.log.flatMap((event) => (event.type === 'attempt.started' ? [event.step] : []));
  expect(begun).toEqual(['left', 'right', 'quick', 'slow']);
});

test('R54: a step of a machine that is not for this turn asks for no move, whatever a rejected artifact of it asked for', () => {
  const moved = (rules: 3 | typeof RULES) =>
    folded([
      {
        type: 'run.created',
        runId: 'run_1',
        steps: ['go'],
        budgets: { maxParallelAgents: 1 },
        by: 'me',
        topology: 'machine',
        machine: { initial: 's' },
        rules,
      },
      { type: 'step.started', step: 'go', epoch: 1, allowed: 1 },
      { type: 'attempt.started', step: 'go', epoch: 1, attempt: 1, n: 1, token: 't3' },
      {
        type: 'guard.verdict',
        step: 'go',
        epoch: 1,
        attempt: 1,
        token: 't3',
        artifactId: 'art_1',
        verdict: 'retry',
        guard: 'g',
        signature: 'no',
        move: { to: 'done', permitted: true },
      },
      { type: 'step.waived', step: 'go', epoch: 1, attempt: 1, reason: 'run_if is false', condition: true },
    ]);
  expect(standingOf(moved(RULES))?.asked).toBeUndefined();
  expect(standingOf(moved(3))?.asked).toMatchObject({ step: 'go', to: 'done' });
});

test('R54, R89: what a person gave for code and then accepts over the guard sets what it names, and leaves the other variables', () => {
  const steps = [{ name: 'count', type: 'code', code: 'context["x"] = 1', transition_to: 'end' }];
  const { plan } = accepted(aMachine({ steps }));
  const run = playing({ ...plan, definition: { name: 'any', version: 1, digest: 'sha256:0' } });
  run.do(generated(tokenOf(run)));
  run.do(judged(tokenOf(run), 'retry'));
  const [question] = openEscalations(run.state);
  const answer = { kind: 'decide', escalationId: question?.id ?? '' } as const;
  run.do({ ...answer, action: 'amend', ...artifact });
  run.do(judged(tokenOf(run), 'retry'));
  run.do({ ...answer, action: 'approve', artifactDigest: artifact.digest });
  expect(run.log).toContainEqual(expect.objectContaining({ type: 'step.waived', variables: true, joins: true }));
});

test('R26: a way back counts for what has begun through another choice, while the choice that waits for it is needed for itself', () => {
  const way = ['a', 'b'].map((id) => atom(id, { orGroup: 'way', requires: [id === 'a' ? 'x' : 'j'], ...once }));
  const back = { rMax: 0, eMax: 1, onExhausted: 'backtrack', backtrackTo: ['x'] };
  const planOf = (goal: readonly string[]) =>
    searchPlan(
      [
        atom('x', once),
        atom('j', { requires: ['x'], recovery: back }),
        ...way,
        atom('end', { requires: ['way'], ...once }),
      ],
      { goal, objective: objective('end', { baseCase: { file: 'done' } }), budgets: { maxParallelAgents: 3 } },
    );
  const plan = planOf(['end', 'j']);
  const { log } = play(plan, { verdicts: { j: ['retry'] }, late: ['j'] });
  const begun = log.flatMap((event) => (event.type === 'attempt.started' ? [event.step] : []));
  expect(begun).toEqual(['x', 'j', 'a', 'end', 'x', 'j', 'a', 'end', 'b', 'end']);
  expect(plan.bound).toBeGreaterThanOrEqual(begun.length);
  // Needed for its choice alone, the step ends with it.
  expect(plan.bound - planOf(['end']).bound).toBe(1);
});

test('S1-7.2.2-a, S1-3.4-d: a new objective lets go of the last choice, too, that failed and is worked on once more', () => {
  const plan = searchPlan(
    [
      atom('s0', { orGroup: 'way', ...once }),
      atom('s1', once),
      atom('s2', { orGroup: 'way', requires: ['s1'], ...once }),
    ],
    { objective: objective('way', { baseCase: { file: 'done' } }) },
  );
  const run = play(plan, { verdicts: { s1: ['retry'] } });
  const verified = () => {
    const call = wantedCalls(run.plan, run.state).find(({ phase }) => phase === 'verify');
    if (!call) throw new Error('nothing is verified');
    run.do({ kind: 'verified', token: call.token, ...artifact, passed: false });
  };
  const [question] = openEscalations(run.state);
  run.do({ kind: 'decide', escalationId: question?.id ?? '', action: 'redo', step: 's1', guidance: 'look again' });
  verified();
  run.do(generated(tokenOf(run)));
  run.do(judged(tokenOf(run)));
  verified();
  run.do(generated(tokenOf(run)));
  expect(wanted(run.state)).toMatchObject([{ step: 's2', phase: 'guard' }]);
  run.do({ ...redirection, type: 'objective_change', reset: ['s0'] });
  verified();
  expect(wanted(run.state)).toMatchObject([{ step: 's0', phase: 'generate' }]);
});
