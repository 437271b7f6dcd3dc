// Pure: what `allow` of a step leaves of the answers to every kind of question about it (R129).
import { ALLOWED_ACTIONS, escalate } from '../../src/core/endings.ts';
import { absorb, draft, wanted, wantedCalls } from '../../src/engine.ts';
import { ACTIONS, type Action, ESCALATION_KINDS, type EscalationKind } from '../../src/model/events/escalations.ts';
import type { DecideRequest } from '../../src/model/input.ts';
import type { Plan } from '../../src/model/plan.ts';
import { type EscalationState, openEscalations, type RunState } from '../../src/model/run-state.ts';
import { withheldWords } from '../../src/stories/answers/answer-options.ts';
import { accepted, aDefinition, aStep, type Fields } from '../definitions/makers.ts';
import { generated, judged, type Playing, playing } from '../support/played/playing.ts';
import { searchPlan } from '../support/played/plays.ts';

const MADE = { artifactId: 'art_1', digest: 'sha256:1' };
const MINE = { artifactId: 'art_mine', digest: 'sha256:mine', artifactDigest: 'sha256:1' };

const planOf = (steps: readonly Fields[], more: Fields = {}): Plan => ({
  ...accepted(aDefinition({ steps, ...more })).plan,
  definition: { name: 'sample', version: 1, digest: 'sha256:0' },
});

const signing = (allow?: readonly string[], more: Fields = {}): Fields =>
  aStep('sign', { guard: { use: 'human', with: { question: 'Paid?', ...(allow && { allow }) } }, ...more });

const question = ({ state }: { readonly state: RunState }, kind?: EscalationKind): EscalationState | undefined =>
  openEscalations(state).findLast((one) => kind === undefined || one.kind === kind);

/** A question of that kind about the step `sign`, as the one place opens it where any run asks. */
function asked(plan: Plan, kind: EscalationKind, facts: { readonly leaf?: string; readonly bare?: boolean } = {}) {
  const run = playing(plan);
  const next = draft(plan, run.state, 0);
  const { leaf, bare = false } = facts;
  const about = { step: 'sign', epoch: 1, attempt: bare ? 0 : 1, ...(!bare && MADE) };
  escalate(next, kind, about, 'Well?', leaf === undefined ? {} : { leaf });
  return { plan, state: next.state };
}

const allowedIn = (run: { readonly state: RunState }) => question(run)?.allowedActions;
const answer = (
  { plan, state }: { readonly plan: Plan; readonly state: RunState },
  action: Action,
  more: object = {},
) => absorb(plan, state, { kind: 'decide', escalationId: question({ state })?.id ?? '', action, ...more }, 0);

/** Kinds of questions that can be about a step that a person signs. */
const OF_A_STEP = ESCALATION_KINDS.filter(
  (kind) => !['budget', 'stalled', 'deadlock', 'assertion', 'clarification', 'input', 'approval'].includes(kind),
);

describe('a guard that lists approve and reject', () => {
  const plan = planOf([signing(['approve', 'reject'])]);
  const LEFT: Readonly<Partial<Record<EscalationKind, readonly Action[]>>> = {
    condition: ['approve', 'abort'],
    infrastructure: ['retry', 'abort'],
    internal: ['retry', 'abort'],
    context_overflow: ['retry', 'abort'],
    infeasible: ['approve', 'abort'],
  };

  test('leaves its own question these two, and abort', () => {
    expect(allowedIn(asked(plan, 'approval', { leaf: 'human' }))).toEqual(['approve', 'reject', 'abort']);
  });

  test.each(OF_A_STEP)('leaves a question of kind %s what accepts nothing, and abort', (kind) => {
    expect(allowedIn(asked(plan, kind))).toEqual(LEFT[kind] ?? ['abort']);
  });

  test.each(OF_A_STEP.flatMap((kind) => ACTIONS.map((action) => [kind, action] as const)))(
    'of kind %s, %s is refused unless the question lists it, whatever else the answer says',
    (kind, action) => {
      const run = asked(plan, kind);
      const isAllowed = allowedIn(run)?.includes(action);
      const decide = () => answer(run, action, { ...MINE, step: 'sign', feedback: 'No.' });
      if (isAllowed === true) expect(decide).not.toThrow();
      else expect(decide).toThrow(expect.objectContaining({ code: 'action_not_allowed' }));
    },
  );

  test('the refusal names the answers that are left, and the field that takes the others away', () => {
    expect(() => answer(asked(plan, 'fatal'), 'skip')).toThrow(
      '"skip" is not allowed here, but abort. The definition of sign says so (allow).',
    );
  });
});

