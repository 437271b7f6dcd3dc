import { fieldsOf } from '../../engine.ts';
import type { MachineFacts } from '../../model/machine-facts.ts';
import type { CallMaterial } from '../../ports/store/calls.ts';
import { variableDigests } from '../../topologies/machine/shown.ts';
import { variablesFrom } from '../../topologies/machine/stored-variables.ts';
import { builtInVariables } from '../../topologies/machine/variables.ts';
import { definitionOf } from '../definitions.ts';

type Names = Readonly<Record<string, unknown>>;

/** The variables of a state machine as one call sees them. */
export interface MachineNames {
  /** All of them: the eleven, the document's, the run's input, and what code has set, each over the one before (R70). */
  readonly all: Names;
  /** What code has set. */
  readonly set: Names;
}

/** `texts` are those that `digestsShown` asks for. Undefined where the run is no machine. */
export function machineNames(
  { step, machine: facts }: { readonly step: string; readonly machine?: MachineFacts },
  material: Pick<CallMaterial, 'run' | 'document'>,
  texts: ReadonlyMap<string, string>,
): MachineNames | undefined {
  const { machine } = definitionOf(material, step);
  if (!machine || !facts) return undefined;
  const set = variablesFrom(variableDigests(facts), texts);
  const { id: runId, input } = material.run;
  const builtIn = builtInVariables({ runId, step, facts, texts });
  return { all: { ...builtIn, ...machine.variables, ...fieldsOf(input), ...set }, set };
}
