import { z } from 'zod';
import { RUN_STATUSES } from '../../model/events/run.ts';
import { MACHINE_ENDS } from '../../model/machine-state.ts';
import { component } from '../reference/components.ts';

export const FailureView = component(
  'Failure',
  z.object({
    code: z.string(),
    step: z.string().optional(),
    detail: z.string(),
    provenance: z
      .array(
        z.object({
          step: z.string(),
          attempt: z.number(),
          artifactId: z.string().nullable(),
          verdict: z.string().nullable(),
          feedback: z.string(),
        }),
      )
      .describe('the rejected attempts in order'),
  }),
);

export const ResultView = component(
  'Result',
  z.object({
    runId: z.string(),
    status: z.enum(RUN_STATUSES),
    missing: z
      .array(z.object({ step: z.string(), reason: z.string() }))
      .describe('waived steps that have made nothing'),
    artifacts: z.record(
      z.string(),
      z.object({
        artifactId: z.string(),
        digest: z.string(),
        mediaType: z.string(),
        content: z.string(),
        finalState: z.unknown().optional().describe('what an agent shows of its state'),
      }),
    ),
    waived: z.array(z.string()),
    endedBy: z
      .enum(MACHINE_ENDS)
      .optional()
      .describe(
        'why a state machine is complete: its base case holds, it is in a final state, or no step names the state that it is in',
      ),
    failure: FailureView.optional(),
  }),
);
export type ResultView = z.output<typeof ResultView>;
export type FailureView = z.output<typeof FailureView>;