test.each(OF_A_STEP)('without allow a question of kind %s takes what it always took', (kind) => {
  expect(allowedIn(asked(planOf([signing()]), kind))).toEqual(ALLOWED_ACTIONS[kind]);
});

describe('what is listed is left on every question that can take it', () => {
  test.each<[EscalationKind, readonly string[], readonly Action[]]>([
    ['condition', ['approve', 'skip'], ['approve', 'skip', 'abort']],
    ['condition', ['reject', 'redo'], ['approve', 'redo', 'abort']],
    ['infrastructure', ['amend'], ['amend', 'retry', 'abort']],
    ['infrastructure', ['skip'], ['retry', 'skip', 'abort']],
    ['fatal', ['approve', 'reject', 'amend', 'retry', 'redo', 'skip'], ['amend', 'retry', 'redo', 'skip', 'abort']],
    ['attempts_exhausted', ['approve', 'retry'], ['retry', 'abort']],
    ['infeasible', ['reject'], ['abort']],
    ['stagnated', [], ['abort']],
  ])('%s with allow %j', (kind, allow, left) => {
    expect(allowedIn(asked(planOf([signing(allow)]), kind))).toEqual(left);
  });

  test('before the first attempt there is nothing to amend', () => {
    const run = asked(planOf([signing(['approve', 'amend'])]), 'internal', { bare: true });
    expect(allowedIn(run)).toEqual(['retry', 'abort']);
  });

  test('abort in the list says nothing new', () => {
    expect(allowedIn(asked(planOf([signing(['abort', 'reject'])]), 'approval', { leaf: 'human' }))).toEqual([
      'reject',
      'abort',
    ]);
  });
});

describe('where a step asks more than once', () => {
  const person = (more: Fields = {}): Fields => ({ kind: 'human', question: 'What?', ...more });
  const two = (first?: readonly string[], second?: readonly string[]): Fields => ({
    sequence: [
      { use: 'human', id: 'clerk', with: { question: 'Right?', ...(first && { allow: first }) } },
      { use: 'human', id: 'boss', with: { question: 'Paid?', ...(second && { allow: second }) } },
    ],
  });

  test('each question follows the list that is written for it; only what is in all lists may skip the step', () => {
    const plan = planOf([aStep('sign', { guard: two(['approve', 'amend', 'skip'], ['approve', 'reject']) })]);
    expect(allowedIn(asked(plan, 'approval', { leaf: 'clerk' }))).toEqual(['approve', 'amend', 'abort']);
    expect(allowedIn(asked(plan, 'approval', { leaf: 'boss' }))).toEqual(['approve', 'reject', 'abort']);
  });

  test('every other question takes what is in all of them', () => {
    const plan = planOf([aStep('sign', { guard: two(['approve', 'amend', 'retry'], ['approve', 'retry']) })]);
    expect(allowedIn(asked(plan, 'fatal'))).toEqual(['retry', 'abort']);
    expect(allowedIn(asked(plan, 'infrastructure'))).toEqual(['retry', 'abort']);
  });

  test('a leaf without a list keeps its own two answers, and takes of the others what the lists beside it have', () => {
    const plan = planOf([aStep('sign', { guard: two(undefined, ['approve', 'retry']) })]);
    expect(allowedIn(asked(plan, 'approval', { leaf: 'clerk' }))).toEqual(['approve', 'reject', 'retry', 'abort']);
  });

  test('a person who makes the artifact may do so although the guard lists other answers', () => {
    const plan = planOf([aStep('sign', { generator: person(), guard: two(['approve', 'reject']) })]);
    expect(allowedIn(asked(plan, 'input', { bare: true }))).toEqual(['amend', 'abort']);
  });

  test('a list of the generator holds for its question and for all others about the step', () => {
    const plan = planOf([aStep('sign', { generator: person({ allow: ['amend'] }) })]);
    expect(allowedIn(asked(plan, 'input', { bare: true }))).toEqual(['amend', 'abort']);
    expect(allowedIn(asked(plan, 'condition', { bare: true }))).toEqual(['approve', 'abort']);
    expect(allowedIn(asked(plan, 'internal'))).toEqual(['amend', 'retry', 'abort']);
  });

  test('a step that asks first keeps its list for the time after it has begun', () => {
    const plan = planOf([aStep('sign', { approval: true, allow: ['approve', 'reject'] })]);
    expect(allowedIn(asked(plan, 'approval', { bare: true }))).toEqual(['approve', 'reject', 'abort']);
    // Nobody signs what it makes: leave to begin was given, and the list has `approve`.
    expect(allowedIn(asked(plan, 'fatal'))).toEqual(['approve', 'abort']);
    expect(allowedIn(asked(plan, 'context_overflow'))).toEqual(['retry', 'abort']);
  });

  test('a guard without a list is not passed by either where the step has one', () => {
    const plan = planOf([aStep('sign', { approval: true, allow: ['approve'], guard: two() })]);
    expect(allowedIn(asked(plan, 'fatal'))).toEqual(['abort']);
  });
});

