import type { DataGraph } from '../../model/graph.ts';
import type { Issue } from '../../ports/catalogues.ts';
import { listing, suggestion } from '../../text/nearest.ts';
import type { Reference, Sketch } from '../parse/sketch.ts';

/** A group of alternatives as it is written; where an edge names it, whichever step of it won is meant. */
export interface WrittenGroup {
  readonly id: string;
  /** Where it is declared, or first named. */
  readonly pointer: string;
  /** In the order in which they are tried. */
  readonly choices: readonly Reference[];
  readonly options: unknown;
}

/** What the checks that every document passes ask of its topology. */
export interface SubjectTopology {
  /** As plans name it. */
  readonly kind: string;
  /** The steps of the goal alone say when a run is complete; where they do not, a base case does. */
  readonly isCompleteByGoal: boolean;
  /**
   * The ids of the steps that follow from what the step `id` says of itself, as written in `raw`; with `isRevision` all that it can have had.
   * Left out: no step has any.
   */
  preparingIds?(id: string, raw: unknown, isRevision: boolean): readonly string[];
}

/** A document in the common form, as the semantic checks see it. */
export interface Subject {
  readonly document: unknown;
  readonly topology: SubjectTopology;
  readonly sketch: Sketch;
  /** Ids of steps and then of groups, each once, in declared order. */
  readonly ids: ReadonlySet<string>;
  readonly groups: readonly WrittenGroup[];
  /** Over the declared edges; of steps with the same id, the first. */
  readonly graph: DataGraph;
}

export function unknownStep(reference: Reference, ids: ReadonlySet<string>): Issue {
  const detail = `There is no step "${reference.value}".${suggestion(reference.value, ids)} Steps: ${listing(ids)}.`;
  return { pointer: reference.pointer, code: 'unknown_step', detail };
}
