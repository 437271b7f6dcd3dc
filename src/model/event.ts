/**
 * The event log of a run: dense numbers from 1, append-only, public (api 3). Events record decisions as facts, so a log reads
 * the same under later rules. Ids, digests, counters and signatures only; texts are in the store (design 4). Each subject has its shapes
 * in `events/`; what an event does and says is with its owner (`core/events/home.ts`).
 */
import type { SearchEvent } from './events/and-or.ts';
import type { AttemptEvent } from './events/attempts.ts';
import type { BaseCaseEvent } from './events/base-case.ts';
import type { BudgetEvent } from './events/budgets.ts';
import type { EscalationEvent } from './events/escalations.ts';
import type { MachineEvent } from './events/machine.ts';
import type { RecoveryEvent } from './events/recovery.ts';
import type { RedirectEvent } from './events/redirects.ts';
import type { RunEvent } from './events/run.ts';
import type { StepEvent } from './events/steps.ts';

export type Body =
  | RunEvent
  | StepEvent
  | AttemptEvent
  | RecoveryEvent
  | EscalationEvent
  | RedirectEvent
  | BudgetEvent
  | SearchEvent
  | BaseCaseEvent
  | MachineEvent;

/** `at` is milliseconds since the epoch: of the workflow's clock, hence the same on replay. */
export type Event = Body & { readonly seq: number; readonly at: number };

/** The events of one type. */
export type EventOf<Type extends Event['type']> = { [Each in Event as Each['type']]: Each }[Type];
