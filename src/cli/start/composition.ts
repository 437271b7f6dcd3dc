import type { Logger } from 'pino';
import type { Parts } from '../../authoring/parts.ts';
import type { Config } from '../../config/settings.ts';
import type { ExternalTemporal } from '../../config/temporal.ts';
import type { IslandFile } from '../../platform/island-files.ts';
import type { Sandboxes } from '../../sandbox/sandboxes.ts';
import type { Part } from '../lifecycle.ts';

/** A Temporal server that answers. */
export interface TemporalTarget {
  readonly address: string;
  readonly connectionOptions: ExternalTemporal['connectionOptions'];
  readonly namespace: string;
  /** Its Web UI, where it is known. */
  readonly uiUrl?: string;
}

export interface Surroundings {
  /** Its `port` is free and the one to listen on. */
  readonly config: Config;
  /** Migrated. */
  readonly databaseUrl: string;
  readonly temporal: TemporalTarget;
  readonly logger: Logger;
  /** The user's own. */
  readonly parts: Parts;
}

export interface ApiSurroundings extends Surroundings {
  /** The scripts of the console's pages, as soon as they are built; left out: pages without. */
  readonly islands?: Promise<readonly IslandFile[]>;
}

export interface WorkerSurroundings extends Surroundings {
  /** Where the simulated models are, without `/v1`; undefined where they are off. */
  readonly simUrl: string | undefined;
  readonly bundle: { readonly codePath: string };
  /** `others`: all but the guards', which a process of their own serves. */
  readonly queues: 'all' | 'others';
  /** Where guards run code; closed after the workers. */
  readonly sandboxes: Sandboxes;
}

/** What a process is given that judges and holds no secret. */
export interface GuardSurroundings
  extends Pick<WorkerSurroundings, 'config' | 'temporal' | 'logger' | 'sandboxes' | 'parts'> {
  /** Where the API is, without a slash at the end. */
  readonly apiUrl: string;
}

/** Workers at work. */
export interface PollingPart extends Part {
  /** The prefixes of the task queues that they poll now, the database's own first (R99). */
  readonly queues: () => readonly string[];
}

export interface RunningApi extends Part {
  readonly url: string;
}

/** The parts of the service, put together from all its layers. */
export interface Composition {
  /** Listens when it resolves. */
  startApi(surroundings: ApiSurroundings): Promise<RunningApi>;
  /** Polls when it resolves; its `ended` settles when a worker fails. */
  startWorkers(surroundings: WorkerSurroundings): Promise<PollingPart>;
  /** The same of the worker that serves the guards' queue alone. */
  startGuardWorker(surroundings: GuardSurroundings): Promise<PollingPart>;
}
