/** What people ask of runs that only their topology can answer: forks of them, and routes of its own. */
import type { z } from 'zod';
import { createRegistry } from '../../core/registry.ts';
import type { EventOf } from '../../model/event.ts';
import type { AlignRequest, Decompose, Request } from '../../model/input.ts';
import type { Plan } from '../../model/plan.ts';
import type { Run } from '../../model/run.ts';
import type { Issue } from '../../ports/catalogues.ts';
import type { RunRecord, RunRow } from '../../ports/store/runs.ts';
import type { CallStore, Store } from '../../ports/store/store.ts';
import type { ModelDefinition } from '../schema/model.ts';
import type { Preparing } from './prepare.ts';
import type { Document, Revisable } from './revision.ts';

export interface TopologyRequests {
  /** As plans name it. */
  readonly kind: string;
  readonly fork: Fork;
  readonly routes: readonly OwnRoute[];
  /**
   * What a step of the run proposed and a person or its guard agreed to, made ready for the run to absorb; undefined where that is a
   * redirect, as in any topology. Nothing is stored before `store` is called. Throws `Refused` for what cannot be made of it.
   */
  agreed(using: Agreeing, row: RunRow, proposal: Proposal, by: string): Promise<Agreed | undefined>;
  /**
   * Why the run could not go by what a step of it proposes, told to whoever proposes; none: it could. By the guard that judges
   * the step; left out: no such steps.
   */
  readonly objections?: Readonly<Record<string, (proposed: Proposed, run: Revisable) => Iterable<string>>>;
}

/** Nobody has agreed to it yet. */
export interface Proposed {
  /** Any JSON value. */
  readonly value: unknown;
  /** The step whose parts they are. */
  readonly decomposes?: string;
}

export interface Proposal {
  readonly artifactId: string;
  /** What was proposed are the parts of this step. */
  readonly decomposes?: string | undefined;
}

type Agreed = PreparedRequest<AlignRequest | Decompose>;

/** What agreeing may use: the proposal is read, too. */
export type Agreeing = Pick<Preparing, 'check' | 'digestOfJson' | 'store'>;

/** Where a fork begins, as a request says it. */
export interface ForkFrom {
  readonly fromStep?: string | undefined;
  readonly fromTurn?: number | undefined;
}

/** What a new run takes over of the one that it is forked from, whose run is given. */
export interface Fork {
  /** Why it cannot begin there; []: it can. The others are asked only then. */
  issues(run: Run, from: ForkFrom): readonly Issue[];
  /** The same, as the record of the fork says it. */
  place(run: Run, from: ForkFrom): Pick<NonNullable<RunRecord['forkedFrom']>, 'fromStep' | 'fromTurn'>;
  /** What its first event says of the run beside artifacts. `events`: the log. */
  inherited(row: RunRow, from: ForkFrom, events: Pick<Store['events'], 'read'>): Promise<Inherited>;
  /** Ids of the steps that it takes over as they stand, in the plan's order; the others are made again. */
  kept(run: Run, from: ForkFrom): readonly string[];
  /** The fork's own plan, compiled from its document, as it is gone by. */
  planned(run: Run, from: ForkFrom, compiled: Plan): Plan;
  /** The document with a model over that of each step that is made again and asks one. */
  withModel(run: Run, from: ForkFrom, document: Document, model: ModelDefinition): Document;
}

export type Inherited = Pick<EventOf<'run.created'>, 'decompositions' | 'machine'>;

/** A request to one run: prepared here; checked, stored, sent and written to the audit by whoever has the route. */
export interface OwnRoute {
  readonly method: 'PUT' | 'POST';
  /** Below the run's own address, such as `alignment/propose`. */
  readonly path: string;
  /** What the audit row calls it. */
  readonly action: string;
  /** The body's schema, by the name that the OpenAPI document has for it; left out: an empty one, or none. */
  readonly body?: { readonly name: string; readonly schema: z.ZodType };
  /** Bytes; left out: as other routes. */
  readonly bodyLimit?: number;
  /** The code of the problem where what is prepared has issues. */
  readonly invalid?: string;
  /** When the answer is 202 and not 200. */
  readonly accepts: 'always' | 'never' | 'what changes the run';
  /** Nothing is stored before `store` is called. Throws `Refused` for what the run, as it stands, does not allow. */
  prepare(using: Using, row: RunRow, body: unknown, by: string): Promise<PreparedRequest>;
}

/** What preparing may use. */
export type Using = Pick<Preparing, 'check' | 'digestOfJson'> & { readonly store: Pick<CallStore, 'revisions'> };

export type PreparedRequest<Prepared = Request> =
  | {
      readonly ok: true;
      readonly request: Prepared;
      /** Whether it says anything that did not hold before. */
      readonly changes: boolean;
      /** What the run goes by from here on, where that changes. */
      readonly revised?: { readonly document: unknown; readonly plan: Plan };
      readonly store: () => Promise<void>;
    }
  | { readonly ok: false; readonly issues: readonly Issue[] };

const requests = createRegistry<TopologyRequests>('requests', 'src/topologies/documents.ts');

/** Throws where the kind has other requests already. */
export const registerTopologyRequests = requests.register;

/** Throws where nobody has registered requests for the kind. */
export const topologyRequestsOf = requests.of;

/** The routes of all topologies, in the order in which they were registered. */
export function ownRoutes(): readonly OwnRoute[] {
  return requests.all().flatMap(({ routes }) => routes);
}
