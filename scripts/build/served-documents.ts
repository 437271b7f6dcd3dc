import { stringify } from 'yaml';
import { buildApp } from '../../src/api/app.ts';
import { generatorRows } from '../../src/definitions/schema/generator-rows.ts';
import { createGuardRegistry } from '../../src/guards/registry.ts';
import { digestOf, digestOfJson } from '../../src/store/digest.ts';
import '../../src/topologies/views.ts';

export interface ServedDocuments {
  readonly openapi: string;
  readonly workflowSchema: string;
}

/** The OpenAPI document and the JSON Schema of definitions, as a service of this version serves them, as JSON. No server is started for it. */
export async function servedDocuments(version: string): Promise<ServedDocuments> {
  const app = await buildApp({
    store: neverAsked(),
    runs: neverAsked(),
    schedules: neverAsked(),
    models: neverAsked(),
    guards: createGuardRegistry({ sim: true, judge: neverAsked() }),
    queues: { prefix: 'dsap', former: [], external: [] },
    generators: generatorRows(),
    settings: {
      auth: 'none',
      publicUrl: () => 'http://localhost:8080',
      namespace: 'default',
      reach: { hosts: [], checkHosts: false, origins: [] },
      version,
      requireIfMatch: false,
      rateLimit: false,
      streams: { perPrincipal: 0, inAll: 0 },
    },
    logger: false,
    digestOf,
    digestOfJson,
    checkAnswer: neverAsked(),
    compileSchema: neverAsked(),
    validateInput: neverAsked(),
    writeYaml: stringify,
    layOut: neverAsked(),
  });
  try {
    const [openapi, workflowSchema] = [await app.inject('/openapi.json'), await app.inject('/v1/schemas/workflow')];
    return { openapi: openapi.body, workflowSchema: workflowSchema.body };
  } finally {
    await app.close();
  }
}

/** In the place of what serves requests only: whatever is asked of it is of its kind again. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- its place says of which kind it is
function neverAsked<Kind>(): Kind {
  const nothing: Kind = new Proxy(
    Object(() => undefined),
    { get: () => nothing },
  );
  return nothing;
}
