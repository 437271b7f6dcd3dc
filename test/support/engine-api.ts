import type { FastifyInstance } from 'fastify';
import { stringify } from 'yaml';
import { buildApp } from '../../src/api/app.ts';
import type { ApiDependencies } from '../../src/api/dependencies.ts';
import { createGuardRegistry } from '../../src/guards/registry.ts';
import { rowsOf } from '../../src/layout/rows.ts';
import { digestOf, digestOfJson } from '../../src/store/digest.ts';
import type { TestEngine } from './engine.ts';

/** The API over an engine's own store and run client, to be called with `inject`. */
export function apiOver(
  {
    store,
    runs,
    guards = createGuardRegistry({ sim: true }),
  }: Pick<TestEngine, 'store' | 'runs'> & Partial<Pick<TestEngine, 'guards'>>,
  { settings, ...more }: Pick<ApiDependencies, 'extensions'> & { settings?: Partial<ApiDependencies['settings']> } = {},
): Promise<FastifyInstance> {
  return buildApp({
    store,
    runs,
    models: { defaultModel: 'sim:default', list: async () => [], offers: async () => ({ ok: true }) },
    guards,
    generators: [],
    settings: {
      auth: 'none',
      publicUrl: () => 'http://test',
      reach: { hosts: [], checkHosts: true, origins: [] },
      namespace: 'default',
      version: '0.1.0',
      requireIfMatch: false,
      rateLimit: false,
      ...settings,
    },
    logger: false,
    digestOf,
    digestOfJson,
    compileSchema: () => undefined,
    validateInput: () => [],
    writeYaml: (document) => stringify(document),
    layOut: async (boxes) => rowsOf(boxes),
    ...more,
  });
}
