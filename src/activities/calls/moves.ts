import { valueMade } from '../../definitions/scope/known.ts';
import type { Judged } from '../../model/call-result.ts';
import type { Verdict } from '../../model/verdict.ts';
import type { GenerateInput } from '../../ports/calls.ts';
import type { ArtifactRecord } from '../../ports/store/artifacts.ts';
import type { CallMaterial } from '../../ports/store/calls.ts';
import { decisionOf } from '../../prompts/decision.ts';
import { mayMove } from '../../topologies/machine/conditions.ts';
import { variablesIn } from '../../topologies/machine/stored-variables.ts';
import { definitionOf } from '../definitions.ts';
import { FALLBACK } from '../generators/finish-reasons.ts';
import type { MachineNames } from './machine-names.ts';
import { namesFor } from './scope.ts';
import { asNotes } from './when.ts';

/** What the conditions of a machine say when one of its steps is judged (R71). */
export interface Moves {
  /** The states that the step's answers lead to and that may be moved to now. */
  readonly permitted: ReadonlySet<string>;
  /** The move that the step asks for with this verdict, and what could not be answered about it. */
  asked(verdict: Pick<Verdict, 'verdict' | 'data'>): Pick<Judged, 'move' | 'notes'>;
}

/** Undefined where the run is no machine. */
export function movesOf(
  input: Pick<GenerateInput, 'step' | 'machine'>,
  material: Pick<CallMaterial, 'run' | 'document' | 'dependencies'>,
  names: MachineNames | undefined,
  { artifact, text }: { readonly artifact: ArtifactRecord; readonly text: string },
): Moves | undefined {
  const { definition, machine, step } = definitionOf(material, input.step);
  const { machine: facts } = input;
  if (!machine || !facts || !names) return undefined;
  // What code has just set decides about the move that follows it.
  const all = step.generator.kind === 'code' ? { ...names.all, ...variablesIn(text) } : names.all;
  const scope = namesFor(material, input.step, all);
  const own = valueMade(definition, input.step, { artifact, text });
  const made = Object.fromEntries(
    ['artifact', 'binding', 'deps'].map((root) => [root, { ...Object(scope[root]), [input.step]: own }]),
  );
  const { map = {}, transitionTo } = machine.steps.get(input.step) ?? {};
  const may = (to: string, found: object) => mayMove(machine, facts.state, to, { ...scope, ...made, ...found });
  return {
    permitted: new Set([...new Set(Object.values(map))].filter((to) => may(to, {}).truth)),
    asked({ verdict, data }) {
      const to = transitionTo ?? decisionOf(text, map)?.to;
      if (to === undefined) return {};
      const found = { verdict: { ...Object(scope['verdict']), [input.step]: data ?? {} } };
      const { truth: permitted, notes, unmet } = may(to, found);
      const byRule = artifact.finishReason === FALLBACK ? { fallback: true } : {};
      return {
        move: { to, permitted, ...(unmet && { unmet }), ...byRule },
        ...(verdict === 'pass' && notes.length > 0 && { notes: asNotes(notes) }),
      };
    },
  };
}
