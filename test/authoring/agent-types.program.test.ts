// The compiler is run on one file, which says with @ts-expect-error what must not compile.
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { CHECKOUT, createHome } from '../support/processes/dsap.ts';

const run = promisify(execFile);

test('S4-5, S4-9, S4-10, S4-11, S4-12, S4-15, S4-16, S4-26, S4-27, S4x-2: the types of agents hold', async () => {
  const home = await createHome();
  try {
    const project = path.join(home.directory, 'tsconfig.json');
    const files = [path.join(CHECKOUT, 'test/authoring/fixtures/agent-types.ts')];
    const typeRoots = [path.join(CHECKOUT, 'node_modules/@types')];
    const compilerOptions = { typeRoots };
    await writeFile(
      project,
      JSON.stringify({ extends: path.join(CHECKOUT, 'tsconfig.json'), compilerOptions, include: [], files }),
    );
    const compiler = path.join(CHECKOUT, 'node_modules/typescript/bin/tsc');
    const { stdout } = await run(process.execPath, [compiler, '--project', project]);
    expect(stdout).toBe('');
  } finally {
    await home.remove();
  }
});
