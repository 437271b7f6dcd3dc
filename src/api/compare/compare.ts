import { z } from 'zod';
import type { Store } from '../../ports/store/store.ts';
import { cutBytes, utf8Length } from '../../text/text.ts';
import { WordDiffView, wordDiff } from '../artifacts/word-diff.ts';
import { component } from '../reference/components.ts';
import { AttemptView } from '../steps/attempt-view.ts';
import { UsageView } from '../usage-view.ts';
import { LeafPair, leavesBeside } from './leaves.ts';
import { PromptPair, promptsBeside } from './prompts.ts';

/** Bytes of an artifact that are compared; its whole text is at `/v1/artifacts/{aid}/content`. */
const LONGEST_TEXT = 64 * 1024;

const TextSide = z
  .object({
    artifactId: z.string(),
    bytes: z.number(),
    cut: z.boolean().describe('only its first 64 KiB are compared'),
  })
  .nullable()
  .describe('null: the attempt has made nothing');

const FiguresView = AttemptView.pick({
  step: true,
  epoch: true,
  attempt: true,
  n: true,
  status: true,
  artifactId: true,
  source: true,
  model: true,
  parameters: true,
  finishReason: true,
  usage: true,
  startedAt: true,
  endedAt: true,
}).extend({
  runId: z.string(),
  judging: UsageView.nullable().describe('what models used to judge it; null: none was asked'),
  durationMs: z.number().nullable().describe('null: it has not ended'),
});

export const ComparisonView = component(
  'Comparison',
  z.object({
    leaves: z.array(LeafPair).describe('of the guard tree; those that differ first'),
    text: WordDiffView.extend({
      equal: z.boolean().describe('of the whole texts, however much of them is shown'),
      a: TextSide,
      b: TextSide,
    }),
    prompt: PromptPair,
    figures: z.object({ a: FiguresView, b: FiguresView }),
  }),
);
export type ComparisonView = z.output<typeof ComparisonView>;

/** An attempt and the run that it is of. */
export interface Compared {
  readonly runId: string;
  readonly attempt: AttemptView;
}

/** Two attempts of a step side by side: what was asked, what was made, what the guard said, and what it took (console 2.3). */
export async function compare(store: Pick<Store, 'contents'>, a: Compared, b: Compared): Promise<ComparisonView> {
  const [first, second] = [a.attempt, b.attempt];
  return {
    leaves: leavesBeside(first, second),
    text: await textsBeside(store, first, second),
    prompt: promptsBeside(first.renderedPrompt, second.renderedPrompt),
    figures: { a: figuresOf(a), b: figuresOf(b) },
  };
}

async function textsBeside({ contents }: Pick<Store, 'contents'>, a: AttemptView, b: AttemptView) {
  const texts = await contents.get([a, b].flatMap(({ digest }) => digest ?? []));
  const [before, after] = [texts.get(a.digest ?? '') ?? '', texts.get(b.digest ?? '') ?? ''];
  const shown = [cutBytes(before, LONGEST_TEXT), cutBytes(after, LONGEST_TEXT)] as const;
  return {
    equal: a.digest !== null && a.digest === b.digest,
    ...wordDiff(...shown),
    a: sideOf(a.artifactId, before, shown[0]),
    b: sideOf(b.artifactId, after, shown[1]),
  };
}

function sideOf(artifactId: string | null, text: string, shown: string): z.output<typeof TextSide> {
  return artifactId === null ? null : { artifactId, bytes: utf8Length(text), cut: shown !== text };
}

function figuresOf({ runId, attempt }: Compared): z.output<typeof FiguresView> {
  const { step, epoch, n, status, artifactId, source, model, parameters, finishReason, usage } = attempt;
  const { startedAt, endedAt, verdict } = attempt;
  return {
    runId,
    step,
    epoch,
    attempt: attempt.attempt,
    ...(n !== undefined && { n }),
    status,
    artifactId,
    source,
    model,
    ...(parameters !== undefined && { parameters }),
    finishReason,
    usage,
    judging: verdict?.usage ?? null,
    startedAt,
    endedAt,
    durationMs: endedAt === null ? null : Date.parse(endedAt) - Date.parse(startedAt),
  };
}
