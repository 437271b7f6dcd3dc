import { z } from 'zod';
import type { MachineStanding } from '../../stories/topology-view.ts';

export const MachineView = z.object({
  state: z.string().describe('the present one'),
  final: z.boolean(),
  turn: z.number().describe('turns begun'),
  history: z.array(z.string()).describe('the past states, oldest first; the newest thousand'),
  variables: z.record(z.string(), z.unknown()).describe('those of the document, with what code has set'),
  recent: z
    .array(
      z.object({
        turn: z.number(),
        state: z.string(),
        step: z.string().optional(),
        outcome: z.string().optional(),
        to: z.string().optional(),
        refused: z.boolean().optional(),
      }),
    )
    .describe('the last ten turns, and what became of them'),
});

/** Where a state machine stands (design 3.3). */
export function machineView(
  { history, recent, ...standing }: MachineStanding,
  variables: Readonly<Record<string, unknown>>,
): z.output<typeof MachineView> {
  return { ...standing, history: [...history], variables: { ...variables }, recent: [...recent] };
}
