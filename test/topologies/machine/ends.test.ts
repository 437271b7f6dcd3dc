/** Pure: where a machine ends, and what a person is asked where it cannot go on (R88, R89). */

import type { Move } from '../../../src/model/machine-state.ts';
import type { Plan } from '../../../src/model/plan.ts';
import { rulesIn, standingOf } from '../../../src/topologies/machine/machine-in.ts';
import { endOf } from '../../../src/topologies/machine/turn.ts';
import { accepted } from '../../definitions/makers.ts';
import { aMachine, type MachineFacts } from '../../support/played/a-machine.ts';
import { coreRun, type Verdicts } from '../../support/played/core-machine.ts';

function planOf(facts: MachineFacts): Plan {
  return { ...accepted(aMachine(facts)).plan, definition: { name: 'any', version: 1, digest: 'sha256:0' } };
}

function played(facts: MachineFacts, verdicts: Verdicts = {}, baseCase = false) {
  const plan = planOf(facts);
  const run = coreRun(plan, verdicts, baseCase);
  run.play();
  return { run, plan, asked: () => run.questions().map(({ kind }) => kind) };
}

const move = (to: string, more: Partial<Move> = {}) => ({ move: { to, permitted: true, ...more } });
const NO = { verdict: 'retry' } as const;
const WORK = { name: 'work', in_state: 'a', transition_to: 'end' };
const TO_END: Verdicts = { work: [move('end')] };
const BASE = {
  fields: { objective: { goal: 'Done.', baseCase: { guard: { use: 'contains', with: { text: 'x' } }, on: 'work' } } },
};
const FINAL = { machine: { final_states: ['end'] } };

describe('Where a machine is complete (R88)', () => {
  test.each<[string, MachineFacts, boolean, string]>([
    ['its base case holds, wherever it is', { steps: [WORK], ...BASE, ...FINAL }, true, 'base_case'],
    ['it has no base case and is in a final state', { steps: [WORK], ...FINAL }, false, 'final_state'],
    ['it has neither, and no step names the state or any state', { steps: [WORK] }, false, 'end_state'],
  ])('R88: %s', (_, facts, holds, endedBy) => {
    const { run, plan } = played(facts, TO_END, holds);
    expect(run.state()).toMatchObject({ life: { status: 'completed' }, own: { state: 'end' } });
    expect(endOf(plan, run.state())).toBe(endedBy);
  });

  test('R88: in a final state with a base case that does not hold, stalled is asked, again after an answer that changes nothing', () => {
    const anywhere = { name: 'more' };
    const { run, asked } = played({ steps: [WORK, anywhere], ...BASE, ...FINAL }, TO_END);
    expect(asked()).toEqual(['stalled']);
    expect(run.questions()[0]?.question).toContain('in end, where it is to end, and its base case does not hold');
    const turns = run.state().iterations;
    run.send({ kind: 'decide', escalationId: run.questions()[0]?.id ?? '', action: 'redo', step: 'more', by: 'me' });
    expect([asked(), run.state().iterations]).toEqual([['stalled'], turns + 1]);
  });

  test.each<[string, MachineFacts]>([
    ['no step runs and the base case does not hold', { steps: [WORK], ...BASE }],
    ['no step runs and no final state was reached', { steps: [WORK], machine: { final_states: ['b'] } }],
  ])('R88: where %s, deadlock is asked', (_, facts) => {
    const { run, asked } = played(facts, TO_END);
    expect([run.state().life.status, asked()]).toEqual(['escalated', ['deadlock']]);
    expect(run.questions()[0]?.question).toContain('No step can run in end');
    expect(run.state().iterations).toBe(1);
  });

  test('R88: a skip completes nothing', () => {
    const { run, asked } = played({ steps: [{ name: 'stay', in_state: 'a' }] });
    expect(asked()).toEqual(['stalled']);
    run.send({ kind: 'decide', escalationId: run.questions()[0]?.id ?? '', action: 'skip', step: 'stay', by: 'me' });
    expect(asked()).toEqual(['deadlock']);
    expect(run.questions()[0]?.question).toContain('No step can run in a but for stay, which was given up');
    run.send({ kind: 'decide', escalationId: run.questions()[0]?.id ?? '', action: 'redo', step: 'stay', by: 'me' });
    expect(asked()).toEqual(['stalled']);
  });
});

