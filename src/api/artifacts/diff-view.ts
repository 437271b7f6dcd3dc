import { z } from 'zod';
import { unifiedDiff } from '../../text/diff.ts';
import { component } from '../reference/components.ts';

export const DiffView = component(
  'Diff',
  z.object({ from: z.string(), to: z.string(), unified: z.string().describe('empty when the texts are equal') }),
);
export type DiffView = z.output<typeof DiffView>;

interface Side {
  readonly id: string;
  readonly text: string;
}

export function diffView(before: Side, after: Side): DiffView {
  const names = { from: before.id, to: after.id };
  return { ...names, unified: unifiedDiff(before.text, after.text, names) };
}
