import { z } from 'zod';
import type { RunState } from '../../model/run-state.ts';
import type { EscalationRow } from '../../ports/store/escalations.ts';
import type { Store } from '../../ports/store/store.ts';
import type { AnswerOption } from '../../stories/answers/answer-options.ts';
import { cutBytes } from '../../text/text.ts';
import type { ApiContext } from '../dependencies.ts';
import { component } from '../reference/components.ts';
import { AttemptView } from '../steps/attempt-view.ts';
import { LeafView } from '../steps/leaves-waiting.ts';
import { becameIn } from './became.ts';
import { textOf } from './evidence.ts';
import { OptionView } from './options.ts';
import { EscalationView } from './view.ts';

/** Bytes of an artifact that the page of a question shows. */
const LONGEST_TEXT = 16 * 1024;
/** Bytes of a change that it shows: of the artifact asked about, and of each before it. */
const LONGEST_CHANGE = { asked: 16 * 1024, before: 4 * 1024 };

const AttemptRow = component(
  'EvidenceAttemptRow',
  AttemptView.pick({
    step: true,
    epoch: true,
    attempt: true,
    n: true,
    status: true,
    artifactId: true,
    digest: true,
    source: true,
    model: true,
    usage: true,
    finishReason: true,
    verdict: true,
    startedAt: true,
    endedAt: true,
  }).extend({
    feedback: z.string(),
    changes: z
      .object({
        unified: z.string().describe('at most its first 4 KiB, and 16 KiB of the artifact asked about'),
        cut: z.boolean(),
      })
      .optional()
      .describe("from the step's artifact before to this one"),
    rejectedBy: z.string().optional().describe('who rejected it, where a person did'),
  }),
);

/** A question with all that a page shows of it (`view=page`): the text itself, attempts as rows, and what each answer would do. */
export const EscalationPageView = component(
  'EscalationPage',
  EscalationView.omit({ evidence: true, artifact: true }).extend({
    evidence: EscalationView.shape.evidence
      .omit({ attempts: true })
      .extend({ attempts: z.array(AttemptRow), leaves: z.array(LeafView).optional() }),
    artifact: z
      .object({
        id: z.string(),
        digest: z.string(),
        mediaType: z.string(),
        bytes: z.number(),
        text: z.string().describe('at most its first 16 KiB'),
        cut: z.boolean(),
      })
      .optional(),
    became: z.string().optional().describe('of one that is decided: what came of the answer, in a sentence'),
    options: z
      .array(OptionView)
      .describe('what can be answered, and what each answer would do; none once it is closed'),
    withheld: z.string().optional().describe('which answers the definition does not allow (allow), in a sentence'),
  }),
);

/** `view` has all that is known; of its attempts the prompts and answers are left out. */
export async function pageOfQuestion(
  { store }: Pick<ApiContext, 'store'>,
  row: EscalationRow,
  view: EscalationView,
  options: readonly AnswerOption[],
  {
    leaves,
    state,
    withheld,
  }: {
    readonly leaves: LeafView[];
    readonly state: Pick<RunState, 'escalations'>;
    readonly withheld: string | undefined;
  },
): Promise<z.output<typeof EscalationPageView>> {
  const { artifact: _, evidence, ...question } = view;
  const rejecters = rejectersIn(state);
  const attempts = evidence.attempts.map(({ diff, ...attempt }) => {
    const most = LONGEST_CHANGE[attempt.artifactId === view.artifactId ? 'asked' : 'before'];
    const rejectedBy = rejecters.get(attempt.artifactId ?? '');
    return AttemptRow.parse({
      ...attempt,
      ...(diff && { changes: changesIn(diff.unified, most) }),
      ...(rejectedBy !== undefined && { rejectedBy }),
    });
  });
  const [artifact, became] = await Promise.all([artifactOf(store, row.escalation), becameIn(store, row)]);
  return {
    ...question,
    evidence: { ...evidence, attempts, ...(leaves.length > 0 && { leaves }) },
    ...(artifact && { artifact }),
    ...(became !== undefined && { became }),
    ...(withheld !== undefined && { withheld }),
    options: options.map(({ resets, each, on, why, over, fields, ...option }) => ({
      ...option,
      resets: [...resets],
      ...(each && { each: each.map((one) => ({ ...one, resets: [...one.resets] })) }),
      ...(on && { on: [...on] }),
      ...(why && { why: [...why] }),
      ...(over && { over: [...over] }),
      fields: fields.map(({ values, ...field }) => ({ ...field, ...(values && { values: [...values] }) })),
    })),
  };
}

function changesIn(unified: string, most: number) {
  const shown = cutBytes(unified, most);
  return { unified: shown, cut: shown.length < unified.length };
}

/** Who rejected what, by the artifact's id. */
function rejectersIn({ escalations }: Pick<RunState, 'escalations'>): ReadonlyMap<string, string> {
  const rejected = Object.values(escalations).flatMap(({ artifactId, decision }) =>
    artifactId !== undefined && decision?.action === 'reject' ? [[artifactId, decision.by] as const] : [],
  );
  return new Map(rejected);
}

async function artifactOf(
  store: Pick<Store, 'artifacts' | 'contents'>,
  { artifactId, artifactDigest }: EscalationRow['escalation'],
) {
  const found = artifactId === undefined ? undefined : await store.artifacts.find(artifactId);
  const text = await textOf(store, artifactDigest);
  if (!found || text === undefined) return undefined;
  const { id, digest, mediaType, bytes } = found;
  const shown = cutBytes(text, LONGEST_TEXT);
  return { id, digest, mediaType, bytes, text: shown, cut: shown.length < text.length };
}
