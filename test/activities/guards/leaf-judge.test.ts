// Pure: judges that the API asks for a worker without the database reserve under caps each for itself (llm 3.4).
import { createLeafJudge } from '../../../src/activities/guards/judged-leaves.ts';
import { createGuardRegistry } from '../../../src/guards/registry.ts';
import { NO_USAGE } from '../../../src/model/usage.ts';
import '../../../src/topologies/documents.ts';
import { anArtifact, aRun } from '../../store/makers.ts';

const CALL = {
  runId: 'run_1',
  token: 't3',
  artifactId: 'art_1',
  step: 'a',
  epoch: 1,
  attempt: 1,
  n: 1,
  answers: [],
  events: [],
  dependencies: {},
  history: [],
  infraTimeout: 1,
};
const leaf = (id: string) => ({ use: 'llm-judge', id, with: { rubric: `It is ${id}.` } });
const generator = { kind: 'llm', prompt: 'Do the work.' };
const document = { name: 'flow', steps: [{ id: 'a', generator, guard: { all: [leaf('calm'), leaf('short')] } }] };

test('two judges of one call pay under two names', async () => {
  const paying: (string | undefined)[] = [];
  const judge = createLeafJudge({
    guardPort: {
      open: async () => ({
        run: aRun(),
        document,
        answer: { artifact: anArtifact('made'), text: 'made' },
        dependencies: {},
        history: [],
        faults: 0,
        texts: {},
      }),
    },
    guards: createGuardRegistry({
      sim: false,
      async judge({ payer }) {
        paying.push(payer?.call);
        return { model: 'a/x', text: '{"score": 0.9, "reasons": "good"}', usage: NO_USAGE };
      },
    }),
    answers: { find: async () => undefined, keep: async (_call, _leaf, answer) => answer },
  });
  const { signal } = new AbortController();
  const asked = ['calm', 'short'].map((id) => ({ use: 'llm-judge', leaf: id, options: leaf(id).with }));
  await Promise.all(asked.map((one) => judge(CALL, one, signal)));
  // One that names no leaf, from a worker before leaves were told apart, is known by what it asks.
  await judge(CALL, { use: 'llm-judge', options: leaf('calm').with }, signal);
  expect(paying).toEqual(['t3 judge calm', 't3 judge short', 't3 judge calm']);
});
