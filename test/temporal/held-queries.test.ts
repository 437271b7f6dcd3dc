// Queries beside what is judged within a workflow task: when they wait, and with what they are answered.
import { createHeldQueries } from '../../src/temporal/held-queries.ts';

const WORKFLOW = {};

const asks = (...ids: string[]) => ids.map((queryId) => ({ queryWorkflow: { queryId, queryType: 'state' } }));
const answered = (seq: number) => [{ resolveActivity: { seq, isLocal: true } }];
const judges = (seq: number) => ({ scheduleLocalActivity: { seq } });
const calls = (seq: number) => ({ scheduleActivity: { seq } });
const cancels = (seq: number) => ({ requestCancelActivity: { seq } });

/** What becomes of the activations of a workflow, in order: `held`, or the ids of the queries that are answered with it. */
function playedWith(
  turns: readonly { readonly jobs: object[]; readonly commands?: object[]; readonly fails?: boolean }[],
) {
  const queries = createHeldQueries();
  return turns.map(({ jobs, commands = [], fails = false }) => {
    const activation = { jobs };
    if (queries.hold(WORKFLOW, activation)) return 'held';
    const completion = fails ? { failed: {} } : { successful: { commands } };
    return queries.due(WORKFLOW, activation, completion).map(({ queryWorkflow }) => queryWorkflow?.queryId);
  });
}

test.each([
  ['nothing is judged: it is asked at once', [{ jobs: asks('q') }], [[]]],
  [
    'something is judged: it is answered with what ends the task',
    [{ jobs: [], commands: [judges(1)] }, { jobs: asks('q') }, { jobs: answered(1), commands: [calls(2)] }],
    [[], 'held', ['q']],
  ],
  [
    'one after the other is judged: it waits for the last',
    [
      { jobs: [], commands: [judges(1)] },
      { jobs: asks('q') },
      { jobs: answered(1), commands: [judges(2)] },
      { jobs: answered(2), commands: [calls(3)] },
    ],
    [[], 'held', [], ['q']],
  ],
  [
    'what is cancelled resolves within the task: it waits for that',
    [
      { jobs: [], commands: [judges(1)] },
      { jobs: asks('q') },
      { jobs: answered(1), commands: [cancels(7)] },
      { jobs: [{ resolveActivity: { seq: 7 } }] },
    ],
    [[], 'held', [], ['q']],
  ],
  [
    'asked twice under one id, it is answered once',
    [{ jobs: [], commands: [judges(1)] }, { jobs: asks('q') }, { jobs: asks('q', 'r') }, { jobs: answered(1) }],
    [[], 'held', 'held', ['q', 'r']],
  ],
  [
    'one that came alone ends no task: it does not wait',
    [{ jobs: [], commands: [judges(1)] }, { jobs: asks('legacy_query') }],
    [[], []],
  ],
  [
    'the activation fails: nothing is answered with it',
    [{ jobs: [], commands: [judges(1)] }, { jobs: asks('q') }, { jobs: answered(1), fails: true }],
    [[], 'held', []],
  ],
] as const)('%s', (_, turns, seen) => {
  expect(playedWith(turns as never)).toEqual(seen);
});

test('each workflow of a thread has its own', () => {
  const queries = createHeldQueries();
  queries.due({}, { jobs: [] }, { successful: { commands: [judges(1)] } });
  expect(queries.hold(WORKFLOW, { jobs: asks('q') })).toBe(false);
});
