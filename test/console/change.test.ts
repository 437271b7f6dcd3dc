/** What free words would change of a run, as their question shows it (console 2.1). */
import { changesOf } from '../../src/console/pages/question/change.ts';
import type { QuestionPage } from '../../src/console/pages/question/question-page.ts';
import type { VisitorsRest } from '../../src/console/served/rest.ts';

const DOCUMENTS: Readonly<Record<string, unknown>> = {
  '/v1/runs/run_1/definition': {
    workflow: { name: 'flow', version: 1, digest: 'sha256:0' },
    revised: false,
    document: { specification: 'Be brief.\nBe kind.', budgets: { maxAttempts: 3, maxTokens: 10 } },
  },
  '/v1/runs/run_1/state': { bindings: { draft: 'art_1' } },
  '/v1/artifacts/art_1?view=page': { text: 'old\nsame\n' },
};

/** Documents as they are here, whatever shape is asked for. */
const rest: VisitorsRest = {
  get: async (path) => ({ status: DOCUMENTS[path] === undefined ? 404 : 200, body: DOCUMENTS[path] }),
  has: async (path) => DOCUMENTS[path] !== undefined,
  post: () => Promise.reject(new Error('nothing is changed')),
  patch: () => Promise.reject(new Error('nothing is changed')),
  postYaml: () => Promise.reject(new Error('nothing is changed')),
};

const asking = (text: string, change: Partial<QuestionPage> = {}) =>
  ({
    kind: 'clarification',
    runId: 'run_1',
    artifact: { id: 'art_2', digest: 'sha256:1', mediaType: 'application/json', bytes: text.length, text, cut: false },
    ...change,
  }) as QuestionPage;

const lines = async (question: QuestionPage) =>
  (await changesOf(rest, question)).map(({ of, unified }) => [
    of,
    ...unified.split('\n').filter((line) => /^[+-](?![+-]{2} )/.test(line)),
  ]);

describe('console 2.1: a clarification shows the exact change as a diff', () => {
  test.each([
    ['objective_change', { specification: 'Be brief.\nBe exact.' }, [['specification', '-Be kind.', '+Be exact.']]],
    ['constraint_change', { budgets: { maxAttempts: 5 } }, [['budgets', '-maxAttempts: 3', '+maxAttempts: 5']]],
    ['constraint_change', { constraints: 'Short.' }, [['constraints', '+Short.']]],
    [
      'dag_adjustment',
      { add: [{ id: 'more' }], remove: ['draft'] },
      [
        ['steps', '+- id: more'],
        ['steps', '-- draft'],
      ],
    ],
    ['objective_change', { specification: 'Be brief.\nBe kind.' }, [['specification']]],
  ])('%s %j', async (type, said, expected) => {
    expect(await lines(asking(JSON.stringify({ type, ...said })))).toEqual(expected);
  });
});

test.each([
  ['free text', asking('Be kind.')],
  ['another kind', asking('{"specification":"x"}', { kind: 'approval' })],
  ['a text of which only the beginning is there', asking('{"specification":"x"}', { artifact: undefined })],
])('%s changes nothing that could be laid beside the run', async (_what, question) => {
  expect(await changesOf(rest, question)).toEqual([]);
});
