import { evolve } from '../domain/evolve.ts';
import type { Store } from '../domain/store.ts';
import { createAgentTurns } from './agent-turns.ts';
import { createArtifacts } from './artifacts.ts';
import { createAttempts } from './attempts.ts';
import { createAudit } from './audit.ts';
import { createCalls } from './calls.ts';
import { connectionSettings } from './connection.ts';
import { createContents } from './contents.ts';
import { createDefinitions } from './definitions.ts';
import { createEscalations } from './escalations.ts';
import { createEventLog } from './event-log.ts';
import { createEventStreams } from './event-streams.ts';
import { createExamples } from './examples.ts';
import { createFaults } from './faults.ts';
import { openListener } from './listener.ts';
import { NEWS_CHANNEL } from './news.ts';
import { createOffers } from './offers.ts';
import { openDatabase, type StoreLogger } from './pool.ts';
import { createPresence, presenceName } from './presence.ts';
import { createRequests } from './requests.ts';
import { createRevisions } from './revisions.ts';
import { createRuns } from './runs.ts';
import { createServiceKeys } from './service-keys.ts';
import { createStatistics } from './statistics.ts';
import { createVerdicts } from './verdicts.ts';

export interface StoreOptions {
  readonly databaseUrl: string;
  readonly logger?: StoreLogger;
  /** Connections besides the one that listens. */
  readonly poolSize?: number;
  /** The identity of this process's workers, which the database then shows as present (`WorkerPresence`); left out: it has none. */
  readonly worker?: string;
}

const POOL_SIZE = 10;
const STREAM_POOL_SIZE = 4;
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
}: StoreOptions): Promise<Store> {
  const settings = await connectionSettings(databaseUrl);
  const named = worker === undefined ? settings : { ...settings, application_name: presenceName(worker) };
  const listener = await openListener(named, NEWS_CHANNEL, logger);
  const database = openDatabase(settings, poolSize, logger);
  // Opens no connection before the first stream.
  const streaming = openDatabase(settings, STREAM_POOL_SIZE, logger);
  return {
    definitions: createDefinitions(database),
    runs: createRuns(database, evolve),
    events: createEventLog({ database, listener, evolve, logger }),
    streams: createEventStreams(streaming),
    revisions: createRevisions(database),
    artifacts: createArtifacts(database),
    contents: createContents(database),
    verdicts: createVerdicts(database),
    faults: createFaults(database),
    calls: createCalls(database),
    attempts: createAttempts(database),
    escalations: createEscalations(database),
    statistics: createStatistics(database),
    examples: createExamples(database),
    requests: createRequests(database),
    audit: createAudit(database),
    offers: createOffers(database),
    presence: createPresence(database),
    keys: createServiceKeys(database),
    agents: createAgentTurns(database),
    ping: () => database.ping(),
    async close() {
      await Promise.all([listener.close(), database.close(), streaming.close()]);
    },
  };
}
