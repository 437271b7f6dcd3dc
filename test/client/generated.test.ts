import { readFileSync } from 'node:fs';
import { servedDocuments } from '../../scripts/build/served-documents.ts';
import { apiTypes } from '../../scripts/client/api-types.ts';

test('the types of the client are those of the OpenAPI document of today: `npm run client` writes them anew', async () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const { openapi } = await servedDocuments(version);
  expect(readFileSync('src/client/generated/api.ts', 'utf8')).toBe(await apiTypes(openapi));
});
