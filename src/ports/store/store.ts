/**
 * The ports to ℛ, the event log and the views (design 4 and 5). Contents, artifact versions, verdicts, faults, decisions and events
 * are only ever inserted; views are caches of the log, rebuildable. One implementation, over PostgreSQL, in `src/store`.
 */
import type { AgentTurns } from '../../model/agent-turn.ts';
import type { Artifacts } from './artifacts.ts';
import type { Attempts } from './attempts.ts';
import type { Audit } from './audit.ts';
import type { Calls } from './calls.ts';
import type { Caps } from './caps.ts';
import type { Changes } from './changes.ts';
import type { Contents } from './contents.ts';
import type { Definitions } from './definitions.ts';
import type { Endpoints } from './endpoints.ts';
import type { Escalations } from './escalations.ts';
import type { EventLog, EventStreams } from './events.ts';
import type { Examples } from './examples.ts';
import type { Faults } from './faults.ts';
import type { ServiceKeys } from './keys.ts';
import type { Limits } from './limits.ts';
import type { Requests } from './requests.ts';
import type { Revisions } from './revisions.ts';
import type { Runs } from './runs.ts';
import type { Schedules } from './schedules.ts';
import type { Sessions } from './sessions.ts';
import type { Statistics } from './statistics.ts';
import type { Tellings } from './tellings.ts';
import type { Texts } from './texts.ts';
import type { Verdicts } from './verdicts.ts';
import type { Waits } from './waits.ts';
import type { WorkerCapabilities, WorkerPresence } from './workers.ts';

/** What the calls of a run take of the store. */
export interface CallStore {
  readonly runs: Pick<Runs, 'find'>;
  readonly events: Pick<EventLog, 'append' | 'waitFor'>;
  readonly revisions: Revisions;
  readonly artifacts: Pick<Artifacts, 'save' | 'find' | 'byToken' | 'acceptedBefore'>;
  readonly contents: Pick<Contents, 'put' | 'get'>;
  readonly verdicts: Pick<Verdicts, 'save'>;
  readonly faults: Faults;
  readonly waits: Waits;
  readonly calls: Calls;
  readonly attempts: Pick<Attempts, 'rejected'>;
  readonly agents: AgentTurns;
}

export interface Store {
  readonly definitions: Definitions;
  readonly runs: Runs;
  readonly events: EventLog;
  readonly streams: EventStreams;
  readonly changes: Changes;
  readonly revisions: Revisions;
  readonly artifacts: Artifacts;
  readonly contents: Contents;
  readonly texts: Texts;
  readonly verdicts: Verdicts;
  readonly faults: Faults;
  readonly waits: Waits;
  readonly caps: Caps;
  readonly limits: Limits;
  readonly calls: Calls;
  readonly attempts: Attempts;
  readonly escalations: Escalations;
  readonly endpoints: Endpoints;
  readonly statistics: Statistics;
  readonly examples: Examples;
  readonly tellings: Tellings;
  readonly requests: Requests;
  readonly audit: Audit;
  readonly capabilities: WorkerCapabilities;
  readonly presence: WorkerPresence;
  readonly keys: ServiceKeys;
  readonly sessions: Sessions;
  readonly schedules: Schedules;
  readonly agents: AgentTurns;
  /** Throws `StoreUnavailable` when the database does not answer within a second. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
