import { hostname } from 'node:os';
import { NO_NOTIFICATIONS } from '../../src/activities/abort-registry.ts';
import { NO_TEXTS } from '../../src/activities/generators/growing-texts.ts';
import { createActivities } from '../../src/activities/index.ts';
import { NO_OWN_PARTS } from '../../src/authoring/parts.ts';
import { closeAll } from '../../src/cli/close-all.ts';
import type { PollingPart, WorkerSurroundings } from '../../src/cli/start/composition.ts';
import { modelsOf } from '../../src/cli/start/models.ts';
import { checkDefinition } from '../../src/definitions/checks/check.ts';
import { schemaErrors } from '../../src/guards/isolation/schema-errors.ts';
import { createGuardRegistry } from '../../src/guards/registry.ts';
import { queuesOfDatabase } from '../../src/ports/queues-of-database.ts';
import { createCallSigner, SIGNING_KEY } from '../../src/remote-guards/signed-token.ts';
import { NO_SANDBOXES } from '../../src/sandbox/sandboxes.ts';
import { loadCards } from '../../src/simulation/cards.ts';
import { databaseId } from '../../src/store/database-id.ts';
import { createStore } from '../../src/store/postgres-store.ts';
import { connectWorker } from '../../src/temporal/connection.ts';
import { createWorkers } from '../../src/worker.ts';

/** The workers as they are started, but without the direct path of a stop (R83). */
export async function startDeafWorkers(surroundings: WorkerSurroundings): Promise<PollingPart> {
  const { config, databaseUrl, temporal, logger, simUrl, bundle } = surroundings;
  const identity = `${process.pid}@${hostname()}`;
  const store = await createStore({ databaseUrl, logger, worker: identity });
  const connection = await connectWorker(temporal);
  const models = modelsOf(config, loadCards(config.cards), () => simUrl ?? '');
  const guards = createGuardRegistry({ sim: true });
  const check = (document: unknown) => checkDefinition(document, { guards, defaultModel: models.defaultModel });
  const { prefix } = queuesOfDatabase(config.queues, await databaseId(store.keys));
  const workers = await createWorkers({
    connection,
    namespace: temporal.namespace,
    taskQueue: prefix,
    codePath: bundle.codePath,
    identity,
    activities: createActivities({
      store,
      aborts: NO_NOTIFICATIONS,
      models,
      texts: NO_TEXTS,
      guards,
      schemaErrors,
      check,
      parts: NO_OWN_PARTS,
      sandboxes: NO_SANDBOXES,
    }),
    signer: createCallSigner(await store.keys.of(SIGNING_KEY)),
    slots: { generate: config.limits.llmSlots, guard: config.limits.guardSlots },
    grace: config.shutdownGraceSeconds * 1_000,
  });
  const ended = Promise.all(workers.map((worker) => worker.run()));
  return {
    ended,
    queues: () => [prefix],
    close: () =>
      closeAll([
        async () => {
          for (const worker of workers) worker.shutdown();
          await ended;
        },
        () => connection.close(),
        () => store.close(),
      ]),
  };
}
