/** Agreeing on what a run is for, before it starts (S1-3.1-a): by a person's own words, or by a draft that a person confirms. */

import { z } from 'zod';
import type { Checked } from '../../definitions/checks/check.ts';
import { schemaIssues } from '../../definitions/parse/schema-issues.ts';
import {
  clarificationId,
  type Document,
  type Revisable,
  revisable,
  revisedPlan,
  revisionOf,
  stepsOf,
} from '../../definitions/redirects/revision.ts';
import type { PreparedRequest, Proposed, Using } from '../../definitions/redirects/topology-requests.ts';
import { limitsOf } from '../../definitions/schema/budgets.ts';
import { objectiveSchema } from '../../definitions/schema/objective.ts';
import type { AlignRequest, ClarifyRequest } from '../../model/input.ts';
import { clarificationsIn } from '../../model/plan.ts';
import type { RunRow } from '../../ports/store/runs.ts';
import { fieldsOf } from '../../text/fields.ts';
import { safeParseNumbers } from '../../text/parse-numbers.ts';
import { limitsAmong } from '../base-case/objective.ts';
import { draftStep } from './draft.ts';

export const alignmentBody = z.strictObject({
  objective: z.record(z.string(), z.unknown()).optional().describe('Its fields, as a definition writes them.'),
  steps: z.array(z.unknown()).max(1_000).optional().describe('Steps as a definition writes them.'),
  orGroups: z.record(z.string(), z.unknown()).optional(),
});
export type AlignmentBody = z.output<typeof alignmentBody>;

/** What is said holds over what was agreed on before, field by field; drafts go. */
function aligned(
  { record, document: agreed, check }: Revisable,
  { objective, steps, orGroups }: AlignmentBody,
): { readonly before: Document; readonly document: Document; readonly checked: Checked } {
  const before = revisable(record, agreed, clarificationsIn(record.plan));
  const document = {
    ...before,
    ...(objective && { objective: { ...fieldsOf(before['objective']), ...objective } }),
    ...(steps && { steps }),
    ...(orGroups && { orGroups }),
  };
  return { before, document, checked: check(document, before) };
}

/** Nothing is stored before `store` is called. */
export async function prepareAlignment(
  using: Using,
  row: RunRow,
  body: AlignmentBody,
  by: string,
): Promise<PreparedRequest<AlignRequest>> {
  const { store, check } = using;
  const { record } = row;
  const agreed = await store.revisions.document(record);
  const { before, document, checked } = aligned({ record, document: agreed, check }, body);
  if (!checked.ok) return checked;
  const compiled = revisedPlan(record, checked.plan);
  const limits = limitsOf(limitsAmong(checked.definition.objective ?? {}));
  const plan = { ...compiled, budgets: { ...compiled.budgets, ...limits } };
  const { revision, save } = revisionOf(using, row, document, plan);
  return {
    ok: true,
    request: { kind: 'align', prepared: true, by, revision },
    changes: revision.digest !== using.digestOfJson(before),
    revised: { document, plan },
    store: save,
  };
}

/** A step that drafts objective, base case and first graph joins the run that waits to be aligned; a person confirms the draft. */
export async function prepareDraft(
  using: Using,
  row: RunRow,
  wish: string,
  by: string,
): Promise<PreparedRequest<ClarifyRequest>> {
  const { store, check } = using;
  const { record } = row;
  const before = await store.revisions.document(record);
  const step = clarificationId('alignment', row);
  const document = {
    ...revisable(record, before),
    steps: [...stepsOf(before), draftStep(step, wish, fieldsOf(before))],
  };
  const checked = check(document, before);
  if (!checked.ok) return checked;
  const plan = revisedPlan(record, checked.plan);
  const { revision, save } = revisionOf(using, row, document, plan);
  return {
    ok: true,
    request: { kind: 'clarify', prepared: true, step, by, revision },
    changes: true,
    revised: { document, plan },
    store: save,
  };
}

const draft = alignmentBody.extend({ objective: objectiveSchema });

/** Reads a draft; its open questions are for the person and are no part of what is agreed on. */
export function readDraft(
  value: unknown,
): { readonly ok: true; readonly body: AlignmentBody } | { readonly ok: false; readonly problem: string } {
  const { questions: _, ...fields } = fieldsOf(value);
  const parsed = safeParseNumbers(draft, fields);
  if (parsed.success) return { ok: true, body: parsed.data };
  const [issue] = schemaIssues(parsed.error.issues, fields);
  return { ok: false, problem: `${issue?.pointer ?? ''} ${issue?.detail ?? 'It is no JSON object.'}`.trim() };
}

/** What publishing would have against a draft, once a person agreed to it. */
export function objectionsToDraft({ value }: Proposed, run: Revisable): readonly string[] {
  const read = readDraft(value);
  if (!read.ok) return [read.problem, 'Keep to the shape that the task gives.'];
  const { checked } = aligned(run, read.body);
  return checked.ok ? [] : checked.issues.map(({ pointer, detail }) => `${pointer} ${detail}`.trim());
}
