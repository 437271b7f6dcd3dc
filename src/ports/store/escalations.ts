import type { EscalationKind } from '../../model/events/escalations.ts';
import type { EscalationState } from '../../model/run-state.ts';
import type { Page, PageRequest } from './pages.ts';

export interface EscalationRow {
  readonly runId: string;
  readonly workflow: string;
  readonly escalation: EscalationState;
}

export interface EscalationQuery {
  readonly status?: EscalationState['status'];
  readonly runId?: string;
  readonly kind?: EscalationKind;
  readonly isByUrgency?: boolean;
}

export interface Escalations {
  find(id: string): Promise<EscalationRow | undefined>;
  /** Newest first, or by urgency: those that expire first, then the oldest. */
  list(query: EscalationQuery, page: PageRequest): Promise<Page<EscalationRow>>;
}
