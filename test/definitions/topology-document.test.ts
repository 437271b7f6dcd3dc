/**
 * The port for topologies at publish, by a fourth one: it registers itself, and nothing else knows of it.
 * @jest-environment <rootDir>/test/support/realm/own-realm.ts
 */
import type { RedirectBody } from '../../src/definitions/redirects/body.ts';
import { revise } from '../../src/definitions/redirects/revise.ts';
import { definitionJsonSchema } from '../../src/definitions/schema/json-schema.ts';
import {
  registerTopologyDocument,
  topologyDocumentOf,
  topologyDocuments,
} from '../../src/definitions/topology-document.ts';
import type { RunRecord } from '../../src/ports/store/runs.ts';
import { sequenceDocument } from '../topologies/sequence/document.ts';
import { accepted, aDefinition, aStep, check, found } from './makers.ts';

const schemaBefore = JSON.stringify(definitionJsonSchema([]));
registerTopologyDocument(sequenceDocument);

const steps = [aStep('a'), aStep('b'), aStep('c')];
const written = aDefinition({ topology: 'sequence', steps });

test('a document that says so is checked and compiled by the topology that it names', () => {
  const { plan } = accepted(written);
  expect(plan.topology).toBe('sequence');
  expect(plan.steps.map(({ requires }) => requires)).toEqual([[], ['a'], ['a', 'b']]);
});

test('what belongs to another topology is told as misplaced, by the name of its own', () => {
  const document = { ...written, orGroups: {}, steps: [aStep('a', { orGroup: 'way' }), ...steps.slice(1)] };
  expect(found(document)).toEqual(['/orGroups wrong_topology', '/steps/0/orGroup wrong_topology']);
  const checked = check(document);
  expect(checked.ok ? '' : checked.issues[0]?.detail).toContain('belongs to topology and-or');
});

test.each([
  ['says nothing', {}, 'dag'],
  ['says dag', { topology: 'dag' }, 'dag'],
  ['says and-or', { topology: 'and-or' }, 'and-or'],
])('a document that %s is of the topology that it was of before', (_, fields, kind) => {
  expect(accepted(aDefinition({ steps, ...fields })).plan.topology).toBe(kind);
});

test('a topology that nobody has registered is a problem of the document', () => {
  expect(found({ ...written, topology: 'sequenc' })).toEqual(['/topology invalid_value']);
});

test('the JSON Schema tells of it, and of all others as before', () => {
  const after = JSON.stringify(definitionJsonSchema([]));
  expect(schemaBefore).not.toContain('"sequence"}');
  expect(after).toContain('"const":"sequence"');
  expect(after.length).toBeGreaterThan(schemaBefore.length);
});

const kept = { description: 'So it is.' };
const bodies: readonly (readonly [RedirectBody, string])[] = [
  [{ ...kept, type: 'dag_adjustment', state: 'x' }, 'A workflow of topology sequence has no states.'],
  [
    { ...kept, type: 'bindings_override', bindings: {}, variables: { n: 1 } },
    'A workflow of topology sequence has no variables.',
  ],
  [
    { ...kept, type: 'objective_change', objective: { goal: 'g' } },
    'A workflow of topology sequence has no objective; use specification.',
  ],
];

test.each(bodies)('a redirect changes only what it has: %j', (body, detail) => {
  const revised = revise(aRun(), body);
  expect(revised.ok ? [] : revised.issues.map((issue) => issue.detail)).toEqual([detail]);
});

test('a redirect that adds a step makes a plan by its rules', () => {
  const revised = revise(aRun(), { ...kept, type: 'dag_adjustment', add: [aStep('d')] });
  expect(revised.ok && revised.revised?.plan.steps.at(-1)?.requires).toEqual(['a', 'b', 'c']);
});

test('a kind that is not registered is told with what to import, and one that is registered stays as it is', () => {
  expect(() => topologyDocumentOf('tree')).toThrow(
    'No topology has registered its document as tree (there: dag, and-or, machine, sequence): import src/topologies/documents.ts',
  );
  expect(() => registerTopologyDocument({ ...sequenceDocument })).toThrow(
    'The topology sequence has registered its document already',
  );
  expect(topologyDocumentOf('sequence')).toBe(sequenceDocument);
  expect(topologyDocuments().map(({ kind }) => kind)).toEqual(['dag', 'and-or', 'machine', 'sequence']);
});

function aRun() {
  const plan = { ...accepted(written).plan, definition: { name: 'sample', version: 1, digest: 'sha256:0' } };
  const record: RunRecord = {
    id: 'r',
    definition: plan.definition,
    topology: plan.topology,
    input: {},
    tags: [],
    plan,
    seeds: {},
    requestDigest: 'sha256:0',
    createdAt: 0,
  };
  return { record, document: written, check: (document: unknown) => check(document) };
}
