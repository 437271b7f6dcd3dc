/** Documents with as much in them as fits: what random ones have seldom, and what goes with other things only. */
import { objective } from '../../test/support/played/and-or.ts';
import type { Fields } from '../../test/support/random/documents.ts';

const llm = (prompt: unknown, more: Fields = {}) => ({ generator: { kind: 'llm', prompt, ...more } });
const guard = (use: string, options: Fields = {}) => ({ use, with: options });
const notEmpty = { use: 'not-empty' };
const INPUT = {
  type: 'object',
  properties: { topic: { type: 'string' }, limit: { type: 'number', default: 3 } },
  required: ['topic'],
  additionalProperties: false,
};

/** A search with all that a choice, a part and a base case may say. */
const SEARCH: Fields = {
  name: 'rich-search',
  topology: 'and-or',
  model: { name: 'small', maxTokens: 500 },
  specification: 'About {input.topic}.',
  constraints: 'At most {input.limit}.',
  input: INPUT,
  defaults: { rMax: 2, onExhausted: 'escalate', rPatience: null },
  budgets: { maxAttempts: 90, maxTokens: 90_000, maxIterations: 40, maxStall: 5, maxSwaps: 2, maxParallelAgents: 2 },
  goal: ['ship'],
  objective: objective('ship', {
    constraints: { maxIterations: 30, maxCostUsd: 2 },
    baseCase: {
      all: [
        { guard: guard('contains', { text: 'done' }), on: 'ship' },
        { command: ['python3', 'check.py'], timeout: 'PT2M' },
        { any: [{ file: 'out/*.md' }, { assertion: 'It reads well.', assignees: ['ann'], expiresIn: 'PT1H' }] },
        { notFile: 'draft.md' },
        { notCommand: 'grep TODO out', timeout: 'PT5S' },
        {
          any: [
            { guard: guard('length', { max: 900 }), on: 'auth' },
            { guard: notEmpty, on: 'plan' },
          ],
        },
      ],
    },
  }),
  orGroups: {
    store: { speculative: true, costs: { sql: 2 }, retryCost: 9, speculateBelow: 0.4 },
    auth: { choices: ['jwt', 'session', 'none'], speculative: true },
  },
  steps: [
    { id: 'plan', ...llm({ role: 'You plan.', task: 'Plan {input.topic}.' }), guard: notEmpty, role: 'worker' },
    {
      id: 'sql',
      orGroup: 'store',
      cost: 3,
      ...llm('Tables for {artifact.plan}.'),
      requires: ['plan'],
      guard: notEmpty,
    },
    { id: 'files', orGroup: 'store', cost: 1, ...llm('Files.'), guard: notEmpty, unknown: { onInfeasible: 'skip' } },
    { id: 'jwt', ...llm('Tokens.'), requires: ['keys', 'store'], guard: notEmpty, decompose: true, maxChildren: 2 },
    { id: 'session', ...llm('Sessions.'), requires: ['keys'], guard: notEmpty, unknown: true },
    { id: 'none', generator: { kind: 'fixed', content: 'open' }, guard: notEmpty, when: 'input.limit > 5' },
    { id: 'keys', ...llm('Keys.'), guard: { any: [notEmpty, guard('contains', { text: 'key' })] }, approval: true },
    { id: 'rotate', ...llm('Rotation.'), requires: ['jwt'], guard: notEmpty, optional: true },
    {
      id: 'ship',
      title: 'Ship it',
      ...llm('Ship {artifact.auth} on {artifact.store}.', { output: { format: 'json' } }),
      requires: ['auth', 'store'],
      optionalRequires: ['rotate'],
      decompose: true,
      unknown: { onInfeasible: 'fail' },
      role: 'worker',
      context: { rotate: 'summary', auth: 'full' },
      resources: ['repository'],
      timeouts: { generate: 'PT2M', guard: 'PT3M', decision: 'P1D' },
      guard: {
        sequence: [
          { use: 'json' },
          { majority: [notEmpty, { use: 'not-empty', id: 'b' }, { use: 'not-empty', id: 'c' }] },
        ],
      },
      recovery: {
        rMax: 4,
        rPatience: 2,
        eMax: 2,
        onExhausted: 'backtrack',
        onStagnation: 'escalate',
        backtrackTo: ['auth', 'plan'],
        backtrackByGuard: { b: ['store'] },
        ladder: ['small', 'large'],
        diffuseAfter: 3,
      },
    },
    { id: 'proof', ...llm('Is it right?'), requires: ['ship'], role: 'verifier', guard: { use: 'json' } },
    { id: 'look', ...llm('Can it be?'), role: 'probe', guard: { use: 'json' }, optional: true },
    {
      id: 'person',
      generator: { kind: 'human', question: 'Who?', assignees: ['ann'] },
      requires: ['proof'],
      guard: notEmpty,
    },
  ],
};

