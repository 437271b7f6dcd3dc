/**
 * What joins a step's specification from outside (`context.injected`) is one of two. A backtrack says from which epoch of which later step
 * the run came back (`fromEpoch`): here its rejections are summed up. A person's guidance has words of its own (`text`, `digest`):
 * `guidanceFor` hands them on as they are. Beside them a step is told of its own earlier epochs, which no event injects.
 */

import type { Injection } from '../../model/events/recovery.ts';
import type { GenerateInput } from '../../ports/calls.ts';
import type { HistoryEntry } from '../../ports/store/calls.ts';
import type { CallStore } from '../../ports/store/store.ts';
import type { PromptContext } from '../../prompts/context.ts';
import { type Rejected, rejectionSummary } from '../../prompts/rejection-summary.ts';

const CHANGE_UPSTREAM =
  'What this step made led to these failures. Make something that cannot lead to them; do not repeat what was tried.';
const CHANGE_OWN = 'These were earlier rounds of this very step. Do not repeat what was tried then.';

/**
 * Ψ′ = Ψ ⊕ Summary(H): what failed downstream of a step that the run went back to, and what the step itself tried in earlier epochs
 * (formal A.2 Def 8, R5, R66). Apart from the step's own feedback history.
 */
export async function injectedSummaries(
  store: Pick<CallStore, 'attempts'>,
  input: GenerateInput,
): Promise<PromptContext['injected']> {
  const { runId, injected } = input;
  const downstream = injected.flatMap(({ from, fromEpoch }) => (fromEpoch === undefined ? [] : [{ from, fromEpoch }]));
  const summaries = await Promise.all([
    ...downstream.map(async ({ from, fromEpoch }) => {
      const rejected = await store.attempts.rejected(runId, from, { of: fromEpoch });
      return { from, text: rejectionSummary(rejected.map(asRejected), `${from}, a later step`, CHANGE_UPSTREAM) };
    }),
    ...earlierEpochs(input).map((epochs) => earlierRounds(store, input, epochs)),
  ]);
  return summaries.filter(({ text }) => text !== '');
}

/** What people said to this step; it joins the specification, in their words (api 5). */
export async function guidanceFor(
  store: Pick<CallStore, 'contents'>,
  injected: readonly Injection[],
): Promise<readonly { readonly from: string; readonly text: string }[]> {
  const digests = injected.flatMap(({ digest }) => digest ?? []);
  const stored = digests.length === 0 ? new Map<string, string>() : await store.contents.get(digests);
  return injected.flatMap(({ from, text, digest }) => {
    const said = text ?? stored.get(digest ?? '');
    return said === undefined ? [] : [{ from, text: said }];
  });
}

type Epochs = Parameters<CallStore['attempts']['rejected']>[2];

/** Each turn of a machine is another task: of what was tried before, only what a person opened again in this turn belongs to it. */
function earlierEpochs({ epoch, machine }: GenerateInput): readonly Epochs[] {
  if (!machine) return epoch > 1 ? [{ before: epoch }] : [];
  return epoch > (machine.begun?.epoch ?? epoch) ? [{ of: epoch - 1 }] : [];
}

async function earlierRounds(store: Pick<CallStore, 'attempts'>, { runId, step }: GenerateInput, epochs: Epochs) {
  const rejected = await store.attempts.rejected(runId, step, epochs);
  return { from: step, text: rejectionSummary(rejected.map(asRejected), `Earlier rounds of ${step}`, CHANGE_OWN) };
}

function asRejected({ text, verdict }: HistoryEntry): Rejected {
  return { text, feedback: verdict.feedback, signature: verdict.signature ?? '' };
}
