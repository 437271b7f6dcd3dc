/** Pure: what a definition may write under `with`, and how it is told what is wrong. */
import { createGuardRegistry } from '../../src/guards/registry.ts';

const registry = createGuardRegistry({ sim: true });

test('running 5: the built-in guards are listed with their nature and a closed schema', () => {
  expect(registry.list().map(({ name }) => name)).toEqual([
    'not-empty',
    'contains',
    'not-contains',
    'regex',
    'length',
    'one-of',
    'json',
    'json-schema',
    'expression',
    'quotes-source',
    'analysis',
    'human',
    'external',
    'python-syntax',
    'python-lint',
    'python-imports',
    'python-tests-collect',
    'python-tests',
    'typescript-syntax',
    'typescript-types',
    'typescript-tests',
    'command',
    'test-red',
    'patch-applies',
    'patch-lint',
    'test-green',
    'full-eval',
    'scripted',
  ]);
  const sandboxed = registry.list().filter(({ sandbox }) => sandbox);
  expect(sandboxed.map(({ name }) => name.split('-')[0])).toEqual([
    ...Array(5).fill('python'),
    ...Array(3).fill('typescript'),
    'command',
    'test',
    'patch',
    'patch',
    'test',
    'full',
  ]);
  const scored = registry.list().filter(({ score }) => score);
  expect(scored.map(({ name }) => name)).toEqual([
    'external',
    'python-tests',
    'typescript-tests',
    'command',
    'test-green',
    'full-eval',
    'scripted',
  ]);
  for (const row of registry.list()) {
    expect(row).toMatchObject({ nature: row.name === 'human' ? 'human' : 'deterministic' });
    expect(row.schema).toMatchObject({ type: 'object', additionalProperties: false });
  }
});

test.each([
  ['not-empty', undefined],
  ['contains', { text: 'a' }],
  ['regex', { pattern: 'a', flags: 'ims', negate: false }],
  ['length', { min: 1, unit: 'words' }],
  ['json-schema', { schema: { $defs: { a: { type: 'string' } }, $ref: '#/$defs/a' } }],
  ['expression', { expr: 'not artifact', message: 'words' }],
  ['quotes-source', { source: '{deps.a}', path: 'a.b["c d"][0][*]' }],
  ['scripted', { verdicts: [{ verdict: 'pass', score: 1 }, { error: true }] }],
])('%s takes %j', (name, options) => {
  expect(registry.check(name, options)).toEqual([]);
});

/** Where a program has files that no workspace can hold. */
const FILES = ['/files/..~1x', '/files/a~1b', '/files/~1etc~1x'];

test.each([
  ['not-empty', { a: 1, b: 2 }, ['/a', '/b']],
  ['contains', {}, ['']],
  ['contains', { text: 'a', texts: ['b'] }, ['']],
  ['contains', { text: '' }, ['/text']],
  ['contains', { texts: [] }, ['/texts']],
  ['regex', {}, ['/pattern']],
  ['regex', { pattern: '(' }, ['/pattern']],
  ['regex', { pattern: '(?>a)b' }, ['/pattern']],
  ['regex', { pattern: '(a)\\1' }, ['/pattern']],
  ['regex', { pattern: 'a'.repeat(5000) }, ['/pattern']],
  ['regex', { pattern: 'a', flags: 'g' }, ['/flags']],
  ['length', { unit: 'words' }, ['']],
  ['length', { min: 2, max: 1 }, ['/min']],
  ['length', { min: -1 }, ['/min']],
  ['length', { min: 1, unit: 'tokens' }, ['/unit']],
  ['one-of', { values: [] }, ['/values']],
  ['json-schema', {}, ['/schema']],
  ['json-schema', { schema: 'string' }, ['/schema']],
  ['json-schema', { schema: { type: 'strin' } }, ['/schema']],
  ['json-schema', { schema: { pattern: '(a)\\1' } }, ['/schema/pattern']],
  [
    'json-schema',
    {
      schema: {
        properties: { pattern: { pattern: '(' } },
        patternProperties: { '(a)\\1': true },
        const: { pattern: '(' },
      },
    },
    ['/schema/patternProperties/(a)\\1', '/schema/properties/pattern/pattern'],
  ],
  ['human', { question: 'x', answer: { properties: { a: { pattern: '(' } } } }, ['/answer/properties/a/pattern']],
  ['expression', { expr: 'a b' }, ['/expr']],
  ['expression', { expr: 'fetch("x")' }, ['/expr']],
  ['expression', { expr: 'true', massage: 'x' }, ['/massage']],
  ['quotes-source', { source: 'x', path: 'a..b' }, ['/path']],
  ['quotes-source', { path: 'a' }, ['/source']],
  ['command', { run: ['make'], files: { '../x': '', '/etc/x': '', a: '', 'a/b': '' } }, FILES],
  ['command', { run: ['make'], files: { 'artifact/x': '', 'a/./b': '' } }, ['/files/a~1.~1b']],
  ['command', { run: ['make'], files: { 'artifact/x': '' } }, ['/files/artifact~1x']],
  ['command', { run: ['make'], passExit: [0, 3], fatalExit: [7, 3] }, ['/fatalExit/1']],
  ['command', { run: ['make'], fatalExit: [0] }, ['/fatalExit/0']],
  ['scripted', { verdicts: [{ verdict: 'pass' }, { verdict: 'ok' }] }, ['/verdicts/1/verdict']],
  ['scripted', { verdicts: [{}] }, ['/verdicts/0/verdict']],
  ['scripted', { verdicts: [{ verdict: 'pass', score: 2, 'x/y': 1 }] }, ['/verdicts/0/score', '/verdicts/0/x~1y']],
])('%s refuses %j with pointers', (name, options, pointers) => {
  const issues = registry.check(name, options);
  expect(issues.map(({ pointer }) => pointer).toSorted()).toEqual(pointers);
  for (const { detail } of issues) expect(detail.length).toBeGreaterThan(5);
});

test('an unknown guard is named with the one that was probably meant', () => {
  expect(registry.check('json_schema', {})).toMatchObject([
    { pointer: '', code: 'unknown_guard', detail: expect.stringContaining('Did you mean "json-schema"?') },
  ]);
});

test('a floor of the settings is raised, never lowered, and names a guard that there is', () => {
  const raised = createGuardRegistry({ sim: false, floors: { 'python-tests': 'container', command: 'jail' } });
  const tests = { tests: 'a' };
  expect(raised.needs('python-tests', tests)).toEqual({ toolchain: 'python', floor: 'container' });
  expect(raised.needs('command', { run: ['make'] })).toEqual({ toolchain: 'command', floor: 'os' });
  expect(registry.needs('python-tests', tests)).toEqual({ toolchain: 'python', floor: 'jail' });
  expect(registry.needs('not-empty', {})).toBeUndefined();
  expect(() => createGuardRegistry({ sim: false, floors: { 'python-test': 'os' } })).toThrow(
    'sandbox.floors names "python-test", and no guard that runs code is called so. Did you mean "python-tests"?',
  );
});
