// `npm run python-client`: makes the models of the Python client anew from the OpenAPI document, by openapi-python-client from PyPI.
import { execFile } from 'node:child_process';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { pythonWith } from '../test/support/processes/python.ts';
import { DOCUMENT_DIGEST, pythonDocument } from './python-client/document.ts';

const GENERATED = fileURLToPath(new URL('../clients/python/src/dsap_client/generated', import.meta.url));

const python = await pythonWith('openapi-python-client==0.29.1');
if ('why' in python) throw new Error(python.why);
const folder = await mkdtemp(path.join(tmpdir(), 'dsap-python-client-'));
try {
  const { text, digest } = await pythonDocument();
  await writeFile(path.join(folder, 'openapi.json'), text);
  // The order of enumerations, and nothing else, would follow their values.
  await writeFile(path.join(folder, 'options.yaml'), 'literal_enums: true\npost_hooks: []\n');
  const options = ['--path', 'openapi.json', '--config', 'options.yaml', '--meta', 'none', '--output-path', 'made'];
  await promisify(execFile)(python.program, ['-m', 'openapi_python_client', 'generate', ...options], {
    cwd: folder,
    env: { ...process.env, PYTHONPATH: python.packages },
    maxBuffer: 16 * 2 ** 20,
  });
  await rm(GENERATED, { recursive: true, force: true });
  await rename(path.join(folder, 'made'), GENERATED);
  for (const part of ['api', 'client.py', 'errors.py']) await rm(path.join(GENERATED, part), { recursive: true });
  await writeFile(
    path.join(GENERATED, '__init__.py'),
    '"""Made of the OpenAPI document: `npm run python-client`."""\n',
  );
  await writeFile(path.join(GENERATED, DOCUMENT_DIGEST), `${digest}\n`);
  console.log(`The models in ${path.relative(process.cwd(), GENERATED)} are those of the document ${digest}.`);
} finally {
  await rm(folder, { recursive: true, force: true });
}