const tokenOf = (run: Playing, step: string) => wanted(run.state).find((call) => call.step === step)?.token ?? '';
const decide = (run: Playing, decision: Omit<DecideRequest, 'kind' | 'escalationId'>, kind?: EscalationKind) =>
  run.do({ kind: 'decide', escalationId: question(run, kind)?.id ?? '', by: 'ann', ...decision });

/** The guard of `sign` waits for a person. */
function waiting(allow: readonly string[], more: Fields = {}): Playing {
  const run = playing(planOf([signing(allow, more)]));
  run.do(generated(tokenOf(run, 'sign')));
  run.do({ kind: 'pending', token: tokenOf(run, 'sign'), leaf: 'human' });
  return run;
}

describe('once a person has given a text, approve accepts nothing over the guard', () => {
  test('the text that the guard rejects cannot be approved, only amended again', () => {
    const run = waiting(['approve', 'reject', 'amend']);
    decide(run, { action: 'amend', ...MINE, artifactDigest: question(run)?.artifactDigest ?? '' });
    run.do(judged(tokenOf(run, 'sign'), 'retry'));
    expect(question(run)).toMatchObject({ artifactId: 'art_mine', allowedActions: ['reject', 'amend', 'abort'] });
    expect(() => decide(run, { action: 'approve', artifactDigest: 'sha256:mine' })).toThrow('"approve" is not allowed');
    expect(run.state.steps['sign']).toMatchObject({ sigma: 'unsatisfied' });
  });

  test('nor the text before it, where the guard could not judge', () => {
    const run = waiting(['approve', 'amend']);
    decide(run, { action: 'amend', artifactId: 'art_mine', digest: 'sha256:mine' });
    run.do({ kind: 'broken', token: tokenOf(run, 'sign'), reason: 'internal', detail: 'x' });
    expect(() => decide(run, { action: 'approve' })).toThrow(expect.objectContaining({ code: 'action_not_allowed' }));
  });

  test('an amendment that the guard takes settles the question', () => {
    const run = waiting(['approve', 'amend']);
    decide(run, { action: 'amend', artifactId: 'art_mine', digest: 'sha256:mine' });
    run.do(judged(tokenOf(run, 'sign')));
    expect(run.state).toMatchObject({ life: { status: 'completed' }, steps: { sign: { sigma: 'satisfied' } } });
  });

  test('without allow it is as it was', () => {
    const run = playing(planOf([signing()]));
    run.do(generated(tokenOf(run, 'sign')));
    run.do({ kind: 'pending', token: tokenOf(run, 'sign'), leaf: 'human' });
    decide(run, { action: 'amend', artifactId: 'art_mine', digest: 'sha256:mine' });
    run.do(judged(tokenOf(run, 'sign'), 'retry'));
    expect(question(run)?.allowedActions).toContain('approve');
    const updated = run.log.filter((event) => event.type === 'escalation.updated');
    expect(updated.filter((event) => 'allowedActions' in event)).toEqual([]);
  });
});

describe('a question about the whole run', () => {
  const steps = (allow: readonly string[]) => [
    aStep('first'),
    signing(allow, { requires: ['first'] }),
    aStep('pay', { requires: ['first'], optionalRequires: ['sign'] }),
  ];
  /** `first` was skipped by its generator, so that nothing can run any more. */
  function stuck(allow: readonly string[], goal?: readonly string[]): Playing {
    const run = playing(planOf(steps(allow), goal ? { goal } : {}));
    run.do({ kind: 'skipped', token: tokenOf(run, 'first'), reason: 'nothing there' });
    expect(question(run)).toMatchObject({ kind: 'deadlock' });
    return run;
  }

  test.each(['skip', 'redo'] as const)('takes %s of a step only if the step lists it', (action) => {
    const run = stuck(['approve', 'reject']);
    expect(() => decide(run, { action, step: 'sign' })).toThrow(
      `The definition of sign does not list "${action}" among the answers that people may give (allow).`,
    );
    expect(decide(stuck([action]), { action, step: 'sign' }).steps['sign']).toMatchObject(
      action === 'skip' ? { sigma: 'waived' } : { sigma: 'unsatisfied' },
    );
  });

  test('other steps are answered for as before', () => {
    const run = decide(stuck(['approve', 'reject']), { action: 'skip', step: 'pay' });
    expect(run.steps['pay']).toMatchObject({ sigma: 'waived' });
    expect(decide(stuck(['approve', 'reject']), { action: 'redo', step: 'first' }).life.status).toBe('running');
  });

  test('does not offer skip where no step that is left may be skipped', () => {
    const run = playing(planOf([aStep('first'), signing(['approve'], { requires: ['first'] })]));
    run.do({ kind: 'skipped', token: tokenOf(run, 'first'), reason: 'nothing there' });
    expect(question(run)).toMatchObject({ kind: 'deadlock', allowedActions: ['redo', 'abort'] });
    expect(() => decide(run, { action: 'skip', step: 'sign' })).toThrow('"skip" is not allowed here');
  });
});

