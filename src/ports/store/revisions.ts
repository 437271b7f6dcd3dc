import type { Plan } from '../../model/plan.ts';

/** What a redirect made of a run's definition: the document by its digest, and what the workflow goes by. */
interface Revision {
  readonly digest: string;
  readonly document: unknown;
  readonly plan: Plan;
}

export interface Revisions {
  /** Stored before the redirect reaches the run; the log says whether it ever held. */
  save(runId: string, revision: Revision): Promise<void>;
  /** The document that the run goes by now: its definition's, or what the newest redirect made of it. */
  document(runId: string): Promise<unknown>;
}
