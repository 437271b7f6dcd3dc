/**
 * Pure: what topologies tell of their runs, by the ports that further ones register with.
 * @jest-environment <rootDir>/test/support/realm/own-realm.ts
 */
import { registerTopology } from '../../src/core/topology.ts';
import { forkFromStep } from '../../src/definitions/redirects/fork-from-step.ts';
import { registerTopologyRequests, topologyRequestsOf } from '../../src/definitions/redirects/topology-requests.ts';
import type { Plan } from '../../src/model/plan.ts';
import { detailsOf } from '../../src/stories/details.ts';
import { stepView } from '../../src/stories/step-view.ts';
import { stepWords } from '../../src/stories/step-words.ts';
import { registerTopologyView, topologyViewOf } from '../../src/stories/topology-view.ts';
import { registerTopologyWords } from '../../src/stories/topology-words.ts';
import { aPlan, aStep } from '../support/played/plans.ts';
import { playing } from '../support/played/playing.ts';
import { whyOf } from '../support/told.ts';
import { sequence as rules } from '../topologies/sequence/rules.ts';

registerTopology(rules);

const plan = aPlan([aStep('a'), aStep('b', { requires: ['a'] })]);
const sequence = { ...plan, topology: 'sequence' } as unknown as Plan;

test('a topology that nobody has registered is refused by name, with what is to be imported', () => {
  expect(() => topologyViewOf('ring')).toThrow('its view as ring (there: none): import src/topologies/views.ts');
  expect(() => topologyRequestsOf('ring')).toThrow('import src/topologies/documents.ts');
  expect(() => detailsOf({ ...sequence }, playing(plan).state)).toThrow('import src/engine.ts');
});

test('a further topology tells of its runs in its own words, graph and state once it is registered', async () => {
  registerTopologyWords({
    ...stepWords('sequence'),
    details: () => ['one after the other'],
    whereabouts: () => ', in line',
  });
  registerTopologyView(stepView('sequence'));
  registerTopologyRequests({ kind: 'sequence', fork: forkFromStep(), routes: [], agreed: async () => undefined });
  const { state, log } = playing(plan);
  const run = { plan: sequence, state };
  expect(detailsOf(sequence, state)).toContain('\n\none after the other\n\n');
  expect(whyOf(log, sequence, state).summary).toContain('The run is under way at a, in line.');
  const view = topologyViewOf('sequence');
  expect(view.state(run)).toEqual({ unresolved: ['a', 'b'], groups: [], baseCase: null, decompositions: [] });
  expect(view.graph(run).edges).toEqual([{ from: 'a', to: 'b', optional: false }]);
  expect(topologyRequestsOf('sequence').fork.kept(run, { fromStep: 'b' })).toEqual(['a']);
});

test('a kind that is taken is refused; the same view again changes nothing', () => {
  const view = stepView('ladder');
  registerTopologyView(view);
  registerTopologyView(view);
  expect(topologyViewOf('ladder')).toBe(view);
  expect(() => registerTopologyView(stepView('ladder'))).toThrow('The topology ladder has registered its view already');
});