describe('a step that another one prepares', () => {
  const facts = {
    objective: {
      goal: 'g',
      backgroundIntent: 'b',
      deliverables: ['d'],
      definitionOfDone: 'x',
      baseCase: { guard: { use: 'not-empty' }, on: 'sign' },
    },
  };
  const guard = (allow: readonly string[]) => ({ use: 'human', with: { question: 'Paid?', allow } });
  const llm = { kind: 'llm', prompt: 'x' };
  const probed = (allow: readonly string[]) => {
    const plan = searchPlan([{ id: 'sign', generator: llm, guard: guard(allow), unknown: true }], facts);
    const run = playing(plan);
    run.do(generated(tokenOf(run, 'probe_sign')));
    return run;
  };

  test('is not left out by skipping the step that prepares it', () => {
    const run = probed(['approve', 'reject']);
    run.do(judged(tokenOf(run, 'probe_sign'), 'fatal'));
    expect(question(run)).toMatchObject({ kind: 'fatal', step: 'probe_sign' });
    expect(allowedIn(run)).toEqual(['approve', 'amend', 'retry', 'redo', 'abort']);
    const free = probed(['approve', 'skip']);
    free.do(judged(tokenOf(free, 'probe_sign'), 'fatal'));
    expect(allowedIn(free)).toContain('skip');
  });

  test('nor by what a probe found', () => {
    const run = probed(['approve', 'reject']);
    run.do({ ...judged(tokenOf(run, 'probe_sign')), infeasible: true });
    expect(question(run)).toMatchObject({ kind: 'infeasible', step: 'probe_sign' });
    expect(allowedIn(run)).toEqual(['approve', 'retry', 'redo', 'abort']);
    expect(wantedCalls(run.plan, run.state)).toEqual([]);
  });

  test('a step that joined after the question was opened is not left out either', () => {
    const probe = aStep('probe', { role: 'probe' });
    const goal = { goal: ['build'] };
    const before = planOf([probe, aStep('build', { requires: ['probe'] })], goal);
    const run = playing(before);
    run.do(generated(tokenOf(run, 'probe')));
    run.do({ ...judged(tokenOf(run, 'probe')), infeasible: true });
    expect(allowedIn(run)).toContain('skip');
    const after = planOf(
      [probe, aStep('build', { requires: ['probe'] }), signing(['approve'], { requires: ['probe'] })],
      goal,
    );
    const state = { ...run.state, steps: { ...run.state.steps, sign: run.state.steps['build'] ?? {} } } as RunState;
    expect(() => answer({ plan: after, state }, 'skip')).toThrow('The definition of sign does not list "skip"');
  });
});

describe('the page of a question says which answers the definition does not allow', () => {
  const words = (plan: Plan, kind: EscalationKind, facts: { readonly leaf?: string } = {}) => {
    const run = asked(plan, kind, facts);
    const open = question(run);
    return open && withheldWords(run, open);
  };

  test('of the signature itself, in the words of its buttons', () => {
    expect(words(planOf([signing(['approve', 'reject'])]), 'approval', { leaf: 'human' })).toBe(
      '“Write it yourself”, “Try again with guidance”, “Redo an earlier step” and “Skip” cannot be chosen here: the definition of sign does not allow it.',
    );
  });

  test('of another question about the step', () => {
    expect(words(planOf([signing(['approve', 'reject'])]), 'condition')).toBe(
      '“Redo an earlier step” and “Skip” cannot be chosen here: the definition of sign does not allow it.',
    );
  });

  test.each(OF_A_STEP)('nothing where there is no list: %s', (kind) => {
    expect(words(planOf([signing()]), kind)).toBeUndefined();
  });
});
