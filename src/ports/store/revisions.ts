import type { Plan } from '../../model/plan.ts';
import type { RunRecord } from './runs.ts';

/** What a redirect made of a run's definition: the document by its digest, and what the workflow goes by. */
interface Revision {
  readonly digest: string;
  readonly document: unknown;
  readonly plan: Plan;
}

export interface Revisions {
  /** Stored before the redirect reaches the run; the log says whether it ever held. */
  save(runId: string, revision: Revision): Promise<void>;
  /** The document that a run goes by as its record says: its definition's, or what the newest redirect made of it. Nobody changes it. */
  document(record: Pick<RunRecord, 'id' | 'definition' | 'revision'>): Promise<unknown>;
}
