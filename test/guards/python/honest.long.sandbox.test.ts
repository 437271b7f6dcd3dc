// Real Python in Deno: honest implementations pass, each program in a process of its own. Many cases in one interpreter: every wrong word is
// found out, and the linter finds nothing wrong with honest modules.
import { honestPasses, onlyInOneProcess } from './honest.ts';
import { lintedLibrary } from './linted-library.ts';
import { openDeno, openOneInterpreter } from './support.ts';
import { findsOut, WRONG_WORDS } from './wrong-words.ts';

const apart = await openDeno();
const sandbox = await openOneInterpreter();

afterAll(() => Promise.all([apart.close(), sandbox.close()]));

honestPasses(apart, 'split');
honestPasses(apart, 'canary');

describe('tests that only mean something in one process', () => {
  onlyInOneProcess(apart);
});

findsOut(sandbox, WRONG_WORDS);

test('python-lint finds nothing wrong with the standard library, as far as its modules are of the size of artifacts', async () => {
  const { count, found } = await lintedLibrary(sandbox, 12_000);
  expect(count).toBeGreaterThan(250);
  // It is imported there under `if False`, so nothing binds it.
  expect(found).toEqual({ '_colorize.py': ['ClassVar', expect.any(Number)] });
}, 150_000);
