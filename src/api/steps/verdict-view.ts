import { z } from 'zod';
import { NATURES, VERDICTS, type Verdict } from '../../model/verdict.ts';
import { components } from '../reference/components.ts';
import { UsageView, usageView } from '../usage-view.ts';

export const VerdictView = z.object({
  verdict: z.enum(VERDICTS),
  feedback: z.string(),
  guard: z.string(),
  signature: z.string().optional(),
  score: z.number().optional(),
  data: z.unknown().optional(),
  tampered: z.boolean().optional().describe('the artifact tried to decide its own verdict; a second time is fatal'),
  usage: UsageView.optional().describe('what models used to give the verdict'),
  nature: z.enum(NATURES),
  generated: z.boolean().optional(),
  durationMs: z.number(),
  get subResults() {
    return z.array(VerdictView);
  },
});
components.add(VerdictView, { id: 'Verdict' });

export type VerdictView = z.output<typeof VerdictView>;

export function verdictView({ usage, ...verdict }: Verdict): VerdictView {
  const subResults = verdict.subResults.map(verdictView);
  return { ...verdict, ...(usage && { usage: usageView(usage) }), subResults };
}
