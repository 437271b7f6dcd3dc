// Pure: which step of a search comes first, and how a step that nobody knows is looked into.
import { definitionSchema } from '../../../src/definitions/schema/definition.ts';
import { probeStep } from '../../../src/topologies/and-or/document/exploration.ts';
import { atom, objective, searching } from '../../support/played/and-or.ts';
import { playing } from '../../support/played/playing.ts';
import { searchPlan } from '../../support/played/plays.ts';
import { preparedRun } from '../../support/played/prepared.ts';

const FACTS = { objective: objective('end'), budgets: { maxParallelAgents: 1 } };
const first = (...steps: readonly object[]) => {
  const { log } = playing(searchPlan([...steps, atom('end')], FACTS));
  return log.flatMap((event) => (event.type === 'step.started' ? [event.step] : []));
};

test.each<[string, readonly object[], string]>([
  ['as they are written', [atom('a'), atom('b')], 'a'],
  ['one that another requires', [atom('a'), atom('b'), atom('c', { requires: ['b'] })], 'b'],
  ['or waits for', [atom('a'), atom('b', { optional: true }), atom('c', { optionalRequires: ['b'] })], 'b'],
  [
    'the one that most wait for',
    [
      atom('a'),
      atom('b'),
      atom('c', { requires: ['a'] }),
      atom('d', { requires: ['b'] }),
      atom('e', { requires: ['b'] }),
    ],
    'b',
  ],
  [
    'a choice whose group is required',
    [atom('a'), atom('b', { orGroup: 'g' }), atom('c', { orGroup: 'g' }), atom('d', { requires: ['g'] })],
    'b',
  ],
  [
    'what three wait for, before a choice that one waits for, and one for its group',
    [
      atom('b', { orGroup: 'g' }),
      atom('c', { orGroup: 'g' }),
      atom('a'),
      atom('d', { requires: ['b'] }),
      atom('e', { requires: ['g'] }),
      ...['p', 'q', 'r'].map((id) => atom(id, { requires: ['a'] })),
    ],
    'a',
  ],
])('S1-5-b: what begins first: %s', (_, steps, step) => {
  expect(first(...steps)).toEqual([step]);
});

describe('S1-7.3.1-c: the step that finds out about another', () => {
  const probe = (fields: Readonly<Record<string, unknown>>) => {
    const { steps } = definitionSchema.parse(searching([atom('x', { unknown: true, ...fields })], {}));
    const [step] = steps;
    if (!step) throw new Error('no step');
    return probeStep(step);
  };
  const promptOf = ({ generator }: ReturnType<typeof probe>) =>
    'prompt' in generator && typeof generator.prompt === 'object' ? generator.prompt : { task: '' };

  test('says what it is to find out and the task, in the role of the step where that has one', () => {
    const made = probe({ generator: { kind: 'llm', prompt: { role: 'You are careful.', task: 'Build it.' } } });
    expect(promptOf(made)).toMatchObject({ role: 'You are careful.', task: expect.stringMatching(/\n\nBuild it\.$/) });
    expect(promptOf(probe({}))).not.toHaveProperty('role');
    expect(promptOf(probe({})).task).toMatch(/Make x\.$/);
    expect(made).toMatchObject({ id: 'probe_x', role: 'probe' });
  });

  test('is for the run where the step is, unless that is only known by what preparing steps make', () => {
    expect(probe({ when: 'input.n > 1' })).toMatchObject({ when: 'input.n > 1' });
    for (const name of ['probe_x', 'decompose_x'])
      expect(probe({ when: `input.n > 1 and artifact.${name}.n > 1` })).not.toHaveProperty('when');
  });

  test('is an agent where the step is one', () => {
    const made = probe({ generator: { kind: 'agent', agent: 'coder', prompt: 'Build it.' } });
    expect(made.generator).toMatchObject({ kind: 'agent', agent: 'coder' });
    expect(promptOf(made).task).toMatch(/\n\nBuild it\.$/);
  });

  test('R108: may be named by a change, which may come once it has done its work and left', () => {
    const facts = { objective: objective('x') };
    const { document, using } = preparedRun(searching([atom('x')], facts));
    const changed = searching([atom('x', { when: 'artifact.probe_x.n > 1' })], facts);
    expect([using.check(changed).ok, using.check(changed, document).ok]).toEqual([false, true]);
  });
});
