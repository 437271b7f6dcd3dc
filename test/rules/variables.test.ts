// Pure: the eleven variables of a state machine (R70).
import type { MachineFacts } from '../../src/model/machine-facts.ts';
import { BUILT_IN_VARIABLES, builtInVariables } from '../../src/topologies/machine/variables.ts';

const FIRST: MachineFacts = {
  state: 'start',
  turns: 1,
  recent: [],
  artifacts: [],
  accepted: 0,
  attempts: 0,
  tokens: 0,
  microUsd: 0,
  activeMs: 0,
  budgets: { maxParallelAgents: 1 },
};
const texts = new Map([['sha256:a', 'what a\n  made']]);
const of = (facts: Partial<MachineFacts>) =>
  builtInVariables({ runId: 'run_1', step: 'a', texts, facts: { ...FIRST, ...facts } });

test('R70: every one of the eleven has a value from the first turn on', () => {
  expect(Object.keys(of({}))).toEqual([...BUILT_IN_VARIABLES]);
  expect(of({})).toMatchObject({
    agent_id: 'run_1',
    balance: 'unlimited',
    tick: 1,
    time_remaining: 'unlimited',
    progress_percent: 0,
    artifacts: 'none',
    my_artifacts: 'none',
    action_history: 'none',
    last_action_result: 'none',
    success_rate: 0,
    economic_context: 'used: 0 attempts, 0 tokens, $0; left: unlimited',
  });
});

const limits = (budgets: Partial<MachineFacts['budgets']>) => ({ budgets: { maxParallelAgents: 1, ...budgets } });

test.each([
  [
    'dollars before tokens',
    { microUsd: 250_000, ...limits({ maxMicroUsd: 1_000_000, maxTokens: 10 }) },
    { balance: 0.75 },
  ],
  ['tokens where no dollars are limited', { tokens: 4, ...limits({ maxTokens: 10 }) }, { balance: 6 }],
  ['never less than nothing', { tokens: 40, ...limits({ maxTokens: 10 }) }, { balance: 0 }],
  ['seconds left', { activeMs: 1_400, ...limits({ maxDurationMs: 10_000 }) }, { time_remaining: 9 }],
  ['the share of its turns', { turns: 3, ...limits({ maxIterations: 12 }) }, { progress_percent: 25 }],
  ['nearly all of them', { turns: 9, ...limits({ maxIterations: 10 }) }, { progress_percent: 90 }],
  ['never more than all', { turns: 30, ...limits({ maxIterations: 12 }) }, { progress_percent: 100 }],
  ['accepted of attempts', { accepted: 1, attempts: 4 }, { success_rate: 0.25 }],
])('R70: %s', (_, facts, expected) => {
  expect(of(facts)).toMatchObject(expected);
});

test('R70: artifacts have a line each, those of the step are its own, and what is long is cut to one line', () => {
  const artifacts = [
    { step: 'a', id: 'art_1', digest: 'sha256:a' },
    { step: 'b', id: 'art_2', digest: 'sha256:b' },
  ];
  expect(of({ artifacts })).toMatchObject({
    artifacts: 'a (art_1): what a made\nb (art_2)',
    my_artifacts: 'a (art_1): what a made',
  });
});

test('R70: what the last turns came to, the one under way left out', () => {
  const recent = [
    { turn: 1, state: 'start', step: 'a', outcome: 'accepted', digest: 'sha256:a', to: 'end' },
    { turn: 2, state: 'end', step: 'b', outcome: 'waived', to: 'start', refused: true },
    { turn: 3, state: 'end' },
  ] as const;
  const lines = [
    'turn 1, start: a accepted, moved to end: what a made',
    'turn 2, end: b waived, refused to move to start',
  ];
  expect(of({ recent })).toMatchObject({ action_history: lines.join('\n'), last_action_result: lines[1] });
});

test('R70: usage and what is left, in a line', () => {
  const spent = { attempts: 2, tokens: 30, microUsd: 250_000, turns: 2 };
  const { economic_context: known } = of({ ...spent, ...limits({ maxAttempts: 5, maxTokens: 100, maxIterations: 4 }) });
  expect(known).toBe('used: 2 attempts, 30 tokens, $0.25; left: 3 attempts, 70 tokens, 2 turns');
  expect(of({ ...spent, microUsd: null }).economic_context).toContain('cost unknown');
  expect(of({ ...spent, ...limits({ maxMicroUsd: 1_000_000, maxIterations: 2 }) }).economic_context).toBe(
    'used: 2 attempts, 30 tokens, $0.25; left: 0 turns, $0.75',
  );
});
