// A real PostgreSQL, the real API: the sixth demonstration as `dsap demo` plays it.
import { runOutageDemo, waitingLine } from '../../examples/outage/demo.ts';
import { useService } from './served.ts';

const served = useService();

test('llm 3: a run whose provider is away goes on by itself: one attempt of each step, and nobody is asked', async () => {
  const lines: string[] = [];
  const apiUrl = await served();
  const { ok, run } = await runOutageDemo({ apiUrl, print: (line) => lines.push(line) });
  expect({ ok, run }).toMatchObject({ ok: true, run: { status: 'completed', attempts: { used: 6 } } });
  const told = lines.map((line) => line.trim());
  expect(told).toEqual(expect.arrayContaining(['✓ french: Bonjour !', 'the run completed']));
  expect(told.some((line) => /^asked +nobody$/.test(line))).toBe(true);
  expect(told.some((line) => /^attempts +6 for 6 steps/.test(line))).toBe(true);
});

test.each([
  [{ endpoint: 'sim:postcard' }, 'waiting for the endpoint sim:postcard since 08:59:01, next try 08:59:06 UTC'],
  [{ cap: 'tokens a day' }, 'waiting for the cap tokens a day since 08:59:01, next try 08:59:06 UTC'],
])('llm 3.3: a wait for %j is told with since when it lasts and when the next try is', (what, line) => {
  const times = { since: '2026-11-28T08:59:01.000Z', until: '2026-11-28T08:59:06.000Z' };
  expect(waitingLine({ ...what, ...times })).toBe(line);
});
