import { readFile } from 'node:fs/promises';
import { DOCUMENT_DIGEST, pythonDocument } from '../../scripts/python-client/document.ts';

test('the models of the Python client are those of the OpenAPI document; else: npm run python-client', async () => {
  const generated = new URL(`../../clients/python/src/dsap_client/generated/${DOCUMENT_DIGEST}`, import.meta.url);
  expect((await readFile(generated, 'utf8')).trim()).toBe((await pythonDocument()).digest);
});
