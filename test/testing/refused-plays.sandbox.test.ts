// Nothing that runs a program, but what could: what keeps a play from its end, as whoever wrote the test is told.
import { defineGenerator } from '../../src/index.ts';
import { PlayError, type PlayOptions, play } from '../../src/testing/index.ts';
import { atom, failing } from '../support/played/and-or.ts';

const NOT_EMPTY = { use: 'not-empty' };
const step = (id: string, requires: readonly string[] = [], more: object = {}) => ({
  id,
  requires,
  generator: { kind: 'llm', prompt: `Make ${id}.` },
  guard: NOT_EMPTY,
  ...more,
});
const graph = (...steps: readonly object[]) => ({ name: 'graph', steps });

/** Acts on the world. */
const pay = defineGenerator({
  name: 'pay',
  description: 'Pays.',
  generate() {
    throw new Error('it was run');
  },
});
const PAYING = graph(step('a'), step('pay', ['a'], { generator: { kind: 'custom', use: 'pay' } }));

const REPORT = `
name: report
input: { type: object, required: [topic], properties: { topic: { type: string } } }
steps:
  - id: draft
    generator: { kind: llm, prompt: "Write about {input.topic}." }
    guard: { use: contains, with: { text: moon } }
`;

/** What is refused: the code, where it happened, and words of what to do. */
const REFUSED: Readonly<
  Record<string, readonly [definition: object | string, options: PlayOptions, code: string, where: string, add: RegExp]>
