import { readDefinition } from '../../definitions/compile/read.ts';
import type { RunRow, Store } from '../../ports/store.ts';
import { layersOf, variablesFrom } from '../../topologies/machine/stored-variables.ts';

/** The variables of a machine's run: those of its document, under what code has set. Undefined where the run is no machine. */
export async function machineVariables(
  store: Pick<Store, 'contents'>,
  { state: { machine } }: Pick<RunRow, 'state'>,
  document: unknown,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  if (!machine) return undefined;
  const written = readDefinition(document)?.machine?.variables ?? {};
  const layers = machine.variables ? layersOf(machine.variables) : [];
  if (layers.length === 0) return written;
  return { ...written, ...variablesFrom(layers, await store.contents.get(layers)) };
}
