import { evolve } from '../engine.ts';
import type { Store } from '../ports/store/store.ts';
import { createAgentTurns } from './artifacts/agent-turns.ts';
import { createArtifacts } from './artifacts/artifacts.ts';
import { createContents } from './artifacts/contents.ts';
import { createTexts, TEXT_CHANNEL } from './artifacts/texts.ts';
import { createCaps } from './caps.ts';
import { connectionSettings } from './connection.ts';
import { createImmutables } from './immutables.ts';
import { createLimits } from './limits.ts';
import { createAudit } from './log/audit.ts';
import { createCalls } from './log/calls.ts';
import { createChanges } from './log/changes.ts';
import { createEventLog, readerOf } from './log/event-log.ts';
import { createEventStreams } from './log/event-streams.ts';
import { createFaults, FAULT_CHANNEL } from './log/faults.ts';
import { createHeads } from './log/heads.ts';
import { openListener } from './log/listener.ts';
import { NOTIFICATION_CHANNEL, takeNotifications } from './log/notifications.ts';
import { createVerdicts } from './log/verdicts.ts';
import { createWaits } from './log/waits.ts';
import { lookIn, watchRuns } from './log/watched-runs.ts';
import { openDatabase, type StoreLogger } from './pool.ts';
import { createWorkerCapabilities } from './runs/capabilities.ts';
import { createDefinitions } from './runs/definitions.ts';
import { createEndpoints } from './runs/endpoints.ts';
import { createEscalations } from './runs/escalations.ts';
import { createPresence, presenceName } from './runs/presence.ts';
import { createRequests } from './runs/requests.ts';
import { createRevisions } from './runs/revisions.ts';
import { createRuns } from './runs/runs.ts';
import { FIRE_CHANNEL } from './schedules/fires.ts';
import { createSchedules } from './schedules/schedules.ts';
import { createServiceKeys } from './service-keys.ts';
import { createSessions } from './sessions.ts';
import { createAttempts } from './views/attempts.ts';
import { createExamples } from './views/examples.ts';
import { createStatistics } from './views/statistics.ts';
import { createTellings } from './views/tellings.ts';

export interface StoreOptions {
  readonly databaseUrl: string;
  readonly logger?: StoreLogger;
  /** Connections besides the one that listens. */
  readonly poolSize?: number;
  /** The identity of this process's workers, which the database then shows as present (`WorkerPresence`); left out: it has none. */
  readonly worker?: string;
  /** How many runs it remembers the end of the log of: as many as its workers keep workflows. */
  readonly runs?: number;
}

const POOL_SIZE = 10;
const STREAM_POOL_SIZE = 4;
const RUNS = 2_000;
const SILENT: StoreLogger = { warn: () => undefined };

/**
 * Connects, in the role that can only add to ℛ and the log (R79). Does not migrate: `migrate` does, and must have. Throws
 * `StoreUnavailable` when the database does not answer.
 */
export async function createStore({
  databaseUrl,
  logger = SILENT,
  poolSize = POOL_SIZE,
  worker,
  runs = RUNS,
}: StoreOptions): Promise<Store> {
  const settings = await connectionSettings(databaseUrl);
  const named = worker === undefined ? settings : { ...settings, application_name: presenceName(worker) };
  const listener = await openListener(named, [NOTIFICATION_CHANNEL, TEXT_CHANNEL, FIRE_CHANNEL, FAULT_CHANNEL], logger);
  const database = openDatabase(settings, poolSize, logger);
  // Opens no connection before the first stream.
  const streaming = openDatabase(settings, STREAM_POOL_SIZE, logger);
  const notifications = takeNotifications(listener, readerOf(database), logger);
  const watched = watchRuns({ notifications, listener, lookAt: lookIn(database) });
  const known = createImmutables();
  const heads = createHeads(runs);
  const definitions = createDefinitions(database, known);
  return {
    definitions,
    runs: createRuns(database, known, evolve),
    events: createEventLog({ database, notifications, watched, evolve, heads }),
    streams: createEventStreams(streaming),
    changes: createChanges({ database: streaming, notifications, listener }),
    revisions: createRevisions(database, known, definitions),
    artifacts: createArtifacts(database, known),
    contents: createContents(database, known),
    texts: createTexts({ database, streaming, listener }),
    verdicts: createVerdicts(database, known),
    faults: createFaults(database),
    waits: createWaits(database),
    caps: createCaps(database),
    limits: createLimits(database),
    calls: createCalls(database, known, heads),
    attempts: createAttempts(database),
    escalations: createEscalations(database),
    endpoints: createEndpoints(database),
    statistics: createStatistics(database),
    examples: createExamples(database),
    tellings: createTellings(database),
    requests: createRequests(database),
    audit: createAudit(database),
    capabilities: createWorkerCapabilities(database),
    presence: createPresence(database),
    keys: createServiceKeys(database),
    sessions: createSessions(database),
    schedules: createSchedules({ database, listener }),
    agents: createAgentTurns(database),
    ping: () => database.ping(),
    async close() {
      watched.close();
      await Promise.all([listener.close(), database.close(), streaming.close()]);
    },
  };
}
