import { z } from 'zod';
import { IssueView } from '../../api/http/problem.ts';
import type { Issue } from '../parts/issues.ts';

const issues = z.array(IssueView).catch([]);
const refusal = z.object({
  detail: z.string().catch('The service gave no reason.'),
  code: z.string().catch(''),
  errors: issues,
});

/** Problems or warnings as REST tells them; none where it tells nothing of the kind. */
export function issuesIn(told: unknown): readonly Issue[] {
  return issues.parse(told);
}

/** Why REST refused a request, and each thing that is wrong with it. */
export function refusalIn(body: unknown): z.output<typeof refusal> {
  return refusal.parse(typeof body === 'object' && body !== null ? body : {});
}
