import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const MODULE = new URL('../../../src/guards/typescript/stripped.ts', import.meta.url).href;

test('who starts us is not told what Node thinks of taking types away', async () => {
  const program = `import { stripped } from '${MODULE}'; console.log(stripped('let a: 1;'))`;
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
  expect({ stdout, stderr }).toEqual({ stdout: 'let a   ;\n', stderr: '' });
});