describe('A step that is given up by its policy (R88)', () => {
  const GIVEN_UP = { on_failure: 'skip', max_retries: 1 };

  test('R88: it still asks for its move', () => {
    const { run } = played({ steps: [{ ...WORK, ...GIVEN_UP }] }, { work: [{ ...NO, ...move('end') }] });
    expect(run.state()).toMatchObject({ life: { status: 'completed' }, own: { state: 'end' } });
    expect(run.log.flatMap((event) => (event.type === 'machine.transitioned' ? [event.to] : []))).toEqual(['end']);
  });

  test('R88: a move that is not permitted is refused to it too, and nothing is left to run', () => {
    const refused = { ...NO, ...move('end', { permitted: false }) };
    const { run, asked } = played({ steps: [{ ...WORK, ...GIVEN_UP }] }, { work: [refused] });
    expect([standingOf(run.state())?.state, asked()]).toEqual(['a', ['deadlock']]);
  });

  test('R88: a transition step asks for nothing', () => {
    const choose = {
      name: 'choose',
      type: 'transition',
      in_state: 'a',
      prompt: 'Which?',
      transition_map: { go: 'end' },
    };
    const refused = { ...NO, ...move('end') };
    const { run, asked } = played({ steps: [{ ...choose, ...GIVEN_UP }] }, { choose: [refused] });
    expect([standingOf(run.state())?.state, asked()]).toEqual(['a', ['deadlock']]);
  });

  test('R88: a run that began before is complete where nothing is left, as it was promised', () => {
    const plan = planOf({ steps: [{ ...WORK, ...GIVEN_UP }] });
    const { endsAsDeclared: _, ...before } = rulesIn(plan);
    const run = coreRun({ ...plan, topology: 'machine', machine: before }, { work: [{ ...NO, ...move('end') }] });
    expect(run.play()).toMatchObject({ life: { status: 'completed' }, own: { state: 'a' } });
  });
});

test('R88: a run that began before is complete in a final state, whatever could still run there', () => {
  const plan = planOf({ steps: [WORK, { name: 'more' }], ...FINAL });
  const { endsAsDeclared: _, ...before } = rulesIn(plan);
  const old: Plan = { ...plan, topology: 'machine', machine: before };
  const run = coreRun(old, TO_END);
  run.play();
  expect([run.state().life.status, endOf(old, run.state())]).toEqual(['completed', 'final_state']);
});

test.each<[string, MachineFacts['steps']]>([
  ['begins no other turn', [{ name: 'stay', in_state: 'a' }]],
  [
    'does not go on with the one under way',
    [
      { name: 'count', type: 'code', code: 'context["n"] = 1', in_state: 'a' },
      { name: 'stay', in_state: 'a' },
    ],
  ],
])('R49: a machine that has used up its attempts %s, and asks', (_, steps) => {
  const { run, asked } = played({ steps, fields: { budgets: { maxAttempts: 1 } } });
  expect(asked()).toEqual(['budget']);
  expect(run.log.filter(({ type }) => type === 'turn.started')).toHaveLength(1);
  expect(run.state().usage.attempts).toBe(1);
});

test('R89: the question names the refused moves, each condition with what it saw, and both calls ready to send', () => {
  const unmet = [
    {
      condition: 'n > 3 and success_rate > 0',
      saw: [
        { name: 'n', value: '2' },
        { name: 'success_rate', value: '1' },
      ],
    },
  ];
  const { run, asked } = played({ steps: [WORK] }, { work: [move('end', { permitted: false, unmet })] });
  expect(asked()).toEqual(['stalled']);
  const question = run.questions()[0]?.question ?? '';
  expect(question).toContain(
    'The move to end that work asks for was refused: `n > 3 and success_rate > 0` does not hold (n is 2, success_rate is 1).',
  );
  expect(question).toContain(
    'POST /v1/runs/run_1/redirect with {"type":"bindings_override","description":"why","variables":{"n":2}} or {"type":"dag_adjustment","description":"why","state":"end"}',
  );
});

test('R89: a refusal of another state is no reason any more', () => {
  const { run } = played(
    {
      steps: [
        { name: 'first', in_state: 'a', transition_to: 'b' },
        { name: 'second', in_state: 'b', transition_to: 'end' },
      ],
    },
    { first: [move('b', { permitted: false }), move('b')], second: [move('end', { permitted: false })] },
  );
  const question = run.questions()[0]?.question ?? '';
  expect(question).toContain('The move to end that second asks for was refused: no transition from b leads there.');
  expect(question).not.toContain('first');
});
