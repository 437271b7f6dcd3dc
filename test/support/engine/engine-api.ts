import type { FastifyInstance } from 'fastify';
import { createAnswerCheck } from '../../../src/activities/check-answer.ts';
import { buildApp } from '../../../src/api/app.ts';
import type { ApiDependencies } from '../../../src/api/dependencies.ts';
import { rowsOf } from '../../../src/drawing/laid/rows.ts';
import { createGuardRegistry } from '../../../src/guards/registry.ts';
import { digestOf, digestOfJson } from '../../../src/store/digest.ts';
import { writeYaml } from '../../../src/text/write-yaml.ts';
import '../../../src/topologies/views.ts';
import { ScriptedScheduleClient } from '../../api/scripted-schedule-client.ts';
import type { AnyEngine } from './parts.ts';

/** What a test may have otherwise than the others. */
interface Surroundings
  extends Partial<Pick<ApiDependencies, 'schedules' | 'extensions' | 'parts' | 'compileSchema' | 'validateInput'>> {
  readonly settings?: Partial<ApiDependencies['settings']>;
}

/** What the API is told where a test says nothing else. */
export const API_SETTINGS: ApiDependencies['settings'] = {
  auth: 'none',
  publicUrl: () => 'http://test',
  reach: { hosts: [], checkHosts: true, origins: [] },
  namespace: 'default',
  version: '0.1.0',
  requireIfMatch: false,
  rateLimit: false,
  streams: { perPrincipal: 50, inAll: 1_000 },
};

/** The API over an engine's own store and run client, to be called with `inject`. */
export function apiOver(
  {
    store,
    runs,
    guards = createGuardRegistry({ sim: true }),
  }: Pick<AnyEngine, 'store' | 'runs'> & Partial<Pick<AnyEngine, 'guards'>>,
  { settings, ...more }: Surroundings = {},
): Promise<FastifyInstance> {
  return buildApp({
    store,
    runs,
    schedules: new ScriptedScheduleClient(),
    models: {
      defaultModel: 'sim:default',
      list: async () => [],
      endpoints: [],
      isPriced: () => true,
      offers: async () => ({ ok: true }),
    },
    guards,
    queues: { prefix: 'dsap', former: ['elder'], external: ['*'] },
    checkAnswer: createAnswerCheck({ store, guards }),
    generators: [],
    settings: { ...API_SETTINGS, ...settings },
    logger: false,
    digestOf,
    digestOfJson,
    compileSchema: () => [],
    validateInput: () => [],
    writeYaml,
    layOut: async (boxes) => rowsOf(boxes),
    ...more,
  });
}
