import type { EscalationKind } from '../../model/events/escalations.ts';
import type { EscalationState } from '../../model/run-state.ts';
import type { Page, PageRequest } from './pages.ts';

export interface EscalationRow {
  readonly runId: string;
  readonly workflow: string;
  readonly escalation: EscalationState;
}

export interface Escalations {
  find(id: string): Promise<EscalationRow | undefined>;
  /** Newest first. */
  list(
    filter: { readonly status?: EscalationState['status']; readonly runId?: string; readonly kind?: EscalationKind },
    page: PageRequest,
  ): Promise<Page<EscalationRow>>;
}
