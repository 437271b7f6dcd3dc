import { modelsNeeded } from '../../../src/definitions/checks/models-needed.ts';
import { createGuardRegistry } from '../../../src/guards/registry.ts';
import { accepted, aDefinition, aStep } from '../makers.ts';

const guards = createGuardRegistry({ sim: true, judge: () => Promise.reject(new Error('not asked')) });
const judge = (options: object = {}) => ({
  sequence: [{ use: 'not-empty' }, { use: 'llm-judge', with: { rubric: 'It is kind.', ...options } }],
});
const ladder = ['one', { temperature: 1 }, { name: 'three' }];

test.each([
  ['of steps, each once', { steps: [aStep('a'), aStep('b', { model: 'big' }), aStep('c')] }, ['small', 'big']],
  ['of a ladder', { steps: [aStep('a', { recovery: { ladder } })] }, ['one', 'small', 'three']],
  ['of the ladder of defaults', { defaults: { ladder }, model: undefined }, ['one', 'default', 'three']],
  ['of a judge', { steps: [aStep('a', { guard: judge({ model: 'strict' }) })] }, ['small', 'strict']],
  [
    "of a judge that leaves it to the service's default",
    { steps: [aStep('a', { guard: judge() })] },
    ['small', undefined],
  ],
  [
    'of a judge of what no model made',
    { steps: [aStep('a', { generator: { kind: 'fixed', content: 'x' }, guard: judge({ model: 'strict' }) })] },
    ['strict'],
  ],
  [
    'of a base case',
    {
      topology: 'and-or',
      objective: {
        baseCase: {
          all: [
            { guard: { use: 'not-empty' }, on: 'a' },
            { rubric: 'Kind.', model: 'strict' },
          ],
        },
      },
      steps: [aStep('a')],
    },
    ['small', 'strict'],
  ],
])('running 3: the models a run needs are those %s', (_, fields, expected) => {
  const document = aDefinition(fields);
  const { plan } = accepted(document, { guards, defaultModel: 'default' });
  expect([...modelsNeeded(document, plan, guards)]).toEqual(expected);
});
