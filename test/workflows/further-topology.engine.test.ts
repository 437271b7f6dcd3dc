/**
 * A real Temporal server: a topology that no file of `src` knows, published, run and inspected through the API.
 * @jest-environment <rootDir>/test/support/realm/own-realm.ts
 */
import { fileURLToPath } from 'node:url';
import { registerTopology } from '../../src/core/topology.ts';
import { forkFromStep } from '../../src/definitions/redirects/fork-from-step.ts';
import { registerTopologyRequests } from '../../src/definitions/redirects/topology-requests.ts';
import { registerTopologyDocument } from '../../src/definitions/topology-document.ts';
import { plainWork, registerTopologyWork } from '../../src/definitions/topology-work.ts';
import { cacheDirectory } from '../../src/platform/cache-directory.ts';
import { workflowBundle } from '../../src/platform/workflow-bundle.ts';
import { stepView } from '../../src/stories/step-view.ts';
import { stepWords } from '../../src/stories/step-words.ts';
import { registerTopologyView } from '../../src/stories/topology-view.ts';
import { registerTopologyWords } from '../../src/stories/topology-words.ts';
import { startEngine } from '../support/engine/engine.ts';
import { useSearches } from '../support/engine/searches.ts';
import { atom } from '../support/played/and-or.ts';
import { sequenceDocument } from '../topologies/sequence/document.ts';
import { sequence } from '../topologies/sequence/rules.ts';

const { kind } = sequence;
registerTopology(sequence);
registerTopologyDocument(sequenceDocument);
registerTopologyWords(stepWords(kind));
registerTopologyView(stepView(kind));
registerTopologyRequests({ kind, fork: forkFromStep(), routes: [], agreed: async () => undefined });
registerTopologyWork(plainWork(kind));

const entry = fileURLToPath(new URL('../topologies/sequence/workflows.ts', import.meta.url));
const api = useSearches(async () => {
  const { codePath } = await workflowBundle({ cacheDirectory: cacheDirectory(process.env), entry });
  return startEngine({ codePath });
});

const definition = {
  name: 'in-a-row',
  topology: kind,
  model: { name: 'sim:script', extra: { sim: { outputs: { a: ['one'], b: ['two'], c: ['three'] } } } },
  steps: ['a', 'b', 'c'].map((id) => atom(id)),
};

test('it is published and run: one step after the other, where a dag makes all at once', async () => {
  const published = await api.send('POST', '/v1/workflows', definition);
  expect([published.status, published.body.topology]).toEqual([201, kind]);
  const id = await api.start(definition);
  await api.until(id, ({ life }) => life.status === 'completed');
  const order = (await api.log(id)).flatMap((event) =>
    event.type === 'attempt.started' || event.type === 'step.satisfied' ? [`${event.type} ${event.step}`] : [],
  );
  expect(order).toEqual(['a', 'b', 'c'].flatMap((step) => [`attempt.started ${step}`, `step.satisfied ${step}`]));
});

test('it is told of: the run, its state, its graph, its trace', async () => {
  const id = await api.start(definition);
  await api.until(id, ({ life }) => life.status === 'completed');
  expect((await api.run(id)).status).toBe('completed');
  expect((await api.state(id)).unresolved).toEqual([]);
  expect((await api.get(`/v1/runs/${id}/graph`)).nodes).toHaveLength(3);
  expect((await api.trace(id)).length).toBeGreaterThan(5);
});
