import { hostname } from 'node:os';
import { createAbortRegistry } from '../activities/abort-registry.ts';
import { createActivities } from '../activities/index.ts';
import type { Config } from '../config.ts';
import { type Check, checkDefinition } from '../domain/definition/check.ts';
import { schemaErrors, schemaProblem } from '../guards/isolation/schema-errors.ts';
import { createGuardRegistry } from '../guards/registry.ts';
import { createSealer, SEAL_KEY } from '../remote-guards/seal.ts';
import { loadCards } from '../sim/cards.ts';
import { createStore } from '../store/postgres-store.ts';
import { connectWorker } from '../temporal/connection.ts';
import { createWorkers } from '../worker.ts';
import { closeAll } from './close-all.ts';
import type { WorkerSurroundings } from './composition.ts';
import { judgeOf } from './judge.ts';
import type { Part } from './lifecycle.ts';
import { modelsOf } from './models.ts';
import { runAll } from './run-all.ts';
import { useLogger } from './temporal-runtime.ts';

/** The workers of one process, put together from all their layers. */
export async function startWorkers(surroundings: WorkerSurroundings): Promise<Part> {
  const { config, databaseUrl, temporal, logger, simUrl, bundle, queues, sandboxes, parts } = surroundings;
  useLogger(logger);
  const store = await createStore({ databaseUrl, logger, poolSize: poolSize(config) });
  const aborts = createAbortRegistry(store.events);
  const connection = await connectWorker(temporal);
  const models = modelsOf(config, loadCards(config.cards), () => simUrl ?? '');
  const { floors } = config.sandbox;
  const guards = createGuardRegistry({
    sim: config.enableSim,
    judge: judgeOf(models),
    sandboxes,
    floors,
    own: () => parts.guards(),
  });
  const forPrograms = sandboxes.above(floors['command']);
  const identity = `${process.pid}@${hostname()}`;
  if (queues === 'all') await store.offers.announce(identity, sandboxes.offers);
  const { defaultModel } = models;
  const check: Check = (document, before) =>
    checkDefinition(document, { guards, parts, defaultModel, compileSchema: schemaProblem }, before);
  const activities = createActivities({
    store,
    aborts,
    models,
    guards,
    schemaErrors,
    check,
    parts,
    sandboxes: forPrograms,
  });
  const { taskQueue, limits, deployment, shutdownGraceSeconds } = config;
  const workers = await createWorkers({
    connection,
    namespace: temporal.namespace,
    taskQueue,
    codePath: bundle.codePath,
    activities,
    identity,
    sealer: createSealer(await store.keys.of(SEAL_KEY)),
    slots: { generate: limits.llmSlots, guard: queues === 'all' ? limits.guardSlots : 0 },
    deployment,
    grace: shutdownGraceSeconds * 1_000,
  });
  const { ended, close } = runAll(workers);
  return {
    ended,
    close: () => closeAll([close, async () => aborts.close(), () => connection.close(), () => store.close()]),
  };
}

/** Calls use a connection for moments only, so there need not be one for each slot. */
function poolSize({ limits }: Config): number {
  return Math.min(20, 4 + limits.guardSlots + Math.ceil(limits.llmSlots / 10));
}
