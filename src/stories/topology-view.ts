/**
 * What a topology tells of its runs to people: its part of the state, its graph, what came of its choices. Everything is derived from plan
 * and state, both as they are stored, and what is shown beside them is read through `Stored`.
 */

import { createRegistry } from '../core/registry.ts';
import type { Decomposed } from '../model/events/and-or.ts';
import type { MACHINE_ENDS, TurnRecord } from '../model/machine-state.ts';
import type { StepPlan } from '../model/plan.ts';
import type { Run } from '../model/run.ts';
import type { Graph } from './graph.ts';

export interface TopologyView {
  /** As plans name it. */
  readonly kind: string;
  /** Its part of the control state, without any text of the user's. */
  state(run: Run): OwnState;
  /** Its texts beside that. Reads nothing that it does not tell; rejects as reading does. */
  said(run: Run, stored: Stored): Promise<Said>;
  /** What is drawn of the run. */
  graph(run: Run): Graph;
  /** That graph as a Mermaid flowchart. */
  mermaid(graph: Graph): string;
  /** Whether what the step made is a binding of the run by now. */
  isPublished(run: Run, step: StepPlan): boolean;
  /** What each of its alternatives came to (R85), in declared order; [] where it has none. */
  choices(run: Run): readonly ChoiceStory[];
  /** How often a winner made way for another choice, and how often it may; undefined where there are no choices. */
  swaps(run: Run): { readonly used: number; readonly max: number } | undefined;
  /** Why a completed run is complete (R88), where that is not the same for all of its runs. */
  ending(run: Run): Ending | undefined;
}

/** What a run's row does not hold. */
export interface Stored {
  /** What the run goes by. */
  document(): Promise<unknown>;
  /** By digest; one that is not stored is not there. */
  texts(digests: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

export interface Said {
  /** What the run is for; null where its topology knows no objective. */
  readonly objective: unknown;
  /** Those of its document under what code has set; undefined where it has none. */
  readonly variables?: Readonly<Record<string, unknown>>;
}

export interface OwnState {
  /** Ids of what is left to do, in the plan's order. */
  readonly unresolved: readonly string[];
  readonly groups: readonly GroupStanding[];
  /** Null where the run has none. */
  readonly baseCase: BaseCaseStanding | null;
  /** Oldest first. */
  readonly decompositions: readonly Decomposed[];
  readonly machine?: MachineStanding;
}

export interface GroupStanding {
  readonly id: string;
  readonly choices: readonly string[];
  /** Those that are being tried, or the last one that was. */
  readonly selected: readonly string[];
  readonly failed: readonly string[];
  readonly winner: string | null;
  readonly speculative: boolean;
}

export interface BaseCaseStanding {
  /** Of the last verification; null before the first. */
  readonly passed: boolean | null;
  /** Its evidence. */
  readonly artifactId?: string;
  readonly verifying: boolean;
}

export interface MachineStanding {
  readonly state: string;
  readonly final: boolean;
  /** Turns begun. */
  readonly turn: number;
  /** The past states, oldest first. */
  readonly history: readonly string[];
  readonly recent: readonly TurnRecord[];
}

export const CHOICE_STATUSES = ['untried', 'trying', 'won', 'failed', 'lost'] as const;

export interface ChoiceStory {
  readonly orGroup: string;
  readonly choice: string;
  /** `lost`: it was tried, and another one won first or was chosen by a person. */
  readonly status: (typeof CHOICE_STATUSES)[number];
  /** Why it stands so; left out where nothing has happened to it. */
  readonly why?: string;
}

type Ending = (typeof MACHINE_ENDS)[number];

const views = createRegistry<TopologyView>('view', 'src/topologies/views.ts');

/** Throws where the kind has another view already. */
export const registerTopologyView = views.register;

/** Throws where nobody has registered a view for the kind. */
export const topologyViewOf = views.of;
