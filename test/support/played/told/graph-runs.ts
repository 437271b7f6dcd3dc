import { agentScript, calls } from '../../engine/agents.ts';
import { contains, type Fields, graph, step, type Told } from './told.ts';

const NEVER = contains('never said');
const FLAGS = { type: 'object', properties: { wanted: { type: 'boolean' }, count: { type: 'number' } } };
const raise = (maxAttempts: number) => ({ action: 'raise', budgets: { maxAttempts } }) as const;

/** Runs of topology dag. */
export const GRAPH_RUNS: Readonly<Record<string, Told>> = {
  'fan-out': {
    definition: graph(
      {},
      [
        step('a'),
        ...['b', 'c', 'd', 'e'].map((id) => step(id, { requires: ['a'] })),
        step('f', { requires: ['b', 'c', 'd', 'e'] }),
      ],
      { budgets: { maxParallelAgents: 2 } },
    ),
  },
  'one-at-a-time': {
    definition: graph(
      { a: ['no', 'x'] },
      [
        step('a', { resources: ['browser'], guard: contains('x') }),
        step('b', { resources: ['browser', 'repository'] }),
        step('c', { resources: ['repository'] }),
      ],
      { budgets: { maxParallelAgents: 1 } },
    ),
  },
  'optional-given-up': {
    definition: graph({}, [
      step('a', { optional: true, guard: NEVER, recovery: { rMax: 1 } }),
      step('b', { optionalRequires: ['a'] }),
    ]),
  },
  'only-the-goal': {
    definition: graph({}, [step('a'), step('beside'), step('b', { requires: ['a'] })], { goal: ['b'] }),
  },
  'conditions-of-artifacts': {
    input: { wanted: false, count: 2 },
    definition: {
      ...graph({ sort: ['{"kind": "bill"}'] }, [
        step('sort', { guard: { use: 'json' } }),
        step('pay', { requires: ['sort'], when: 'artifact.sort.kind == "bill" and input.count > 1' }),
        step('reply', { requires: ['sort'], when: 'artifact.sort.kind == "letter"' }),
        step('file', { optionalRequires: ['pay', 'reply'], when: 'not input.wanted' }),
      ]),
      input: FLAGS,
    },
  },
  'condition-unknown': {
    input: {},
    definition: { ...graph({}, [step('a', { when: 'input.count > 1' })]), input: FLAGS },
    decisions: [{ action: 'approve' }],
  },
  'condition-unknown-skipped': {
    input: {},
    definition: { ...graph({}, [step('a', { when: 'input.count > 1' }), step('b')]), input: FLAGS },
    decisions: [{ action: 'skip' }],
  },
  'shown-in-part': {
    definition: graph({ long: ['word '.repeat(200)] }, [
      step('long'),
      step('short', { requires: ['long'], context: { long: 'summary' } }),
      step('blind', { requires: ['long', 'short'], context: { long: 'none' } }),
    ]),
  },
  'budget-raised-twice': {
    definition: graph({ a: ['1', '2', '3', '4', 'x'] }, [step('a', { guard: contains('x'), recovery: { rMax: 9 } })], {
      budgets: { maxAttempts: 2 },
    }),
    decisions: [raise(4), raise(9)],
  },
  'epochs-used-up': {
    definition: graph(
      { b: ['no', 'x'] },
      [
        step('a'),
        step('b', {
          requires: ['a'],
          guard: contains('x'),
          recovery: { rMax: 0, onExhausted: 'backtrack', backtrackTo: ['a'] },
        }),
      ],
      { budgets: { maxIterations: 2 } },
    ),
    decisions: [{ action: 'raise', budgets: { maxIterations: 9 } }],
  },
  'attempts-used-up-retried': {
    definition: graph({ a: ['1', '2', '3', 'x'] }, [step('a', { guard: contains('x'), recovery: { rMax: 0 } })]),
    decisions: [
      { action: 'retry', guidance: 'With an x.' },
      { action: 'retry', extraAttempts: 2 },
    ],
  },
  'attempts-used-up-amended': {
    definition: graph({}, [
      step('a', { guard: contains('by hand'), recovery: { rMax: 0 } }),
      step('b', { requires: ['a'] }),
    ]),
    decisions: [{ action: 'amend', content: 'by hand' }],
  },
  'attempts-used-up-skipped': {
    definition: graph({}, [step('a', { guard: NEVER, recovery: { rMax: 1 } }), step('b', { optionalRequires: ['a'] })]),
    decisions: [{ action: 'skip' }],
  },
  'redone-twice': {
    definition: graph({ a: ['1', '2', '3'], b: ['no', 'neither', 'x'] }, [
      step('a'),
      step('b', { requires: ['a'], guard: contains('x', { onFail: 'fatal' }) }),
    ]),
    decisions: [
      { action: 'redo', step: 'a', guidance: 'Otherwise.' },
      { action: 'redo', step: 'a' },
    ],
  },
  'stagnated-asked': {
    definition: graph({ a: ['1', '1', '1', 'x'] }, [
      step('a', { guard: contains('x'), recovery: { rMax: 5, rPatience: 2, onStagnation: 'escalate' } }),
    ]),
    decisions: [{ action: 'retry', guidance: 'Say x.' }],
  },
  'stagnated-failed': {
    definition: graph({ a: ['1'] }, [
      step('a', { guard: contains('x'), recovery: { rMax: 5, rPatience: 2, onStagnation: 'fail' } }),
    ]),
  },
  'ladder-then-upstream': {
    definition: graph({ b: ['1', '1', '1', '1', 'x'] }, [
      step('a'),
      step('b', {
        requires: ['a'],
        guard: contains('x'),
        recovery: { rMax: 5, rPatience: 2, backtrackTo: ['a'], ladder: [{ temperature: 0 }, { temperature: 1 }] },
      }),
    ]),
  },
  'upstream-by-guard': {
    definition: graph({ c: ['1', '1', '1', 'x y'] }, [
      step('a'),
      step('b', { requires: ['a'] }),
      step('c', {
        requires: ['a', 'b'],
        guard: { sequence: [contains('x', { id: 'one' }), contains('y', { id: 'other' })] },
        recovery: { rMax: 4, rPatience: 2, backtrackTo: ['b'], backtrackByGuard: { one: ['a'] } },
      }),
    ]),
  },
  'upstream-used-up': {
    definition: graph({}, [
      step('a'),
      step('b', {
        requires: ['a'],
        guard: NEVER,
        recovery: { rMax: 0, eMax: 2, onExhausted: 'backtrack', backtrackTo: ['a'] },
      }),
    ]),
    decisions: [{ action: 'skip' }],
  },
  'defaults-of-all': {
    definition: graph({}, [step('a', { guard: NEVER }), step('b', { optionalRequires: ['a'] })], {
      defaults: { rMax: 1, onExhausted: 'skip' },
    }),
  },
  'approval-skipped': {
    definition: graph({}, [step('a'), step('b', { requires: ['a'], approval: true })]),
    decisions: [{ action: 'skip' }],
  },
  'approvals-in-a-row': {
    definition: graph({}, [step('a', { approval: true }), step('b', { requires: ['a'], approval: true })]),
    decisions: [{ action: 'approve' }, { action: 'approve' }],
  },
  'aborted-with-a-reason': {
    definition: graph({}, [step('a', { approval: true })]),
    decisions: [{ action: 'abort', reason: 'Nobody wants it.' }],
  },
  'provider-away': {
    definition: graph({ a: [{ status: 503 }, { status: 429, retryAfter: 0.1 }, 'no', { status: 500 }, 'x'] }, [
      step('a', { guard: contains('x') }),
    ]),
  },
  'agent-refined': {
    definition: agentScript(
      [
        [calls(['mail', { to: 'Ada' }]), calls(['output', { sent: 1 }])],
        [calls(['mail', { to: 'Bob' }]), calls(['output', { sent: 2 }])],
      ],
      { guard: { use: 'expression', with: { expr: 'artifact.sent > 1' } } },
      { kind: 'agent', agent: 'mailer' },
    ),
  },
  roles: {
    definition: graph(
      {
        look: [worked({ feasible: true, findings: 'It is there.', cost_estimate: 'little' })],
        make: [
          'done',
          worked({ success: true, bindings_delta: { port: 80 }, artifacts: [{ path: 'a.txt', content: 'x' }] }),
        ],
        check: [worked({ passed: true, evidence: 'seen', failures: [] })],
      },
      [
        step('look', { role: 'probe' }),
        step('make', { role: 'worker', requires: ['look'] }),
        step('check', { role: 'verifier', requires: ['make'], when: 'binding.make.port == 80' }),
      ],
      { goal: ['make'] },
    ),
  },
  'infeasible-approved': {
    definition: graph(
      { look: [worked({ feasible: false, findings: 'It is gone.', cost_estimate: 'much' })] },
      [step('look', { role: 'probe' }), step('make', { requires: ['look'] })],
      { goal: ['make'] },
    ),
    decisions: [{ action: 'approve' }],
  },
  'people-make-all': {
    definition: graph({}, [
      step('a', { generator: { kind: 'human', question: 'What?' } }),
      step('b', { requires: ['a'], generator: { kind: 'human', question: 'And then?' }, guard: contains('hand') }),
    ]),
    decisions: [
      { action: 'amend', content: 'by hand' },
      { action: 'amend', content: 'by hand' },
    ],
  },
};

function worked(fields: Fields): string {
  return JSON.stringify(fields);
}
