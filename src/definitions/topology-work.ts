/** What activities ask a topology while they make and judge what a step hands back. */

import { createRegistry } from '../core/registry.ts';
import type { Move } from '../model/machine-state.ts';
import type { Plan, StepPlan } from '../model/plan.ts';
import type { Run } from '../model/run.ts';
import type { RunState } from '../model/run-state.ts';
import type { Verdict } from '../model/verdict.ts';
import type { EvaluateGuardInput } from '../ports/calls.ts';
import type { ArtifactRecord } from '../ports/store/artifacts.ts';
import type { CallMaterial } from '../ports/store/calls.ts';
import type { StepDefinition } from './schema/definition.ts';
import type { ReadDefinition } from './topology-document.ts';

export interface TopologyWork {
  /** As plans name it. */
  readonly kind: string;
  /** How dependencies are shown to a model where their step says nothing of it. */
  readonly shows: 'full' | 'summary' | 'none';
  /** Digests of the stored texts that a call is told of beside its material; `document` is what the run goes by. */
  textsFor(call: Pick<EvaluateGuardInput, 'machine'>, document: unknown): readonly string[];
  /** What a call of a step may name beside what every call may; undefined: nothing. `texts`: those of `textsFor`, by digest. */
  names(call: StepCall, texts: ReadonlyMap<string, string>): OwnNames | undefined;
  /** Where the run may move once a step has made `text`; undefined: its runs do not move. */
  moves(call: NamedCall, made: MadeText): TopologyMoves | undefined;
  /** What a rule answers in the place of a model that cannot be asked; undefined: there is no such rule. */
  ruleAnswer(call: NamedCall): string | undefined;
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

/** A call of a step: what it was given, what was read for it, and its step in the run's definition. */
export interface StepCall {
  readonly input: Pick<EvaluateGuardInput, 'step' | 'machine'>;
  readonly material: Pick<CallMaterial, 'run' | 'dependencies'>;
  readonly read: ReadDefinition & { readonly step: StepDefinition };
}

/** The same, with what `names` told of it. */
export interface NamedCall extends StepCall {
  readonly names: OwnNames | undefined;
}

/** What the calls of one topology may name. */
export interface OwnNames {
  /** All of them. */
  readonly all: Readonly<Record<string, unknown>>;
  /** What code has set. */
  readonly set: Readonly<Record<string, unknown>>;
}

export interface MadeText {
  readonly artifact: Pick<ArtifactRecord, 'mediaType' | 'step'>;
  readonly text: string;
}

export interface TopologyMoves {
  /** The states that the step's answers lead to and that may be moved to now. */
  readonly permitted: ReadonlySet<string>;
  /** The move that the step asks for with the facts of a verdict, and what could not be answered about it; undefined: none. */
  asked(facts: Verdict['data']): { readonly move: Move; readonly notes: readonly string[] } | undefined;
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

const works = createRegistry<TopologyWork>('work', 'src/topologies/documents.ts');

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
    names: () => undefined,
    moves: () => undefined,
    ruleAnswer: () => undefined,
    problem: () => undefined,
    hasRivals: () => false,
    rivals: () => [],
    conflict: () => undefined,
    counts: () => true,
    winners: () => ({}),
    verifying: () => undefined,
  };
}
