import { z } from 'zod';
import { definitionSchema } from '../../../definitions/schema/definition.ts';
import { stepSchema } from '../../../definitions/schema/step.ts';
import type { ReadDefinition } from '../../../definitions/topology-document.ts';
import { safeParseNumbers } from '../../../text/parse-numbers.ts';
import { type MachineDefinition, machineOf } from './definition.ts';
import { machineSchema } from './document.ts';
import { translate } from './translate.ts';

declare module '../../../definitions/topology-document.ts' {
  interface ReadDefinition {
    /** Of a state machine alone. */
    readonly machine?: MachineDefinition;
  }
}

/** Unlike any other definition a machine may be without steps: it is complete where it begins. */
const translatedSchema = definitionSchema.extend({ steps: z.array(stepSchema) });

/** Reads a state machine that was checked; undefined for one that was not. */
export function readMachine(document: unknown): ReadDefinition | undefined {
  const { data } = safeParseNumbers(translatedSchema, translate(document));
  const written = safeParseNumbers(machineSchema, document).data;
  return data && written && { definition: data, machine: machineOf(written) };
}
