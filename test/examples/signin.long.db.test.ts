// A real PostgreSQL, the real API, real sandboxes: the fourth demonstration as `dsap demo` plays it.
import { runSigninDemo } from '../../examples/signin/demo.ts';
import { useService } from './served.ts';

const served = useService({ withSandboxes: true });

test('S1-7.2.2-e, S1-3.1-c, S1-3.4-a: agreed on, one way after the other, redirected; then both at once', async () => {
  const lines: string[] = [];
  const apiUrl = await served();
  const { ok, runs } = await runSigninDemo({ apiUrl, print: (line) => lines.push(line), width: 200 });
  expect({ ok, runs }).toMatchObject({ ok: true, runs: [{ status: 'completed' }, { status: 'completed' }] });
  const told = lines.map((line) => line.trim());
  const second = told.indexOf('The same graph, with both ways tried at once');
  const [oneByOne, atOnce] = [told.slice(0, second), told.slice(second)];
  expect(oneByOne).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^\? the run is awaiting_alignment, for want of goal, backgroundIntent, deliverables/),
      '▸ jwt begins, 4 to do',
      '▸ page begins, 4 to do',
      expect.stringMatching(/^✗ jwt: python-tests: .*after sign_out the same token must name nobody/),
      '↺ jwt goes in circles',
      '✗ auth_method: jwt is given up, and what else is done goes on',
      '→ auth_method: session (jwt failed)',
      '! a person redirects the run: “A session ends after 15 minutes.”',
      '– session: the attempt under way is cut off; whatever it answers counts for nothing',
      '✓ auth_method: session it is',
      expect.stringMatching(/^✓ checked from outside: file app\.py/),
      expect.stringMatching(/^✓ checked from outside: guard python-tests on auth_method/),
      '✓ the base case holds',
      expect.stringMatching(/^Trail +try jwt → give up jwt → try session$/),
      expect.stringMatching(/^redirected +LIFETIME = 15 \* 60$/),
    ]),
  );
  expect(atOnce).toEqual(
    expect.arrayContaining([
      '→ auth_method: jwt (2 choices are tried at once)',
      '→ auth_method: session (2 choices are tried at once)',
      '– jwt: the attempt under way is cut off; whatever it answers counts for nothing',
      '✓ auth_method: session it is',
      '✓ the base case holds',
    ]),
  );
}, 120_000);
