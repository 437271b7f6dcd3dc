import type { z } from 'zod';
import type { FoundMode } from '../../stories/failure-modes.ts';
import type { ChoiceStory } from '../../stories/topology-view.ts';
import type { Standing } from '../../stories/why.ts';
import type { BudgetView } from '../control/budget-view.ts';
import type { CorrectionView } from '../control/corrections-view.ts';
import type { StepView } from '../steps/view.ts';
import type { AttemptFacts, Usage } from './facts/attempt.ts';
import type { Ends } from './facts/ends.ts';
import type { Injected, Redirected, WayBack } from './facts/log.ts';
import type { QuestionFacts } from './facts/question.ts';
import type { Shown } from './facts/room.ts';
import type { TimelineLine } from './facts/timeline.ts';

/** Raised when a report of the same facts is written otherwise. */
export const REPORT_FORMAT = 4;

/**
 * All that a report tells of a run, as plain values: the same for every form of it, and the same again for a run that has ended.
 * Strings that somebody else wrote are as they were written; whoever shows them shows them by `visible`.
 */
export interface Report {
  readonly run: RunFacts;
  readonly standing: Standing & { readonly modes: readonly FoundMode[] };
  readonly budget: z.output<typeof BudgetView>;
  readonly usage: Usage & { readonly discarded: Usage };
  readonly graph: GraphFacts;
  readonly steps: StepsFacts;
  readonly choices: readonly ChoiceStory[];
  readonly timeline: Ends<TimelineLine>;
  readonly attempts: { readonly all: number; readonly shown: Ends<AttemptFacts> };
  readonly questions: Ends<QuestionFacts>;
  readonly corrections: Ends<CorrectionFacts>;
  readonly waysBack: Ends<WayBack>;
  readonly injected: Ends<InjectedFacts>;
  readonly artifacts: Ends<ServedFacts>;
  readonly documents: readonly DocumentFacts[];
}

export interface RunFacts {
  readonly id: string;
  readonly status: string;
  readonly ended: boolean;
  /** The last event that is told of. */
  readonly seq: number;
  /** The run stood at this event when the report was begun; null where it has not moved on since. */
  readonly begunAt: number | null;
  readonly workflow: {
    readonly name: string;
    readonly version: number;
    readonly digest: string;
    readonly topology: string;
  };
  readonly tags: readonly string[];
  readonly forkedFrom: { readonly runId: string; readonly from: string; readonly changed: readonly string[] } | null;
  readonly failure: { readonly code: string; readonly step: string | null; readonly detail: Shown } | null;
  readonly endedBy: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly endedAt: string | null;
  readonly durationMs: number | null;
}

export interface GraphFacts {
  /** A drawing; null where the graph is too large to be looked at. */
  readonly svg: string | null;
  readonly mermaid: string | null;
  readonly nodes: number;
}

/** Steps in declared order. */
export interface StepsFacts {
  readonly shown: readonly StepFacts[];
  readonly leftOut: number;
}

export interface StepFacts extends StepView {
  readonly optionalRequires: readonly string[];
  readonly goal: boolean;
}

export type CorrectionFacts = Omit<z.output<typeof CorrectionView>, 'description'> &
  Omit<Redirected, 'revision'> & {
    readonly description: Shown;
    readonly revision: string | null;
    /** Steps that began anew by it. */
    readonly reset: readonly string[];
  };

export type InjectedFacts = Omit<Injected, 'text' | 'digest'> & {
  /** A person's words; null where the rejections of `from` are meant. */
  readonly text: Shown | null;
};

/** What a step serves those that depend on it. */
export interface ServedFacts {
  readonly step: string;
  readonly id: string;
  readonly digest: string;
  /** It was brought along when the run was started. */
  readonly seeded: boolean;
}

/** A long text of the run: its input, its specification, the definition that it goes by. */
export interface DocumentFacts {
  readonly name: string;
  readonly digest: string;
  readonly text: Shown;
}
