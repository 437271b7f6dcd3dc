import { z } from 'zod';

/** Names that templates and expressions give a meaning of their own (R68). */
export const RESERVED_STEP_IDS: readonly string[] = [
  'input',
  'artifact',
  'binding',
  'verdict',
  'injected',
  'feedback',
  'specification',
  'constraints',
  'step',
  'attempt',
  'run',
  'deps',
];

/** Also refused: what every object already has, since views and states are keyed by step id. */
export function isReserved(id: string): boolean {
  return RESERVED_STEP_IDS.includes(id) || Object.hasOwn(Object.prototype, id);
}

const ID = /^[A-Za-z_][A-Za-z0-9_-]{0,62}$/;
const ID_RULE = 'an id is 1 to 63 letters, digits, "_" or "-" and starts with a letter or "_"';

/** A step, a guard leaf, a name under which a guard sees an artifact (R38). */
export const identifier = z.string().regex(ID, ID_RULE);

export const workflowName = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9-]{0,62}$/,
    'a name is 1 to 63 lower-case letters, digits or "-" and starts with a letter or a digit',
  );
