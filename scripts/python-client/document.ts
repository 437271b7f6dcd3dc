import { createHash } from 'node:crypto';
import { z } from 'zod';
import { servedDocuments } from '../build/served-documents.ts';

/** Beside the models: of which document they were made. */
export const DOCUMENT_DIGEST = 'document.sha256';

/** Whose answers the Python client has models of. */
const OPERATIONS = [
  'listRuns',
  'getRun',
  'getResult',
  'listEvents',
  'listArtifacts',
  'listEscalations',
  'getEscalation',
  'publishWorkflow',
  'getSchedule',
];

const Operation = z.looseObject({ operationId: z.string(), responses: z.record(z.string(), z.unknown()) });
const Document = z.looseObject({
  info: z.looseObject({ version: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z.looseObject({ schemas: z.record(z.string(), z.unknown()) }),
});

/** The OpenAPI document as far as the models need it, of no version, so that they change when shapes do. */
export async function pythonDocument(): Promise<{ readonly text: string; readonly digest: string }> {
  const whole = Document.parse(JSON.parse((await servedDocuments('0')).openapi));
  const paths = Object.fromEntries(
    Object.entries(whole.paths).flatMap(([address, methods]) => {
      const kept = Object.entries(methods).flatMap(([method, given]) => {
        const operation = Operation.safeParse(given).data;
        if (!operation || !OPERATIONS.includes(operation.operationId)) return [];
        const { operationId, responses } = operation;
        const answers = Object.entries(responses).filter(([status]) => status.startsWith('2'));
        return [[method, { operationId, responses: Object.fromEntries(answers) }] as const];
      });
      return kept.length === 0 ? [] : [[address, Object.fromEntries(kept)] as const];
    }),
  );
  const schemas = reached(paths, whole.components.schemas);
  const text = JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'dsap', version: '0' },
    paths,
    components: { schemas },
  });
  return { text, digest: createHash('sha256').update(text).digest('hex') };
}

/** The schemas that something refers to, and those that these refer to. */
function reached(from: unknown, schemas: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const found = new Map<string, unknown>();
  const look = (value: unknown): void => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (found.has(name)) continue;
      found.set(name, schemas[name]);
      look(schemas[name]);
    }
  };
  look(from);
  return Object.fromEntries([...found].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
