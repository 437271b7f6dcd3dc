/** Pure: what a judge has answered for a leaf is paid once for each call of a guard, whoever judges the call again (R100). */
import { z } from 'zod';
import { judgedOnce } from '../../src/activities/guards/judged-leaves.ts';
import type { Guard } from '../../src/guards/guard.ts';
import { PendingLeaf } from '../../src/guards/pending.ts';
import { evaluateTree, GuardError } from '../../src/guards/tree.ts';
import type { StoredEffect } from '../../src/model/agent-turn.ts';
import type { GuardTree } from '../../src/model/guard-tree.ts';
import { NO_USAGE } from '../../src/model/usage.ts';
import type { EvaluateGuardInput } from '../../src/ports/calls.ts';
import { createJudgedAnswers } from '../../src/store/artifacts/judged-answers.ts';
import { aContext } from './a-context.ts';

const CALL: EvaluateGuardInput = {
  runId: 'run_1',
  token: 't3',
  artifactId: 'art_1',
  step: 'write',
  epoch: 1,
  attempt: 1,
  n: 1,
  answers: [],
  events: [],
  dependencies: {},
  history: [],
  infraTimeout: 1,
};
const options = z.strictObject({ rubric: z.string() });
const usage = { ...NO_USAGE, llmCalls: 1, inputTokens: 100 };
const judge = (id?: string) => ({ use: 'judge', with: { rubric: 'calm' }, ...(id !== undefined && { id }) });

let asked: string[];
let faults: number;
let guards: Pick<Map<string, Guard>, 'get'>;
let effects: Map<string, StoredEffect>;
beforeEach(() => {
  asked = [];
  faults = 0;
  effects = new Map();
  guards = new Map<string, Guard>([
    [
      'judge',
      {
        name: 'judge',
        nature: 'judged',
        sandbox: false,
        score: true,
        options,
        async evaluate(given) {
          asked.push(options.parse(given).rubric);
          return { verdict: 'pass', feedback: '', score: 0.9, usage };
        },
      },
    ],
    [
      'program',
      {
        name: 'program',
        nature: 'deterministic',
        sandbox: true,
        score: false,
        options: z.unknown(),
        async evaluate() {
          faults -= 1;
          if (faults >= 0) throw new Error('the machine is slow');
          return { verdict: 'pass', feedback: '' };
        },
      },
    ],
  ]);
});

/** Judges as a worker does that has just begun: nothing but what is stored outlasts it. */
function evaluate(tree: GuardTree, call = CALL, more: Parameters<typeof aContext>[1] = {}) {
  const keyOf = (key: object) => JSON.stringify(key);
  const answers = createJudgedAnswers({
    agents: {
      findEffect: async (key) => effects.get(keyOf(key)),
      async saveEffect(key, answer) {
        if (!effects.has(keyOf(key))) effects.set(keyOf(key), answer);
        return effects.get(keyOf(key)) ?? answer;
      },
    },
  });
  const find = (name: string) => guards.get(name);
  return evaluateTree(tree, judgedOnce({ find }, answers, call, undefined), aContext('text', more), () => 0);
}

test('a judge is not asked again when a person has answered for a later leaf, and is counted once (R100)', async () => {
  const tree = { sequence: [judge(), { use: 'human', with: { question: 'Is it?' } }] };
  await expect(evaluate(tree)).rejects.toThrow(PendingLeaf);
  const said = { answers: new Map([['human', { verdict: 'pass', feedback: '' } as const]]) };
  expect(await evaluate(tree, CALL, said)).toMatchObject({ verdict: 'pass', usage, subResults: [{ score: 0.9 }, {}] });
  expect(asked).toEqual(['calm']);
});

test.each(['all', 'sequence'] as const)(
  'nor when a program beside it under %s breaks again and again (R100)',
  async (kind) => {
    faults = 3;
    const branches = [judge(), { use: 'program' }];
    const tree = kind === 'all' ? { all: branches } : { sequence: branches };
    for (let i = 0; i < 3; i += 1) await expect(evaluate(tree)).rejects.toThrow(GuardError);
    expect(await evaluate(tree)).toMatchObject({ verdict: 'pass', usage });
    expect(asked).toEqual(['calm']);
  },
);

test('leaves that ask the same of a model are each asked, and each counted (R100)', async () => {
  const tree = { majority: [judge('a'), judge('b'), judge('c')] };
  expect(await evaluate(tree)).toMatchObject({ usage: { llmCalls: 3 } });
  expect(await evaluate(tree)).toMatchObject({ usage: { llmCalls: 3 } });
  expect(asked).toHaveLength(3);
});

test.each([
  ['attempt', judge(), { ...CALL, token: 't9' }],
  ['artifact', judge(), { ...CALL, artifactId: 'art_2' }],
  ['rubric', { use: 'judge', with: { rubric: 'loud' } }, CALL],
])('another %s is another question (R100)', async (_, tree, call) => {
  await evaluate(judge());
  await evaluate(tree, call);
  expect(asked).toHaveLength(2);
});
