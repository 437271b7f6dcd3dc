import { hostname } from 'node:os';
import path from 'node:path';
import { createAbortRegistry } from '../../activities/abort-registry.ts';
import { createGrowingTexts, type GrowingTexts } from '../../activities/generators/growing-texts.ts';
import { judgeOf } from '../../activities/guards/judge.ts';
import { createActivities } from '../../activities/index.ts';
import type { Config } from '../../config/settings.ts';
import { type Check, checkDefinition } from '../../definitions/checks/check.ts';
import { schemaErrors, schemaProblems } from '../../guards/isolation/schema-errors.ts';
import { createGuardRegistry } from '../../guards/registry.ts';
import type { QueueSettings } from '../../ports/external-queues.ts';
import { createGate, type Gate } from '../../ports/gate.ts';
import { queuesOfDatabase } from '../../ports/queues-of-database.ts';
import { createCallSigner, SIGNING_KEY } from '../../remote-guards/signed-token.ts';
import { loadCards } from '../../simulation/cards.ts';
import { databaseId } from '../../store/database-id.ts';
import { openSpool } from '../../store/keeping/answer-spool.ts';
import { emptySpool, type KeepingStore, keepingAnswers } from '../../store/keeping/keeping-store.ts';
import { createStore } from '../../store/postgres-store.ts';
import { clientOver, connectWorker } from '../../temporal/connection.ts';
import { createWantedQueues } from '../../temporal/wanted-queues.ts';
import { type WorkflowSlots, workflowSlots } from '../../temporal/workflow-slots.ts';
import { createWorkers } from '../../worker.ts';
import { closeAll } from '../close-all.ts';
import { runAll } from '../run-all.ts';
import { type RunLinesOptions, withRunLines } from '../run-lines.ts';
import type { PollingPart, WorkerSurroundings } from './composition.ts';
import { followQueues } from './follow-queues.ts';
import { measureTasks } from './measure-tasks.ts';
import { missingAdapters, modelsOf } from './models.ts';
import { openGateBy } from './open-gate.ts';
import { ownUrl } from './own-url.ts';
import { reportEndpoints } from './report-endpoints.ts';
import { useLogger } from './temporal-runtime.ts';

/** Under which Temporal and the database know the workers of this process. */
const IDENTITY = `${process.pid}@${hostname()}`;

/** The workers of one process, put together from all their layers. What was opened is closed again when the rest fails. */
export async function startWorkers(surroundings: WorkerSurroundings): Promise<PollingPart> {
  const { config, databaseUrl, logger } = surroundings;
  useLogger(logger);
  const store = await createStore({ databaseUrl, logger, poolSize: poolSize(config), worker: IDENTITY });
  const tell = (line: string) => logger.warn(line);
  const opened = [() => store.close()];
  try {
    // Several databases may share a data directory, one after the other.
    const id = await databaseId(store.keys);
    const spool = openSpool(path.join(config.dataDirectory, 'spool', id));
    const found = await emptySpool(spool, store, tell);
    if (found > 0) logger.info(`${found} answers of a former process were stored`);
    const keeping = keepingAnswers(withRunLines(store, runLines(surroundings)), { spool, tell });
    const gate = createGate();
    opened.unshift(await openGateBy({ gate, databaseUrl, logger, restore: () => emptySpool(spool, store, tell) }));
    return await startOn({ store: keeping, gate, queues: queuesOfDatabase(config.queues, id) }, opened, surroundings);
  } catch (error) {
    await closeAll(opened).catch(() => undefined);
    throw error;
  }
}

function runLines({ config, logger, simUrl }: WorkerSurroundings): RunLinesOptions {
  const apiUrl = config.publicUrl ?? config.apiUrl ?? simUrl ?? ownUrl(config);
  return { tell: (line) => logger.info(line), apiUrl, keyed: config.auth === 'keys' };
}

interface Beginnings {
  readonly store: KeepingStore;
  readonly gate: Gate;
  readonly queues: QueueSettings;
}

