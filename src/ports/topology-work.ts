/** What activities ask a topology while they make and judge what a step hands back. */

import { createRegistry } from '../core/registry.ts';
import type { Plan, StepPlan } from '../model/plan.ts';
import type { Run } from '../model/run.ts';
import type { RunState } from '../model/run-state.ts';
import type { EvaluateGuardInput } from './calls.ts';

export interface TopologyWork {
  /** As plans name it. */
  readonly kind: string;
  /** How dependencies are shown to a model where their step says nothing of it. */
  readonly shows: 'full' | 'summary' | 'none';
  /** Digests of the stored texts that a call is told of beside its material; `document` is what the run goes by. */
  textsFor(call: Pick<EvaluateGuardInput, 'machine'>, document: unknown): readonly string[];
  /** Why what a step of that kind made cannot be used, whatever its guard says; undefined where it can. */
  problem(kind: string, text: string): string | undefined;
  /** Whether what the step hands back may contradict what others have handed back: only then are its rivals asked for. */
  hasRivals(plan: Plan, step: string): boolean;
  /** Those others as the run stands, by the digest of what they handed back. */
  rivals(run: Run, step: string): readonly { readonly step: string; readonly digest: string }[];
  /** What is said of a text that contradicts one of them; undefined where none does. */
  conflict(rivals: readonly Rival[], text: string): Conflict | undefined;
  /** Whether what the step made is part of what a base case looks at. */
  counts(run: Run, step: StepPlan): boolean;
  /** Names that stand for a step, each with the step that it stands for now; one that stands for none yet is left out. */
  winners(state: RunState): Readonly<Record<string, string>>;
  /** The token of the verification of the base case that is under way; undefined: none is. */
  verifying(state: RunState): string | undefined;
}

interface Rival {
  readonly step: string;
  readonly text: string;
}

interface Conflict {
  /** Who rejects it, in place of a guard. */
  readonly guard: string;
  readonly feedback: string;
}

const works = createRegistry<TopologyWork>('work', 'src/topologies/works.ts');

/** Throws where the kind has other work already. */
export const registerTopologyWork = works.register;

/** Throws where nobody has registered work for the kind. */
export const topologyWorkOf = works.of;

/** Of a topology whose steps know nothing but what they depend on. */
export function plainWork(kind: string): TopologyWork {
  return {
    kind,
    shows: 'full',
    textsFor: () => [],
    problem: () => undefined,
    hasRivals: () => false,
    rivals: () => [],
    conflict: () => undefined,
    counts: () => true,
    winners: () => ({}),
    verifying: () => undefined,
  };
}
