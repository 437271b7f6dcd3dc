import { z } from 'zod';
import type { DefinitionVersion } from '../../ports/store/definitions.ts';
import { fieldOf } from '../../text/loose.ts';
import { component } from '../reference/components.ts';
import { Time, timeOf } from '../times.ts';
import { roomFor } from './fitted.ts';

export const DefinitionRowView = component(
  'DefinitionRow',
  z.object({
    name: z.string(),
    version: z.number().describe('the newest'),
    topology: z.string(),
    bound: z.object({ generations: z.number() }),
    warnings: z.number().describe('how many there are'),
    description: z.string().describe('as far as there is room for it; empty where its author wrote none'),
    createdAt: Time,
  }),
);
export type DefinitionRowView = z.output<typeof DefinitionRowView>;

/** A definition as one line of a list: at most `ROW_BYTES`, without its document. */
export function definitionRowView({
  name,
  version,
  topology,
  plan,
  warnings,
  document,
  createdAt,
}: DefinitionVersion): DefinitionRowView {
  const written = fieldOf(document, 'description');
  const view = {
    name,
    version,
    topology,
    bound: { generations: plan.bound },
    warnings: warnings.length,
    description: '',
    createdAt: timeOf(createdAt),
  };
  return { ...view, description: typeof written === 'string' ? roomFor(written, view) : '' };
}
