import { type OwnNames, topologyWorkOf } from '../../definitions/topology-work.ts';
import type { Judged } from '../../model/call-result.ts';
import type { Verdict } from '../../model/verdict.ts';
import type { GenerateInput } from '../../ports/calls.ts';
import type { ArtifactRecord } from '../../ports/store/artifacts.ts';
import type { CallMaterial } from '../../ports/store/calls.ts';
import { definitionOf } from '../definitions.ts';
import { FALLBACK } from '../generators/finish-reasons.ts';
import { asNotes } from './when.ts';

/** Where the run may move when one of its steps is judged (R71). */
export interface Moves {
  /** The states that the step's answers lead to and that may be moved to now. */
  readonly permitted: ReadonlySet<string>;
  /** The move that the step asks for with this verdict, and what could not be answered about it. */
  asked(verdict: Pick<Verdict, 'verdict' | 'data'>): Pick<Judged, 'move' | 'notes'>;
}

/** Undefined where runs of the topology do not move. */
export function movesOf(
  input: Pick<GenerateInput, 'step' | 'machine'>,
  material: Pick<CallMaterial, 'run' | 'document' | 'dependencies'>,
  names: OwnNames | undefined,
  made: { readonly artifact: ArtifactRecord; readonly text: string },
): Moves | undefined {
  const read = definitionOf(material, input.step);
  const moves = topologyWorkOf(material.run.plan.topology).moves({ input, material, read, names }, made);
  if (!moves) return undefined;
  return {
    permitted: moves.permitted,
    asked({ verdict, data }) {
      const asked = moves.asked(data);
      if (!asked) return {};
      const byRule = made.artifact.finishReason === FALLBACK ? { fallback: true } : {};
      return {
        move: { ...asked.move, ...byRule },
        ...(verdict === 'pass' && asked.notes.length > 0 && { notes: asNotes(asked.notes) }),
      };
    },
  };
}
