// Pure: what a step proposes for its own run is judged by the topology of that run.
import '../../src/topologies/documents.ts';
import type { Revisable } from '../../src/definitions/redirects/revision.ts';
import { createGuardRegistry } from '../../src/guards/registry.ts';
import { DECOMPOSITION_GUARD, DRAFT_GUARD } from '../../src/model/plan.ts';
import { accepted, check } from '../definitions/makers.ts';
import { aContext } from './a-context.ts';

const guards = createGuardRegistry({ sim: true });
const step = { id: 'a', generator: { kind: 'llm', prompt: 'Write.' }, guard: { use: 'not-empty' } };

function judged(guard: string, options: object, text: string, document: object) {
  const { plan } = accepted(document);
  const record = { plan: { ...plan, definition: { name: 'any', version: 1, digest: 'sha256:0' } } };
  const revisable = { record, document, check } as unknown as Revisable;
  return guards.find(guard)?.evaluate(options, { ...aContext(text), revisable });
}

const BASE_CASE = { guard: { use: 'not-empty' }, on: 'a' };
const dag = { name: 'any', model: 'small', steps: [step] };
const search = {
  ...dag,
  topology: 'and-or',
  objective: { goal: 'A text', baseCase: BASE_CASE },
  steps: [{ ...step, decompose: true }],
};
const options = { parent: 'a', maxChildren: 3, taken: ['a'] };
const parts = (use: string) => JSON.stringify({ children: [{ id: 'b', task: 'Half of it.', guard: { use } }] });

test('S1x-5: parts that publishing would take pass; others are told by the part and not by its place', () => {
  expect(judged(DECOMPOSITION_GUARD, options, parts('not-empty'), search)).toMatchObject({ verdict: 'pass' });
  const refused = judged(DECOMPOSITION_GUARD, options, parts('no-such-guard'), search);
  expect(refused).toMatchObject({ verdict: 'retry', feedback: expect.stringMatching(/^"b"\/guard.*no-such-guard/) });
});

test('S1-3.1-a: a draft is judged by its shape first, then by what publishing says of it', () => {
  const draft = (objective: object) => judged(DRAFT_GUARD, {}, JSON.stringify({ objective }), search);
  expect(draft({ goal: 'Another', baseCase: BASE_CASE })).toMatchObject({ verdict: 'pass' });
  expect(draft({ gaol: 'Another' })).toMatchObject({
    verdict: 'retry',
    feedback: expect.stringContaining('Keep to the shape'),
  });
});

test('where no step of the topology proposes such a thing, nothing passes', () => {
  expect(() => judged(DRAFT_GUARD, {}, '{}', dag)).toThrow('no step of a run of topology dag proposes');
  expect(() => judged(DECOMPOSITION_GUARD, options, parts('not-empty'), dag)).toThrow(
    'no step of a run of topology dag',
  );
});
