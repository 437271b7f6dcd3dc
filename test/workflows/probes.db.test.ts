// A real PostgreSQL, the real API and sandboxes: the probes of `docs/examples`, with scripted answers.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { startInProcess } from '../support/engine/in-process.ts';
import { useSearches } from '../support/engine/searches.ts';
import { coldSandboxes } from '../support/processes/cold-sandboxes.ts';

const dsap = useSearches(startInProcess, async () => ({ sandboxes: await coldSandboxes() }));

const found = (feasible: boolean, findings: unknown = ['seen']) =>
  JSON.stringify({ feasible, findings, cost_estimate: 'small' });

async function started(file: string, input: object, outputs: object): Promise<string> {
  const document = parse(readFileSync(new URL(`../../docs/examples/${file}.yaml`, import.meta.url), 'utf8'));
  const definition = { ...document, model: { name: 'sim:script', extra: { sim: { outputs } } } };
  return dsap.start(definition, { input });
}

const decisionsOf = async (id: string) =>
  (await dsap.trail(id)).map(({ type, selected }) => `${String(type)} ${String(selected)}`);

test('S1-7.3.1-c, S1-7.3.1-d: a library that its probe finds against is not used, and nothing was built with it', async () => {
  const id = await started(
    'probe-library',
    { sample: 'a;b', first: 'AGPL', second: 'MIT' },
    {
      look_at_first: [found(false)],
      look_at_second: [found(true)],
      with_second: ['second.read(path)'],
      reader: ['```python\nimport csv\n```'],
    },
  );
  await dsap.until(id, ({ life }) => life.status === 'escalated');
  expect(await dsap.state(id)).toMatchObject({
    attempts: { look_at_first: 1, with_first: 0, look_at_second: 1, reader: 1 },
    graph: { groups: [{ id: 'library', failed: ['with_first'], winner: 'with_second' }] },
  });
  expect(await dsap.question(id)).toMatchObject({
    kind: 'assertion',
    question: expect.stringContaining('depend on this library'),
  });
  await dsap.decide(id, 'approve');
  expect(await dsap.result(id)).toMatchObject({ status: 'completed' });
}, 120_000);

test('S1-7.3.1-d: where a refactoring is not safe, the change is made in place', async () => {
  const input = {
    code: 'def one():\n    return 1\n',
    change: 'two()',
    files: {
      'test_solution.py': 'from solution import one, two\n\n\ndef test_both():\n    assert one() + two() == 3\n',
    },
  };
  const id = await started('probe-refactoring', input, {
    pre_check: [found(false, ['one is imported elsewhere'])],
    in_place: ['```python\ndef one():\n    return 1\n\n\ndef two():\n    return 2\n```'],
  });
  expect(await dsap.result(id)).toMatchObject({ status: 'completed' });
  expect(await decisionsOf(id)).toEqual(['or_selected rewrite', 'or_failed rewrite', 'or_selected in_place']);
}, 120_000);

test('S1-7.3.1-d: of the hypotheses about an error only one with evidence stands, invented evidence does not', async () => {
  const quoting = (quote: string) => found(true, [{ quote, shows: 'why' }]);
  const id = await started(
    'probe-error-cause',
    { log: 'heap at 99 %\nkilled by signal 9' },
    {
      too_slow: [quoting('timeout after 30 s')],
      out_of_memory: [{ text: quoting('heap at 99 %'), delay: '1s' }],
      bad_input: [found(false)],
      proposal: ['Give it more memory.'],
    },
  );
  expect(await dsap.result(id)).toMatchObject({ status: 'completed', artifacts: { proposal: {} } });
  expect(await dsap.state(id)).toMatchObject({
    graph: { groups: [{ failed: expect.arrayContaining(['too_slow', 'bad_input']), winner: 'out_of_memory' }] },
  });
}, 120_000);
