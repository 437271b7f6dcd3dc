import type { Offer } from '../../model/isolation.ts';

/** What workers say of themselves when they come up. Only ever added to; a worker's newest word counts. */
export interface WorkerOffers {
  /** `worker` is its identity at the Temporal server. */
  announce(worker: string, offers: readonly Offer[]): Promise<void>;
  /** By worker; without those that have announced nothing. */
  of(workers: readonly string[]): Promise<ReadonlyMap<string, readonly Offer[]>>;
}

/** Which processes with workers are connected now. */
export interface WorkerPresence {
  /** Of these identities at the Temporal server, those whose process is connected to the database. */
  of(identities: readonly string[]): Promise<ReadonlySet<string>>;
}
