import type { Capability } from '../../model/isolation.ts';

/** What workers say of themselves when they come up. Only ever added to; a worker's newest word counts. */
export interface WorkerCapabilities {
  /** `worker` is its identity at the Temporal server. */
  announce(worker: string, capabilities: readonly Capability[]): Promise<void>;
  /** By worker; without those that have announced nothing. */
  of(workers: readonly string[]): Promise<ReadonlyMap<string, readonly Capability[]>>;
}

/** Which processes with workers are connected now. */
export interface WorkerPresence {
  /** Of these identities at the Temporal server, those whose process is connected to the database. */
  of(identities: readonly string[]): Promise<ReadonlySet<string>>;
}
