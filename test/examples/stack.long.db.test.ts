// A real PostgreSQL, the real API, real sandboxes: the third demonstration as `dsap demo` plays it.
import { runStackDemo } from '../../examples/stack/demo.ts';
import { useService } from './served.ts';

const served = useService({ withSandboxes: true });

test('S0-T4a: tests are written first and shown red, code that errs is told why, and code that cheats is caught', async () => {
  const lines: string[] = [];
  const apiUrl = await served();
  const { ok, run } = await runStackDemo({ apiUrl, print: (line) => lines.push(line) });
  expect({ ok, run }).toMatchObject({ ok: true, run: { status: 'completed', attempts: { used: 5 } } });
  const told = lines.map((line) => line.trim());
  expect(told).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^✗ g_test: test-red: .* passes on a stub/),
      '✓ g_test: 5 tests, all red against a stub',
      expect.stringMatching(/^✗ g_impl: tests_green: .*IndexError/),
      '! g_impl cheats: it keeps nothing, and whatever it gives equals everything',
      expect.stringMatching(/^✗ g_impl: tests_green: test_the_last_item_comes_off_first/),
      '✓ g_impl: every test is green',
      'the run completed',
      expect.stringMatching(/^accepted +22 lines of Python, 502 bytes$/),
      expect.stringMatching(/^judged by +the split protocol in (deno|bwrap) /),
      expect.stringMatching(/^the cheat +http.*\/steps\/g_impl\/attempts\/2$/),
    ]),
  );
}, 120_000);
