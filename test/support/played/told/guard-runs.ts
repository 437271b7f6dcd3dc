import { contains, type Fields, graph, type Outputs, step, type Told } from './told.ts';

/** One step under that guard, with what the model says in turn. */
function guarded(guard: object, work: readonly unknown[], more: Fields = {}, outputs: Outputs = {}): Fields {
  return graph({ work, ...outputs }, [step('work', { guard, ...more })]);
}

const TEXT = { type: 'object', required: ['text'], properties: { text: { type: 'string' } } };
const BILL = {
  type: 'object',
  properties: { net: { type: 'number' }, tax: { type: 'number' }, total: { type: 'number' } },
  required: ['net', 'tax', 'total'],
  additionalProperties: false,
};
const bill = (net: number, tax: number, total: number) => JSON.stringify({ net, tax, total });
/** Two leaves of one guard do not share an id. */
const named = (text: string) => contains(text, { id: text });
const judge = (more: Fields = {}) => ({
  use: 'llm-judge',
  with: { rubric: 'It is kind.', model: 'sim:fair' },
  ...more,
});
const RUDE = 'That is rude: go away.';

/** Of the guards that come with dsap, each as it judges by itself, and put together. */
export const GUARD_RUNS: Readonly<Record<string, Told>> = {
  'guard-contains': {
    definition: guarded({ use: 'contains', with: { texts: ['Dear', 'Kind regards'] } }, [
      'Dear Ada.',
      'Dear Ada. Kind regards.',
    ]),
  },
  'guard-not-contains': {
    definition: guarded({ use: 'not-contains', with: { texts: ['todo'], ignoreCase: true } }, ['TODO', 'Todo', 'Done']),
  },
  'guard-regex': {
    definition: guarded({ use: 'regex', with: { pattern: '^[A-Z]{2}-[0-9]{4}$', flags: 'm' } }, [
      'AB-12',
      'first\nAB-1234',
    ]),
  },
  'guard-length': {
    definition: guarded({ use: 'length', with: { min: 2, max: 3, unit: 'words' } }, [
      'one',
      'one two three four',
      'a b',
    ]),
  },
  'guard-one-of': {
    definition: guarded({ use: 'one-of', with: { values: ['bug', 'praise'] } }, ['a bug', ' bug ']),
  },
  'guard-json': { definition: guarded({ use: 'json' }, ['Here it is: {}', '{"a": 1}']) },
  'guard-json-schema': {
    definition: guarded({ use: 'json-schema', with: { schema: BILL } }, ['{"net": 1}', '{"net": "1"}', bill(1, 1, 3)]),
  },
  'guard-expression': {
    definition: guarded(
      { use: 'expression', with: { expr: 'artifact.net + artifact.tax == artifact.total', message: 'Add again.' } },
      [bill(1, 2, 4), bill(1, 2, 3)],
    ),
  },
  'guard-quotes-source': {
    input: { text: 'The moon pulls at the sea, and so the tides come and go.' },
    definition: {
      ...guarded({ use: 'quotes-source', with: { source: '{input.text}', path: 'evidence[*].quote' } }, [
        '{"evidence": [{"quote": "the sun pulls at the sea"}]}',
        '{"evidence": [{"quote": "pulls at the  sea"}]}',
      ]),
      input: TEXT,
    },
  },
  'guard-analysis': {
    input: { files: { 'a.ts': 'export const a = 1;' } },
    definition: guarded({ use: 'analysis' }, [
      '{"hypothesis": "It is b.", "approach": "Read it.", "files": ["b.ts"]}',
      '{"hypothesis": "It is a.", "approach": "Read it.", "files": ["a.ts"]}',
    ]),
  },
  'guards-in-sequence': {
    definition: guarded(
      {
        sequence: [
          { use: 'json' },
          { use: 'json-schema', with: { schema: BILL } },
          { use: 'expression', with: { expr: 'artifact.total > 2' } },
        ],
      },
      ['none', '{"net": 1}', bill(0, 1, 1), bill(1, 2, 3)],
    ),
  },
  'guards-all': {
    definition: guarded({ all: [named('a'), named('b')] }, ['neither', 'a', 'a b']),
  },
  'guards-any': {
    definition: guarded({ any: [contains('yes', { id: 'yes' }), { use: 'length', with: { min: 30 } }] }, ['no', 'yes']),
  },
  'guards-majority': {
    definition: guarded({ majority: ['a', 'b', 'c'].map(named) }, ['a', 'a c']),
  },
  'guards-nested': {
    definition: guarded(
      { all: [{ use: 'length', with: { max: 20 } }, { any: [named('x'), { sequence: [named('y'), named('z')] }] }] },
      ['y alone', 'much longer than it may be, with x', 'y and z'],
    ),
  },
  'guard-fatal-retried': {
    definition: guarded({ use: 'not-contains', with: { text: 'password' }, onFail: 'fatal' }, [
      'a password',
      'nothing',
    ]),
    decisions: [{ action: 'retry', guidance: 'Leave it out.' }],
  },
  'guard-judge': { definition: guarded({ sequence: [{ use: 'not-empty' }, judge()] }, [RUDE, 'Welcome.']) },
  'guard-judge-used-up': {
    definition: guarded({ all: [{ use: 'not-empty' }, judge({ id: 'kind' })] }, [RUDE], { recovery: { rMax: 1 } }),
    decisions: [{ action: 'approve' }],
  },
  'guard-human-expired': {
    definition: guarded({ use: 'human', with: { question: 'May it go out?', expiresIn: 'PT1S', onExpiry: 'reject' } }, [
      'once',
      'twice',
    ]),
    decisions: ['expire', { action: 'approve' }],
  },
  'guard-human-amended': {
    definition: guarded({ sequence: [{ use: 'json' }, { use: 'human', with: { question: 'Right?' } }] }, ['{}', '[]']),
    decisions: [{ action: 'reject', feedback: 'A list, please.' }, { action: 'approve' }],
  },
  'output-of-a-schema': {
    definition: guarded({ use: 'json' }, ['{"net": 1}', 'none', bill(1, 2, 3)], {
      generator: { kind: 'llm', prompt: 'Write the bill.', output: { format: 'json', schema: BILL } },
    }),
  },
  'output-of-code': {
    definition: guarded(contains('return'), ['Here:\n```python\npass\n```\n', '```python\nreturn 1\n```'], {
      generator: { kind: 'llm', prompt: 'Write it.', output: { format: 'code', language: 'python' } },
    }),
  },
  'guard-sees-another': {
    definition: graph({ source: ['{"n": 2}'], work: ['1', '4'] }, [
      step('source', { guard: { use: 'json' } }),
      step('work', {
        requires: ['source'],
        guardArtifacts: { given: 'source' },
        guard: { use: 'expression', with: { expr: 'artifact == deps.given.n * 2' } },
      }),
    ]),
  },
  'refused-and-filtered': {
    definition: guarded({ use: 'not-empty' }, [
      { text: 'I will not.', finish: 'refusal' },
      { text: '', finish: 'content_filter' },
      'well then',
    ]),
  },
};
