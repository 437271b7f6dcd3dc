import { objective } from '../and-or.ts';
import { contains, type Fields, graph, type Outputs, step, type Told } from './told.ts';

function search(outputs: Outputs, on: string, steps: readonly object[], more: Fields = {}): Fields {
  return graph(outputs, steps, { topology: 'and-or', objective: objective(on), ...more });
}

/** Rejected as often as it is tried. */
const HOPELESS = { guard: contains('never said'), recovery: { rMax: 1 } };
const WAY = { way: { choices: ['one', 'other'] } };
const holds = (on: string, text?: string) => ({
  guard: text === undefined ? { use: 'not-empty' } : contains(text),
  on,
});
const found = (feasible: boolean) => JSON.stringify({ feasible, findings: 'As I saw it.', cost_estimate: 'little' });
const worked = (path: string) =>
  JSON.stringify({ success: true, summary: 'done', bindings_delta: {}, artifacts: [{ path, content: 'x' }] });
const children = (...ids: readonly string[]) =>
  JSON.stringify({ children: ids.map((id, at) => ({ id, task: `Do ${id}.`, requires: ids.slice(0, at) })) });

/** Runs of topology and-or, and their base cases. */
export const SEARCH_RUNS: Readonly<Record<string, Told>> = {
  'or-third-choice': {
    definition: search(
      {},
      'end',
      [step('one', HOPELESS), step('other', HOPELESS), step('last'), step('end', { requires: ['way'] })],
      {
        orGroups: { way: { choices: ['one', 'other', 'last'] } },
      },
    ),
  },
  'or-nested': {
    definition: search(
      {},
      'outer',
      [
        step('a', HOPELESS),
        step('b'),
        step('built', { requires: ['inner'], guard: contains('never said'), recovery: { rMax: 0 } }),
        step('plain'),
      ],
      { orGroups: { inner: { choices: ['a', 'b'] }, outer: { choices: ['built', 'plain'] } } },
    ),
  },
  'or-branch-cut': {
    definition: search(
      {},
      'end',
      [
        step('before'),
        step('one', { requires: ['before'], ...HOPELESS }),
        step('other'),
        step('end', { requires: ['way'] }),
      ],
      { orGroups: WAY },
    ),
  },
  'or-probe-before': {
    definition: search(
      { look: [found(false)] },
      'end',
      [
        step('look', {
          role: 'probe',
          guard: { use: 'expression', with: { expr: 'artifact.feasible == true' } },
          recovery: { rMax: 0 },
        }),
        step('one', { requires: ['look'] }),
        step('other'),
        step('end', { requires: ['way'] }),
      ],
      { orGroups: WAY },
    ),
  },
  'or-too-costly-at-once': {
    definition: search({}, 'way', [step('one', HOPELESS), step('other')], {
      orGroups: { way: { ...WAY.way, speculative: true, costs: { one: 1, other: 9 }, retryCost: 10 } },
    }),
  },
  'or-used-up-retried': {
    definition: search(
      { other: ['no', 'no', 'x'] },
      'way',
      [step('one', HOPELESS), step('other', { guard: contains('x'), recovery: { rMax: 1 } })],
      {
        orGroups: WAY,
      },
    ),
    decisions: [{ action: 'retry', guidance: 'Say x.' }],
  },
  'or-used-up-aborted': {
    definition: search(
      {},
      'end',
      [step('one', HOPELESS), step('other', HOPELESS), step('end', { requires: ['way'] })],
      {
        orGroups: WAY,
      },
    ),
    decisions: [{ action: 'abort' }],
  },
  'or-when-false': {
    input: { easy: false },
    definition: {
      ...search({}, 'end', [step('one', { when: 'input.easy' }), step('other'), step('end', { requires: ['way'] })], {
        orGroups: WAY,
      }),
      input: { type: 'object', properties: { easy: { type: 'boolean' } } },
    },
  },
  'unknown-found-out': {
    definition: search({ probe_only: [found(true)] }, 'only', [step('only', { unknown: true })]),
  },
  'unknown-another-way': {
    definition: search({ probe_one: [found(false)] }, 'way', [step('one', { unknown: true }), step('other')], {
      orGroups: WAY,
    }),
  },
  'unknown-asked': {
    definition: search({ probe_only: [found(false)] }, 'only', [step('only', { unknown: true })]),
    decisions: [{ action: 'approve' }],
  },
  'unknown-probed-again': {
    definition: search({ probe_only: [found(false), found(true)] }, 'only', [step('only', { unknown: true })]),
    decisions: [{ action: 'retry', guidance: 'Look at version 2.' }],
  },
  'unknown-fails': {
    definition: search({ probe_only: [found(false)] }, 'only', [step('only', { unknown: { onInfeasible: 'fail' } })]),
  },
  'decomposed-at-last': {
    definition: search({ decompose_whole: ['none', children('whole'), children('first', 'second')] }, 'whole', [
      step('whole', { decompose: true, maxChildren: 3 }),
    ]),
  },
  'decomposed-in-a-choice': {
    definition: search(
      { decompose_one: [children('part')] },
      'end',
      [step('one', { decompose: true, ...HOPELESS }), step('other'), step('end', { requires: ['way'] })],
      {
        orGroups: WAY,
      },
    ),
  },
  'or-swapped-back': {
    definition: search(
      { end: ['no', 'no', 'x'] },
      'end',
      [
        step('one'),
        step('other'),
        step('last'),
        step('end', { requires: ['way'], guard: contains('x'), recovery: { rMax: 0 } }),
      ],
      { orGroups: { way: { choices: ['one', 'other', 'last'] } } },
    ),
  },
  'or-never-swapped': {
    definition: search(
      { end: ['no', 'x'] },
      'end',
      [step('one'), step('other'), step('end', { requires: ['way'], guard: contains('x'), recovery: { rMax: 0 } })],
      {
        orGroups: WAY,
        budgets: { maxSwaps: 0 },
      },
    ),
    decisions: [{ action: 'retry' }],
  },
  'or-back-to-the-group': {
    definition: search(
      { end: ['no', 'no', 'x'] },
      'end',
      [
        step('one'),
        step('other'),
        step('end', {
          requires: ['way'],
          guard: contains('x'),
          recovery: { rMax: 0, eMax: 2, onExhausted: 'backtrack', backtrackTo: ['way'] },
        }),
      ],
      { orGroups: WAY },
    ),
  },
  'base-case-any': {
    definition: search({}, 'a', [step('a'), step('b', { requires: ['a'] }), step('c', { requires: ['b'] })], {
      objective: objective('', { baseCase: { any: [holds('c'), holds('a')] } }),
    }),
  },
  'base-case-nested': {
    definition: search({ c: ['no', 'x'] }, 'a', [step('a'), step('b'), step('c', { requires: ['a'] })], {
      objective: objective('', { baseCase: { all: [holds('b'), { any: [holds('a', 'never said'), holds('c')] }] } }),
    }),
  },
  'base-case-of-files': {
    definition: search(
      { write: [worked('a.txt')], more: [worked('docs/b.md')] },
      'write',
      [step('write', { role: 'worker' }), step('more', { role: 'worker', requires: ['write'] })],
      {
        objective: objective('', { baseCase: { all: [{ file: 'docs/*.md' }, { notFile: '**/*.tmp' }] } }),
      },
    ),
  },
  'base-case-judged': {
    definition: search({ only: ['Welcome.'] }, 'only', [step('only')], {
      objective: objective('', {
        baseCase: { all: [holds('only'), { rubric: 'It is kind.', on: 'only', model: 'sim:fair' }] },
      }),
    }),
  },
  'base-case-never-met': {
    definition: search({ only: ['no', 'x'] }, 'only', [step('only')], {
      objective: objective('', { baseCase: holds('only', 'x') }),
    }),
    decisions: [{ action: 'redo', step: 'only', guidance: 'With an x.' }],
  },
  'base-case-denied': {
    definition: search({}, 'only', [step('only')], {
      objective: objective('', { baseCase: { all: [holds('only'), { assertion: 'Is it nice?' }] } }),
    }),
    decisions: [{ action: 'reject', feedback: 'It is not.' }, { action: 'redo', step: 'only' }, { action: 'approve' }],
  },
  'search-asks-people': {
    definition: search(
      {},
      'end',
      [
        step('one', { approval: true }),
        step('other'),
        step('end', { requires: ['way'], guard: { use: 'human', with: { question: 'Good?' } } }),
      ],
      {
        orGroups: WAY,
      },
    ),
    decisions: [{ action: 'approve' }, { action: 'reject', feedback: 'Again.' }, { action: 'approve' }],
  },
};
