// The example's own test, as `node --test` runs it where dsap is installed.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { CHECKOUT } from '../support/processes/dsap.ts';

const run = promisify(execFile);

test('running 3: the test of the example with parts of its own passes', async () => {
  const hook = path.join(CHECKOUT, 'test/support/fixtures/dsap-of-sources.ts');
  const args = ['--disable-warning=ExperimentalWarning', '--import', hook, '--test', 'expense-reader.test.ts'];
  const { stdout } = await run(path.join(CHECKOUT, 'bin/node'), args, {
    cwd: path.join(CHECKOUT, 'examples/own-parts'),
  });
  expect(stdout).toMatch(/pass 1\n[^]*fail 0/);
});
