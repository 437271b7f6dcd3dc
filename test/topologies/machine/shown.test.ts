// Pure: what is shown of a machine, and what its calls are told.
import type { MachineFacts } from '../../../src/model/machine-facts.ts';
import type { TurnRecord } from '../../../src/model/machine-state.ts';
import type { Plan } from '../../../src/model/plan.ts';
import { builtInVariables } from '../../../src/topologies/machine/variables.ts';
import { machineView } from '../../../src/topologies/machine/view.ts';
import { machineWords } from '../../../src/topologies/machine/words.ts';
import { accepted } from '../../definitions/makers.ts';
import { aMachine } from '../../support/played/a-machine.ts';
import { coreRun } from '../../support/played/core-machine.ts';
import { playing } from '../../support/played/playing.ts';

const FACTS: MachineFacts = {
  state: 'a',
  turns: 3,
  recent: [],
  artifacts: [],
  accepted: 2,
  attempts: 4,
  tokens: 700,
  microUsd: 500_000,
  activeMs: 2_600,
  budgets: { maxParallelAgents: 1 },
};
const TEXTS = new Map([['sha256:1', '  one\n two  ']]);
const shown = (facts: Partial<MachineFacts>) =>
  builtInVariables({ runId: 'run_1', step: 'work', facts: { ...FACTS, ...facts }, texts: TEXTS });
const budgets = (more: Partial<MachineFacts['budgets']>) => ({ budgets: { ...FACTS.budgets, ...more } });

describe('S2-9: the variables', () => {
  test.each<[string, Partial<MachineFacts>, object]>([
    [
      'before anything',
      { turns: 0, attempts: 0, accepted: 0 },
      {
        agent_id: 'run_1',
        tick: 0,
        success_rate: 0,
        artifacts: 'none',
        my_artifacts: 'none',
        action_history: 'none',
        last_action_result: 'none',
        balance: 'unlimited',
        time_remaining: 'unlimited',
        progress_percent: 0,
      },
    ],
    ['how much of it succeeded', {}, { success_rate: 0.5, tick: 3 }],
    ['what is left in dollars', budgets({ maxMicroUsd: 2_000_000, maxTokens: 1_000 }), { balance: 1.5 }],
    [
      'nothing of what is not known was spent',
      { microUsd: null, ...budgets({ maxMicroUsd: 2_000_000 }) },
      { balance: 2 },
    ],
    ['no less than nothing', budgets({ maxMicroUsd: 1 }), { balance: 0 }],
    ['what is left in tokens', budgets({ maxTokens: 1_000 }), { balance: 300 }],
    ['no fewer than none', budgets({ maxTokens: 1 }), { balance: 0 }],
    ['seconds that are left', budgets({ maxDurationMs: 60_000_000 }), { time_remaining: 59_997 }],
    ['no fewer than none of those', budgets({ maxDurationMs: 1 }), { time_remaining: 0 }],
    ['how far it is', budgets({ maxIterations: 8 }), { progress_percent: 38 }],
    ['no further than all of it', budgets({ maxIterations: 2 }), { progress_percent: 100 }],
    [
      'what it costs',
      budgets({ maxAttempts: 10, maxTokens: 500, maxIterations: 8, maxMicroUsd: 2_000_000 }),
      { economic_context: 'used: 4 attempts, 700 tokens, $0.5; left: 6 attempts, 0 tokens, 5 turns, $1.5' },
    ],
    [
      'what it costs where nobody knows',
      { microUsd: null, ...budgets({ maxMicroUsd: 2_000_000 }) },
      { economic_context: 'used: 4 attempts, 700 tokens, cost unknown; left: $2' },
    ],
    ['what it costs without limits', {}, { economic_context: 'used: 4 attempts, 700 tokens, $0.5; left: unlimited' }],
    [
      'no less than nothing of that',
      budgets({ maxMicroUsd: 1 }),
      { economic_context: 'used: 4 attempts, 700 tokens, $0.5; left: $0' },
    ],
  ])('%s', (_, facts, expected) => {
    expect(shown(facts)).toMatchObject(expected);
  });

  const turn = (more: Partial<TurnRecord>): TurnRecord => ({ turn: 1, state: 'a', ...more });

  test.each<[string, readonly TurnRecord[], string]>([
    ['a result', [turn({ step: 'work', outcome: 'accepted' })], 'turn 1, a: work accepted'],
    [
      'with what it made',
      [turn({ step: 'work', outcome: 'accepted', digest: 'sha256:1' })],
      'turn 1, a: work accepted: one two',
    ],
    [
      'which nobody has read',
      [turn({ step: 'work', outcome: 'waived', digest: 'sha256:2' })],
      'turn 1, a: work waived',
    ],
    ['with its move', [turn({ step: 'work', outcome: 'accepted', to: 'b' })], 'turn 1, a: work accepted, moved to b'],
    [
      'with one that was refused',
      [turn({ step: 'work', outcome: 'accepted', to: 'b', refused: true })],
      'turn 1, a: work accepted, refused to move to b',
    ],
    ['not of a turn under way', [turn({})], 'none'],
    [
      'nor of one that a person ended',
      [turn({ to: 'b' }), turn({ step: 'work' }), turn({ outcome: 'waived' })],
      'none',
    ],
  ])('what a turn came to: %s', (_, recent, line) => {
    expect(shown({ recent })).toMatchObject({ action_history: line, last_action_result: line });
  });

  test('the newest result is the last one', () => {
    const recent = [turn({ step: 'work', outcome: 'accepted' }), turn({ turn: 2, step: 'more', outcome: 'waived' })];
    expect(shown({ recent }).last_action_result).toBe('turn 2, a: more waived');
  });

  test('artifacts are told by their steps, those of the step itself apart', () => {
    const artifacts = [
      { step: 'work', id: 'art_1', digest: 'sha256:1' },
      { step: 'more', id: 'art_2', digest: 'sha256:2' },
    ];
    expect(shown({ artifacts })).toMatchObject({
      artifacts: 'work (art_1): one two\nmore (art_2)',
      my_artifacts: 'work (art_1): one two',
    });
  });
});

describe('R90: what people see', () => {
  const planOf = (fields: object = {}): Plan => ({
    ...accepted(
      aMachine({
        steps: [{ name: 'work', in_state: 'a', transition_to: 'b' }],
        machine: { final_states: ['end'] },
        ...fields,
      }),
    ).plan,
    definition: { name: 'any', version: 1, digest: 'sha256:0' },
  });
  const verified = { fields: { objective: { baseCase: { guard: { use: 'not-empty' }, on: 'work' } } } };

  test('where it stands, and the way there', () => {
    const plan = planOf();
    const run = coreRun(plan, { work: [{ move: { to: 'b', permitted: true } }] });
    run.play();
    expect(machineView.state({ plan, state: run.state() })).toMatchObject({
      baseCase: null,
      machine: { state: 'b', final: false, history: ['a'], turn: expect.any(Number) },
    });
    const { state } = playing(plan);
    expect(machineView.state({ plan, state: { ...state, own: { kind: 'dag' } } })).not.toHaveProperty('machine');
  });

  test('its base case, where it has one', () => {
    const plan = planOf(verified);
    const state = coreRun(plan).state();
    expect(machineWords.details({ plan, state })).toEqual([
      'Turn 0, in **a**; on the way a',
      'the base case not verified yet',
    ]);
    expect(machineView.state({ plan, state })).toMatchObject({ baseCase: { passed: null } });
    const without = planOf();
    expect(machineWords.details({ plan: without, state: coreRun(without).state() })).toHaveLength(1);
  });
});
