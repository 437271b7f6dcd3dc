// Pure: what a model said of one leaf of a base case is paid for once, however long another leaf has to wait (R100).
import { NO_NOTIFICATIONS } from '../../../src/activities/abort-registry.ts';
import { CallFailure } from '../../../src/activities/call-failure.ts';
import { createVerifyBaseCaseActivity } from '../../../src/activities/guards/verify-base-case.ts';
import { createGuardRegistry } from '../../../src/guards/registry.ts';
import { NO_USAGE, type Usage } from '../../../src/model/usage.ts';
import { GeneratorDeferred } from '../../../src/ports/generator-deferred.ts';
import '../../../src/topologies/documents.ts';
import { anArtifact, aRun } from '../../store/makers.ts';
import { atom, objective, searching } from '../../support/played/and-or.ts';

const CALL = { runId: 'run_1', token: 't9', seq: 1, events: [], answers: {}, infraTimeout: 1 };
const rubrics = [
  { rubric: 'It is calm.', model: 'a/x' },
  { rubric: 'It is short.', model: 'b/y' },
];
const usage = { ...NO_USAGE, llmCalls: 1, inputTokens: 100 };

let asked: string[];
let away: Set<string>;
let answers: Map<string, string>;
let evidence: { readonly passed: boolean; readonly text: string; readonly usage: Usage } | undefined;
beforeEach(() => {
  asked = [];
  away = new Set();
  answers = new Map();
  evidence = undefined;
});

/** One execution of the call, in a process that has just begun: nothing but what is stored outlasts it. */
function verify({
  sparing = false,
  made = 'art_1',
  baseCase = { all: rubrics },
}: {
  readonly sparing?: boolean;
  readonly made?: string;
  readonly baseCase?: object;
} = {}) {
  const guards = createGuardRegistry({
    sim: false,
    async judge({ model = '' }) {
      if (away.has(model)) throw new GeneratorDeferred('It must wait.', { reason: 'limit', until: 1_000 });
      asked.push(model);
      return { model, text: '{"score": 0.9, "reasons": "good"}', usage };
    },
  });
  const activity = createVerifyBaseCaseActivity({
    aborts: NO_NOTIFICATIONS,
    execution: () => ({ attempt: 1, cancelled: new AbortController().signal, isRevoked: () => false, now: () => 1 }),
    guards,
    baseCases: {
      open: async () => ({
        run: aRun(),
        document: searching([atom('a')], { objective: objective('a', { baseCase }) }),
        results: [{ step: 'a', artifact: anArtifact('made', { id: made }), text: 'made' }],
        winners: {},
        sparing,
      }),
      findLeaf: async (_call, question) => answers.get(question),
      async keepLeaf(_call, question, text) {
        if (!answers.has(question)) answers.set(question, text);
        return answers.get(question) ?? text;
      },
      async keep({ token }, found) {
        evidence = found;
        return { kind: 'verified', token, passed: found.passed, artifactId: 'art_b', digest: '', usage: found.usage };
      },
      note: () => Promise.reject(new Error('no fault is expected')),
      wait: async () => ({ since: 1 }),
    },
  });
  return activity(CALL);
}

test('a judge is not asked again while the judge of a later leaf has to wait, and both are counted once', async () => {
  away.add('b/y');
  for (let i = 0; i < 3; i += 1) await expect(verify()).rejects.toThrow(CallFailure);
  expect(asked).toEqual(['a/x']);
  away.clear();
  expect(await verify()).toMatchObject({ passed: true, usage: { llmCalls: 2, inputTokens: 200 } });
  expect(asked).toEqual(['a/x', 'b/y']);
  expect(JSON.parse(evidence?.text ?? '')).toMatchObject({
    evidence: [
      { leaf: 'baseCase/all/0', passed: true, nature: 'judged' },
      { leaf: 'baseCase/all/1', passed: true, nature: 'judged' },
    ],
  });
});

test('what a judge said before the budget was used up still counts, and only the rest is left out', async () => {
  away.add('b/y');
  await expect(verify()).rejects.toThrow(CallFailure);
  expect(await verify({ sparing: true })).toMatchObject({ passed: false, usage });
  expect(JSON.parse(evidence?.text ?? '')).toMatchObject({
    evidence: [{ leaf: 'baseCase/all/0', passed: true }],
    leftOut: ['baseCase/all/1'],
  });
});

test('another artifact and another rubric are other questions', async () => {
  await verify();
  await verify({ made: 'art_2' });
  await verify({ baseCase: { all: [{ rubric: 'It is loud.', model: 'a/x' }] } });
  expect(asked).toEqual(['a/x', 'b/y', 'a/x', 'b/y', 'a/x']);
});

test('leaves that ask no model are judged each time', async () => {
  await verify({ baseCase: { guard: { use: 'not-empty' }, on: 'a' } });
  expect(answers.size).toBe(0);
});