> = {
  'an answer that is missing': [
    graph(step('a', [], { guard: failing(1) })),
    { answers: { a: ['1'] } },
    'answer_missing',
    'a, attempt 2: a is asked once more, and answers has only 1 for it. scripted rejected attempt 1: AssertionError: not yet',
    /answers: \{"a": \[…, "…"\]\}/,
  ],
  'an answer under a name that is slightly another': [
    graph(step('draft')),
    { answers: { draff: ['1'] } },
    'answer_missing',
    'draft, attempt 1: draft is asked, and answers has none for it. Is "draff" a slip of it?',
    /answers: \{"draft": \["…"\]\}/,
  ],
  'an answer that a function does not give': [
    graph(step('a')),
    { answers: () => undefined },
    'answer_missing',
    'a, attempt 1: ',
    /^Return what is said to \{name: "a", attempt: 1\}/,
  ],
  "an answer of a generator of one's own": [
    PAYING,
    { parts: [pay], answers: { a: ['1'] } },
    'answer_missing',
    'pay, attempt 1: pay is asked, and answers has none for it.',
    /only if the test asks for it.* answers: \{"pay": \["…"\]\}.* run: \["pay"\]\.$/,
  ],
  "an answer of a generator of one's own that a function does not give": [
    PAYING,
    { parts: [pay], answers: ({ step: asked }) => (asked === 'a' ? '1' : undefined) },
    'answer_missing',
    'pay, attempt 1: pay is asked, and the function of answers returned nothing.',
    /return what is said to \{name: "pay", attempt: 1\}.* run: \["pay"\]\.$/,
  ],
  "an answer of a generator of one's own that nobody can read": [
    PAYING,
    { parts: [pay], answers: { a: ['1'], pay: [5] } },
    'answer_refused',
    'pay, attempt 1: answer 1 of pay cannot be read: ',
    /\{content, mediaType\?\}/,
  ],
  'a generator that runs and has answers': [
    PAYING,
    { parts: [pay], run: ['pay'], answers: { a: ['1'], pay: ['2'] } },
    'run_refused',
    'pay: run names pay, and a generator that runs makes its artifact itself',
    /out of run, or its answers/,
  ],
  'a step of run that a model makes': [
    PAYING,
    { parts: [pay], run: ['a'] },
    'run_refused',
    'a: run names a, and only generators of your own (kind: custom) are run, and its kind is llm.',
    /answers: \{"a": \[…\]\}/,
  ],
  'a step of run that works elsewhere': [
    graph(step('a', [], { generator: { kind: 'external', taskQueue: 'theirs', activity: 'write' } })),
    { run: ['a'] },
    'run_refused',
    'a: run names a, and ',
    /answers: \{"a": \[…\]\}/,
  ],
  'a step of run that there is not': [
    PAYING,
    { parts: [pay], run: ['pya'], answers: { a: ['1'], pay: ['2'] } },
    'run_refused',
    'pya: run names pya, and no step has that name.',
    /Did you mean "pay"/,
  ],
  'an answer from outside that is missing': [
    graph(step('a', [], { generator: { kind: 'external', taskQueue: 'theirs', activity: 'write' } })),
    {},
    'answer_missing',
    'a, attempt 1: ',
    /answers: \{"a": \[\{"content": "…"\}\]\}/,
  ],
  'an input that no start takes (R57)': [
    graph(step('a')),
    { answers: { a: ['1'] }, input: 'x'.repeat(4 * 1024 * 1024) },
    'input_refused',
    'the input is refused:\n  /input: The input has 4.01 MiB, which is more than a run takes. The input of a run may have 4 MiB.',
    /^Give the input that the definition asks for/,
  ],
  'an answer of a judge that is missing': [
    graph(step('a', [], { guard: { sequence: [NOT_EMPTY, { use: 'llm-judge', with: { rubric: 'kind' } }] } })),
    { answers: { a: ['1'] } },
    'answer_missing',
    'a, attempt 1: ',
    /answers: \{"a\/llm-judge": \[0\.9\]\}/,
  ],
  'an answer that is left over': [
    graph(step('a')),
    { answers: { a: ['1', '2'] } },
    'answer_left_over',
    'a, attempt 2: ',
    /Take 1 away/,
  ],
  'an answer of a judge that nobody asked': [
    graph(step('a')),
    { answers: { a: ['1'], 'a/style': [0.9] } },
    'answer_left_over',
    'a/style, attempt 1: answers has 1 for a/style, and nobody of that name was asked, but a.',
    /Take 1 away/,
  ],
  'answers for a step that there is not': [
    graph(step('draft')),
    { answers: { draft: ['1'], draff: ['2'] } },
    'answer_left_over',
    'draff, attempt 1: ',
    /Did you mean "draft"/,
  ],
  'an answer that nobody can read': [
    graph(step('a')),
    { answers: { a: [{ texts: '1' }] } },
    'answer_refused',
    'a, attempt 1: ',
    /\{text\?/,
  ],
  'a question without a decision': [
    graph(step('a', [], { approval: true })),
    {},
    'decision_missing',
    'a, before its first attempt: ',
    /decisions: \{"a": \[\{"action":"approve"\}\]\}.*skip, abort\.$/,
  ],
  'a question that is asked once more': [
    graph(step('a', [], { guard: failing(2), recovery: { rMax: 0 }, timeouts: { decision: 'PT1H' } })),
    { answers: { a: ['1', '2'] }, decisions: { a: [{ action: 'retry' }] } },
    'decision_missing',
    'a, attempt 1: a person is asked (attempts_exhausted) and nothing is decided: a used its one attempt; scripted rejected',
    /decisions: \{"a": \[…, \{"action":"approve"\}\]\}.*, or 'expire'\.$/,
  ],
  'a question whose answer brings more along': [
    graph(step('a', [], { generator: { kind: 'human', question: 'What?' } })),
    { decisions: { aa: [{ action: 'approve' }] } },
    'decision_missing',
    'a, before its first attempt: ',
    /\[\{"action":"amend","content":"…"\}\]/,
  ],
  'a question that a function does not decide': [
    graph(step('a', [], { approval: true })),
    { decisions: () => undefined },
    'decision_missing',
    'a, before its first attempt: ',
    /^Return what is decided of a question of kind approval, such as \{"action":"approve"\}/,
  ],
  'a decision that is left over': [
    graph(step('a')),
    { answers: { a: ['1'] }, decisions: { a: [{ action: 'approve' }] } },
    'decision_left_over',
    'a: decisions has 1 for a, and nobody was asked.',
    /Take 1 away/,
  ],
  'a decision for a kind of question that there is not': [
    graph(step('a')),
    { answers: { a: ['1'] }, decisions: { approvel: [{ action: 'approve' }] } },
    'decision_left_over',
    'approvel: ',
    /Did you mean "approval"/,
  ],
  'a decision that is not allowed': [
    graph(step('a', [], { approval: true })),
    { decisions: { a: [{ action: 'raise', budgets: {} }] } },
    'decision_refused',
    'a, before its first attempt: the decision {"action":"raise","budgets":{}} on the question (approval) is refused: ',
    /approve/,
  ],
  'a time that there is not': [
    graph(step('a', [], { approval: true })),
    { decisions: { a: ['expire'] } },
    'decision_refused',
    'a, before its first attempt: ',
    /approve/,
  ],
  'a definition that publishing refuses': [
    graph(step('a', ['b'])),
    {},
    'definition_refused',
    '',
    /publishing refuses it/,
  ],
  'a text that is no YAML': ['name: [', {}, 'definition_refused', '', /publishing refuses it/],
  'an input that a start refuses': [REPORT, {}, 'input_refused', '', /input: \{…\}/],
  'an objective that is not complete': [
    { name: 'search', topology: 'and-or', steps: [atom('a')] },
    {},
    'not_aligned',
    '',
    /objective/,
  ],
};

test.each(Object.entries(REFUSED))(
  'package 4: %s is told with its place and what to add',
  async (_, [definition, options, code, where, add]) => {
    const error: unknown = await play(definition, options).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(PlayError);
    const { code: told, message, add: advice } = error as PlayError;
    expect([told, message.slice(0, where.length)]).toEqual([code, where]);
    expect(advice).toMatch(add);
  },
);
