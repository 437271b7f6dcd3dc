// Real Python in Deno, many cases in one interpreter: every wrong word is found out, and the linter finds nothing wrong with honest modules.
import { lintedLibrary } from './linted-library.ts';
import { openOneInterpreter } from './support.ts';
import { findsOut, WRONG_WORDS } from './wrong-words.ts';

const sandbox = await openOneInterpreter();

afterAll(() => sandbox.close());

findsOut(sandbox, WRONG_WORDS);

test('python-lint finds nothing wrong with the standard library, as far as its modules are of the size of artifacts', async () => {
  const { count, found } = await lintedLibrary(sandbox, 12_000);
  expect(count).toBeGreaterThan(250);
  // It is imported there under `if False`, so nothing binds it.
  expect(found).toEqual({ '_colorize.py': ['ClassVar', expect.any(Number)] });
}, 150_000);
