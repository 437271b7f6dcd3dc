// A real PostgreSQL, the real API: the fifth demonstration as `dsap demo` plays it.
import { runResearchDemo } from '../../examples/research/demo.ts';
import { useService } from './served.ts';

const served = useService();

test('S2-2-e, S2-2-f: an agent is held back from shipping what misses, pivots, and ships what is measured to be right', async () => {
  const lines: string[] = [];
  const apiUrl = await served();
  const { ok, run, path } = await runResearchDemo({ apiUrl, print: (line) => lines.push(line) });
  expect({ ok, status: run.status }).toEqual({ ok: true, status: 'completed' });
  const told = lines.map((line) => line.trim());
  expect(path).toEqual([
    'observing',
    'implementing',
    'reflecting',
    'implementing',
    'reflecting',
    'observing',
    'implementing',
    'reflecting',
    'shipping',
  ]);
  expect(told).toEqual(
    expect.arrayContaining([
      expect.stringContaining('✗ reflect: "ship" leads to shipping, where no transition permits to go now.'),
      '✓ reflect: continue',
      '↺ pivot: back to observing',
      '✓ implement: {"a": 375, "b": 200, "c": 425}',
      'the run completed',
    ]),
  );
});
