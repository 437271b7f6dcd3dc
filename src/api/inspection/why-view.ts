import { z } from 'zod';
import { ACTIONS } from '../../model/events/escalations.ts';
import { RUN_STATUSES } from '../../model/events/run.ts';
import type { PageRequest } from '../../ports/store/pages.ts';
import type { Reason } from '../../ports/store/tellings.ts';
import { FAILURE_MODES, type FoundMode } from '../../stories/failure-modes.ts';
import { NEXT_KINDS, type Standing } from '../../stories/why.ts';
import { RefusedPromptView } from '../escalations/refused-prompt.ts';
import { morePages, PageMark } from '../http/pages.ts';
import { component } from '../reference/components.ts';
import { WaitingView, waitingView } from '../rows/waiting.ts';
import { Time, timeOf } from '../times.ts';

export const NEEDS_WORKER = "a call under way asks a task queue of somebody else's that no worker polls";

export const WhyView = component(
  'Why',
  z.object({
    status: z.enum(RUN_STATUSES),
    summary: z.string(),
    missing: z.array(z.object({ step: z.string(), reason: z.string() })).optional(),
    warnings: z
      .array(z.object({ step: z.string().optional(), text: z.string() }))
      .optional()
      .describe('what a person should know of the answers of models, each once in a run'),
    retrying: z.literal(true).optional().describe('a call under way has failed, and is tried again'),
    waiting: WaitingView.optional(),
    needsWorker: z.literal(true).optional().describe(NEEDS_WORKER),
    chain: z
      .array(
        z.object({
          seq: z.number(),
          at: Time,
          because: z.string(),
          repeatsAttempt: z.literal(true).optional().describe('the row of an attempt says the same'),
        }),
      )
      .describe('oldest first; the newest 100, or those before the cursor'),
    refusedPrompt: RefusedPromptView.optional().describe(
      'where a person is asked because the provider’s content filter refused a prompt: what is new in it',
    ),
    next: z.array(
      z.object({
        who: z.enum(['engine', 'person']),
        kind: z.enum(NEXT_KINDS).describe('what happens next; `action` says it in words'),
        action: z.string(),
        step: z.string().optional(),
        question: z.string().optional().describe('of kind answer or expire: the id of the question'),
        allowedActions: z.array(z.enum(ACTIONS)).optional().describe('of kind answer: what a person may decide'),
      }),
    ),
    failureModes: z.array(z.object({ name: z.enum(FAILURE_MODES), step: z.string(), because: z.string() })),
    page: PageMark.optional().describe('where the chain does not fit one page: the cursor leads to older reasons'),
  }),
);

/** `chain`: oldest first. */
export function whyView(
  { status, summary, missing, warnings, next, retrying, waiting, needsWorker }: Standing,
  failureModes: readonly FoundMode[],
  chain: readonly Reason[],
  older: { readonly nextCursor: string | null; readonly page: PageRequest },
  refusedPrompt?: RefusedPromptView,
) {
  return {
    status,
    summary,
    ...(missing && { missing: [...missing] }),
    ...(warnings && { warnings: [...warnings] }),
    ...(retrying && { retrying }),
    ...(waiting && { waiting: waitingView(waiting) }),
    ...(needsWorker && { needsWorker }),
    chain: chain.map(({ at, ...reason }) => ({ ...reason, at: timeOf(at) })),
    ...(refusedPrompt && { refusedPrompt }),
    next: next.map(({ allowedActions, ...one }) => ({
      ...one,
      ...(allowedActions && { allowedActions: [...allowedActions] }),
    })),
    failureModes: [...failureModes],
    ...morePages(older.nextCursor, older.page),
  };
}
