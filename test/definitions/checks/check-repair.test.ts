// Pure: where `recovery.repair` is refused at publish, and where it is taken (R130).
import { aDefinition, aStep, check, type Fields } from '../makers.ts';

const step = (fields: Fields): Fields =>
  aDefinition({ steps: [aStep('read', { recovery: { repair: 'fields' }, ...fields })] });
const llm = (output?: Fields): Fields => ({ generator: { kind: 'llm', prompt: 'x', ...(output && { output }) } });

test.each<[string, Fields]>([
  ['the format json', llm({ format: 'json' })],
  ['a schema', llm({ schema: { type: 'object' } })],
  ['a role, whose answer is JSON', { ...llm(), role: 'probe' }],
])('R130: it is taken with %s', (_, fields) => {
  const checked = check(step(fields));
  expect((checked.ok ? [] : checked.issues).map(({ code }) => code)).not.toContain('not_repairable');
});

test.each<[string, Fields, string]>([
  ['a model that answers text', llm(), 'Write output: { format: json }'],
  ['a model that answers code', llm({ format: 'code' }), 'Write output: { format: json }'],
  ['an agent', { generator: { kind: 'agent', agent: 'a', output: { format: 'json' } } }, 'its own conversation'],
  ['a fixed text', { generator: { kind: 'fixed', content: '{}' } }, 'Leave it out.'],
  ['a person', { generator: { kind: 'human', question: 'x?' } }, 'Leave it out.'],
  ['a generator of your own', { generator: { kind: 'custom', use: 'c' } }, 'Leave it out.'],
])('R130: %s repairs nothing', (_, fields, remedy) => {
  const checked = check(step(fields));
  const issues = checked.ok ? [] : checked.issues.filter(({ code }) => code === 'not_repairable');
  expect(issues).toEqual([
    { pointer: '/steps/0/recovery/repair', code: 'not_repairable', detail: expect.stringContaining(remedy) },
  ]);
});

test('R130: defaults have no such policy, since it belongs to one answer', () => {
  const checked = check(aDefinition({ defaults: { repair: 'fields' } }));
  expect(checked.ok ? [] : checked.issues).toMatchObject([{ pointer: '/defaults/repair', code: 'unknown_field' }]);
});
