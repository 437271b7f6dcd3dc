// Pure: names of models that lead to a route and may be those of the default endpoint too (llm 3.8).
import { checkDefinition } from '../../../src/definitions/checks/check.ts';
import { createGuardRegistry } from '../../../src/guards/registry.ts';
import '../../../src/topologies/documents.ts';

const guards = createGuardRegistry({ sim: true, judge: () => Promise.reject(new Error('Nothing is judged here.')) });
const routes = [
  { name: 'fast', entries: ['a/x', 'b/y'], hidesModel: true },
  { name: 'slow', entries: ['a/x'], hidesModel: false },
];

function warnings(fields: object, step: object = {}): readonly (readonly [string, string])[] {
  const document = {
    name: 'asks',
    steps: [{ id: 'work', generator: { kind: 'llm', prompt: 'Work.' }, guard: { use: 'not-empty' }, ...step }],
    ...fields,
  };
  const checked = checkDefinition(document, { guards, routes, defaultModel: 'gpt' });
  if (!checked.ok) throw new Error(JSON.stringify(checked.issues));
  return checked.warnings.map(({ code, pointer }) => [code, pointer]);
}

const judge = (model: string) => ({
  sequence: [{ use: 'not-empty' }, { use: 'llm-judge', with: { rubric: 'Good.', model } }],
});

test.each([
  ['of the definition', { model: 'fast' }, {}, '/model'],
  ['of the definition, with settings', { model: { name: 'fast', temperature: 0 } }, {}, '/model/name'],
  ['of a step', {}, { model: 'fast' }, '/steps/0/model'],
  ['of a rung', {}, { recovery: { ladder: ['gpt', { name: 'fast' }] } }, '/steps/0/recovery/ladder/1/name'],
  ['of a rung of the defaults', { defaults: { ladder: ['fast'] } }, {}, '/defaults/ladder/0'],
  ['of a judge', {}, { guard: judge('fast') }, '/steps/0/guard/sequence/1/with/model'],
])('a model %s is a warning, where it is written', (_what, fields, step, pointer) => {
  expect(warnings(fields, step)).toEqual([['route_hides_model', pointer]]);
});

test.each([
  ['a route that hides nothing', { model: 'slow' }],
  ['no route', { model: 'gpt' }],
  ['no model at all', {}],
])('%s is none', (_what, fields) => {
  expect(warnings(fields)).toEqual([]);
});

test('a state machine is warned of alike', () => {
  const machine = {
    model: 'fast',
    workflow: {
      state_machine: {
        states: ['working', 'done'],
        initial_state: 'working',
        final_states: ['done'],
        transitions: [{ from: 'working', to: 'done' }],
      },
      steps: [
        {
          name: 'work',
          type: 'llm',
          in_state: 'working',
          prompt: 'Work.',
          guard: { use: 'not-empty' },
          transition_to: 'done',
        },
      ],
    },
  };
  const checked = checkDefinition({ name: 'machine', ...machine }, { guards, routes });
  if (checked.ok) expect(checked.warnings.map(({ code }) => code)).toContain('route_hides_model');
  else throw new Error(JSON.stringify(checked.issues));
});