/** A machine with all that states, transitions, traits and steps may say. */
const MACHINE: Fields = {
  name: 'rich-machine',
  model: 'small',
  specification: 'About {input.topic} for {reader}.',
  input: INPUT,
  variables: { reader: 'all', size: 2, flags: { open: true } },
  budgets: { maxIterations: 12, maxStall: 4, maxTokens: 9_000, maxCostUsd: 1 },
  objective: { goal: 'Done.', baseCase: { all: [{ guard: notEmpty, on: 'write' }, { assertion: 'Is it done?' }] } },
  components: {
    traits: [
      { name: 'terse', inject_into: ['write', 'choose'], prompt_fragment: 'Be brief, {reader}.  ' },
      { name: 'kind', inject_into: ['write'], prompt_fragment: 'Be kind: {my_artifacts}.' },
    ],
  },
  workflow: {
    default_on_failure: 'skip',
    error_handling: { default_on_failure: 'retry', default_max_retries: 2 },
    state_machine: {
      states: ['draft', 'review', 'done', 'lost'],
      initial_state: 'draft',
      final_states: ['done'],
      transitions: [
        { from: 'draft', to: 'review', condition: 'size > 1 and artifact.write.n < 9' },
        { from: ['review', 'draft'], to: 'done', condition: { invoke: 'ask', fallback: 'flags.open' } },
        { from: '*', to: 'draft', condition: { invoke: 'ask', fallback: true } },
        { from: 'review', to: 'review' },
      ],
    },
    steps: [
      {
        name: 'write',
        type: 'llm',
        prompt: 'Write about {context.size}.',
        in_state: ['draft', 'review'],
        transition_to: 'review',
        run_if: 'success_rate < 0.9 or size == 2',
        output: { format: 'json' },
        guard: { all: [{ use: 'json' }, { use: 'expression', with: { expr: 'artifact.n > size' } }] },
        recovery: { ladder: ['small', 'large'], rPatience: 2, onStagnation: 'warn' },
        max_retries: 3,
      },
      { name: 'count', type: 'code', code: 'context["size"] = size + 1', in_state: 'review', transition_to: 'draft' },
      {
        name: 'choose',
        type: 'transition',
        prompt: 'Which?',
        in_state: 'review',
        transition_map: { ship: 'done', again: 'draft', stay: 'review' },
        guard: notEmpty,
        on_failure: 'retry',
        approval: true,
        run_if: { invoke: 'ask', fallback: true },
      },
      {
        name: 'anywhere',
        type: 'llm',
        prompt: 'Say {verdict.write}.',
        on_failure: 'fail',
        max_retries: 2,
        guard: notEmpty,
      },
    ],
  },
};

/** A graph with all that a step may say. */
const GRAPH: Fields = {
  name: 'rich-graph',
  model: 'small',
  input: INPUT,
  defaults: { rMax: 1, onExhausted: 'skip' },
  budgets: { maxAttempts: 40, maxDuration: 'PT1H', unpriced: 'allow' },
  steps: [
    {
      id: 'ask',
      generator: { kind: 'human', question: 'What of {input.topic}?', expiresIn: 'PT1H' },
      guard: { use: 'json' },
    },
    {
      id: 'build',
      generator: { kind: 'command', run: ['make', 'all'], timeout: 'PT5M' },
      requires: ['ask'],
      guard: notEmpty,
    },
    { id: 'sum', generator: { kind: 'code', code: 'context["n"] = 1' }, requires: ['build'], guard: { use: 'json' } },
    {
      id: 'tell',
      ...llm('Tell {artifact.sum.n} of {artifact.ask}.'),
      requires: ['sum', 'ask'],
      optionalRequires: ['extra'],
      when: 'artifact.sum.n > 0 and input.limit > 1',
      guardArtifacts: { facts: 'sum' },
      guard: {
        sequence: [
          guard('expression', { expr: 'deps.facts.n > 0' }),
          {
            use: 'human',
            id: 'ann',
            with: { question: 'Is {artifact} right?', assignees: ['ann'], expiresIn: 'PT8H' },
          },
          guard('external', { taskQueue: 'theirs', activity: 'check' }),
        ],
      },
      recovery: { onExhausted: 'backtrack', backtrackTo: ['sum'], backtrackByGuard: { ann: ['ask'] }, eMax: 1 },
    },
    {
      id: 'extra',
      generator: { kind: 'external', taskQueue: 'theirs', activity: 'make' },
      optional: true,
      guard: notEmpty,
    },
  ],
};

/** A judge is not offered where documents are published here. */
const JUDGED: Fields = {
  ...SEARCH,
  name: 'rich-judged',
  objective: objective('ship', {
    baseCase: { any: [{ rubric: 'It is kind.', on: 'ship', threshold: 0.7 }, { file: 'a' }] },
  }),
};

export const RICH: readonly Fields[] = [SEARCH, MACHINE, GRAPH, JUDGED];
