/** What a definition may not ask of an endpoint (R111), and which models it needs. */
import '../../../src/topologies/documents.ts';
import { checkDefinition } from '../../../src/definitions/checks/check.ts';
import { modelsNeeded } from '../../../src/definitions/checks/models-needed.ts';
import { createGuardRegistry } from '../../../src/guards/registry.ts';

const guards = createGuardRegistry({ sim: true, judge: () => Promise.reject(new Error('Nothing is judged here.')) });
const step = { id: 'work', generator: { kind: 'llm', prompt: 'Do it.' }, guard: { use: 'not-empty' } };

test.each([
  ['/model/extra/n', { model: { name: 'big', extra: { n: 2 } }, steps: [step] }],
  ['/steps/0/model/extra/best_of', { steps: [{ ...step, model: { extra: { best_of: 3 } } }] }],
  ['/steps/0/recovery/ladder/1/extra/n', { steps: [{ ...step, recovery: { ladder: ['big', { extra: { n: 5 } }] } }] }],
  ['/defaults/ladder/0/extra/n', { defaults: { ladder: [{ extra: { n: 5 } }] }, steps: [step] }],
])('(R111) several answers of one call are refused: %s', (pointer, fields) => {
  const checked = checkDefinition({ name: 'several', model: 'big', ...fields }, { guards });
  expect(checked).toMatchObject({ ok: false, issues: [{ pointer, code: 'several_answers' }] });
});

test('(R111) one answer is none too many', () => {
  const document = { name: 'one', model: { name: 'big', extra: { n: 1, best_of: 1 } }, steps: [step] };
  expect(checkDefinition(document, { guards })).toMatchObject({ ok: true });
});

test.each([
  ['nobody names one', {}, undefined],
  ['the definition names one', { model: { name: 'big' } }, 'big'],
  ['it is called as a kind of generator', { model: 'llm' }, 'llm'],
])('(R117) which model a start needs: %s', (_what, fields, expected) => {
  const document = { name: 'needs', steps: [step], ...fields };
  const checked = checkDefinition(document, { guards });
  if (!checked.ok) throw new Error(JSON.stringify(checked.issues));
  expect([...modelsNeeded(document, checked.plan, guards)]).toEqual([expected]);
});