/** What it opens goes before what was opened already. */
async function startOn(
  { store, gate, queues }: Beginnings,
  opened: (() => Promise<void>)[],
  surroundings: WorkerSurroundings,
): Promise<PollingPart> {
  const { config, temporal, simUrl, bundle, sandboxes, parts, logger } = surroundings;
  const servesGuards = surroundings.queues === 'all';
  const aborts = createAbortRegistry(store.events);
  opened.unshift(async () => aborts.close());
  const connection = await connectWorker(temporal);
  opened.unshift(() => connection.close());
  const models = modelsOf(config, loadCards(config.cards), () => simUrl ?? '', {
    caps: store.caps,
    limits: store.limits,
    onTruncated: (text) => logger.warn(text),
    onRetired: (text) => logger.warn(text),
  });
  for (const warning of missingAdapters(config)) logger.warn(warning);
  const reporting = reportEndpoints(store.endpoints, IDENTITY, models);
  opened.unshift(() => reporting.close());
  const { floors } = config.sandbox;
  const guards = createGuardRegistry({
    sim: config.enableSim,
    judge: judgeOf(models, store.caps),
    sandboxes,
    floors,
    own: () => parts.guards(),
  });
  if (servesGuards) await store.capabilities.announce(IDENTITY, sandboxes.capabilities);
  const check = checkWith({ guards, parts, defaultModel: models.defaultModel, compileSchema: schemaProblems, queues });
  const texts = growingTexts(surroundings, store, opened);
  const activities = createActivities({
    gate,
    store,
    aborts,
    models,
    texts,
    guards,
    schemaErrors,
    check,
    parts,
    sandboxes: sandboxes.above(floors['command']),
  });
  const { limits, deployment, shutdownGraceSeconds } = config;
  const settings = {
    connection,
    namespace: temporal.namespace,
    codePath: bundle.codePath,
    activities,
    identity: IDENTITY,
    signer: createCallSigner(await store.keys.of(SIGNING_KEY)),
    slots: { generate: limits.llmSlots, guard: servesGuards ? limits.guardSlots : 0 },
    deployment,
    gate,
    grace: shutdownGraceSeconds * 1_000,
  };
  const client = clientOver(connection, temporal.namespace);
  const slotsOfQueue = measuredSlots(gate);
  const following = await followQueues({
    wanted: createWantedQueues({ client, store, queues, tell: (line) => logger.warn(line) }),
    poll: async (taskQueue) => runAll(await createWorkers({ ...settings, taskQueue, workflowSlots: slotsOfQueue() })),
    tell: (line) => logger.info(line),
  });
  return {
    ...following,
    close: () => closeAll([async () => store.spill(), following.close, ...opened]),
  };
}

function checkWith(options: Parameters<typeof checkDefinition>[1]): Check {
  return (document, before) => checkDefinition(document, options, before);
}

/** Closed before the store is. */
function growingTexts(
  { config, logger }: WorkerSurroundings,
  { texts: store }: KeepingStore,
  opened: (() => Promise<void>)[],
): GrowingTexts {
  const tell = (line: string) => logger.warn(line);
  const texts = createGrowingTexts({ store, room: config.textMaxMb * 2 ** 20, tell, now: () => performance.now() });
  opened.unshift(() => texts.close());
  return texts;
}

/** For each queue its own, whose workflow tasks the figures tell together. */
function measuredSlots(gate: Gate): () => WorkflowSlots {
  const all: WorkflowSlots[] = [];
  measureTasks(() => all.map(({ inHand }) => inHand()));
  return () => {
    const made = workflowSlots({ gate, now: () => performance.now() });
    all.push(made);
    return made;
  };
}

/** Calls use a connection for moments only, so there need not be one for each slot. */
function poolSize({ limits }: Config): number {
  return Math.min(20, 4 + limits.guardSlots + Math.ceil(limits.llmSlots / 10));
}
