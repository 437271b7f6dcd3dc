import { z } from 'zod';
import { type MachineDefinition, machineOf } from '../../topologies/machine/document/definition.ts';
import { isMachine, machineSchema } from '../../topologies/machine/document/document.ts';
import { inMachine } from '../../topologies/machine/document/pointers.ts';
import { translate } from '../../topologies/machine/document/translate.ts';
import { type Definition, definitionSchema } from '../schema/definition.ts';
import { stepSchema } from '../schema/step.ts';

/** A definition in the form that the engine runs, whatever its topology. */
export interface ReadDefinition {
  readonly definition: Definition;
  readonly machine?: MachineDefinition;
}

/** Unlike any other definition a machine may be without steps: it is complete where it begins. */
const translatedSchema = definitionSchema.extend({ steps: z.array(stepSchema) });

/** Reads a document that was checked; undefined for one that was not. */
export function readDefinition(document: unknown): ReadDefinition | undefined {
  if (!isMachine(document)) {
    const { data } = definitionSchema.safeParse(document);
    return data && { definition: data };
  }
  const { data } = translatedSchema.safeParse(translate(document));
  const written = machineSchema.safeParse(document).data;
  return data && written && { definition: data, machine: machineOf(written) };
}

/** Where in the document as written a pointer into its engine form leads. */
export function writtenAt(pointer: string, document: unknown): string {
  return isMachine(document) ? inMachine(pointer, document) : pointer;
}

/** The document with its steps where those of a dag are. */
export function engineForm(document: unknown): unknown {
  return isMachine(document) ? translate(document) : document;
}
