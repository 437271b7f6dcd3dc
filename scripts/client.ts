// Writes anew what is generated for the client: the types of every operation, from the OpenAPI document: `npm run client`.
import { readFileSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { servedDocuments } from './build/served-documents.ts';
import { apiTypes } from './client/api-types.ts';

registerHooks({ resolve: (name, context, next) => next(name === 'typescript' ? 'typescript-5' : name, context) });

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const { openapi } = await servedDocuments(version);
writeFileSync(new URL('../src/client/generated/api.ts', import.meta.url), await apiTypes(openapi));
