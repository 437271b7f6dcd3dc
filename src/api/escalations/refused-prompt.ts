import { z } from 'zod';
import { openEscalations, type RunState } from '../../model/run-state.ts';
import type { Store } from '../../ports/store/store.ts';
import { cut } from '../../text/text.ts';
import { promptsBeside } from '../compare/prompts.ts';
import { component } from '../reference/components.ts';
import type { AttemptView } from '../steps/attempt-view.ts';
import { allAttempts, joined } from '../steps/attempts.ts';

/** Sections that are shown, and characters of each. */
const MOST = { sections: 10, each: 2_000 };

const Place = z.object({ epoch: z.number(), attempt: z.number() });

export const RefusedPromptView = component(
  'RefusedPrompt',
  Place.extend({
    step: z.string(),
    model: z.string().nullable(),
    filter: z.string().describe('what the content filter of the provider objects to, in its own words'),
    passed: Place.extend({ model: z.string().nullable() })
      .nullable()
      .describe('the attempt with the newest prompt of this step that passed; null: none has'),
    sections: z
      .array(
        z.object({
          role: z.string(),
          heading: z.string().nullable().describe('null: what stands before the first heading, or the whole message'),
          isWhole: z.boolean().describe('the section was not in the prompt that passed'),
          text: z.string().describe('what is new in it, at most 2,000 characters'),
          cut: z.boolean(),
        }),
      )
      .describe('what is new in the prompt since the one that passed: at most ten sections; empty if none has passed'),
    leftOut: z.number().describe('further sections with something new'),
  }),
);
export type RefusedPromptView = z.output<typeof RefusedPromptView>;

const REFUSED = 'prompt_filter';

/**
 * What is new in the prompt of the attempt that made this artifact, compared with the last one of its step that the provider's content
 * filter let pass; undefined if no filter refused it (llm 1.7). `attempts`: of the step or the run, oldest first.
 */
export function refusedPromptIn(
  attempts: readonly AttemptView[],
  artifactId: string | undefined,
): RefusedPromptView | undefined {
  const at = attempts.findIndex((attempt) => attempt.artifactId === artifactId);
  const refused = attempts[at];
  if (artifactId === undefined || refused?.finishReason !== REFUSED) return undefined;
  const { step, epoch, attempt, model, rawFinishReason: filter = 'content filter' } = refused;
  const prompt = promptOf(refused);
  const passed = passedBefore(attempts.slice(0, at + 1), refused);
  const sections = passed ? promptsBeside(passed.prompt, prompt).sections.flatMap(newIn) : [];
  return {
    step,
    epoch,
    attempt,
    model,
    filter,
    passed: passed ? { epoch: passed.of.epoch, attempt: passed.of.attempt, model: passed.of.model } : null,
    sections: sections.slice(0, MOST.sections),
    leftOut: Math.max(0, sections.length - MOST.sections),
  };
}

type Prompt = AttemptView['renderedPrompt'];
type Message = Prompt[number];

/** What the model was sent last. The conversation of an agent holds the answer, too. */
function promptOf({ agent, renderedPrompt }: AttemptView): Prompt {
  return agent && renderedPrompt.at(-1)?.role === 'assistant' ? renderedPrompt.slice(0, -1) : renderedPrompt;
}

/** The newest prompt of the step that passed: of an agent the one before its last turn, else that of an earlier attempt. */
function passedBefore(attempts: readonly AttemptView[], refused: AttemptView) {
  const isAnswered = ({ role, content }: Message) => role === 'assistant' && content !== '';
  const prompt = promptOf(refused);
  const turn = refused.agent ? prompt.findLastIndex(isAnswered) : -1;
  if (turn > 0) return { of: refused, prompt: prompt.slice(0, turn) };
  const of = attempts.findLast(
    ({ step, finishReason, renderedPrompt }) =>
      step === refused.step && finishReason !== REFUSED && finishReason !== null && renderedPrompt.length > 0,
  );
  return of && { of, prompt: promptOf(of) };
}

function newIn({ role, heading, in: where, parts }: ReturnType<typeof promptsBeside>['sections'][number]) {
  const added = parts.flatMap(({ mark, text }) => (mark === 'added' && text.trim() !== '' ? [text.trim()] : []));
  if (where === 'a' || added.length === 0) return [];
  const whole = added.join(' … ');
  const text = cut(whole, MOST.each);
  return [{ role, heading, isWhole: where === 'b', text, cut: text.length < whole.length }];
}

/** The same for the newest open question of a run whose prompt was refused. */
export async function refusedPromptOf(store: Store, state: RunState): Promise<RefusedPromptView | undefined> {
  for (const { step, artifactId } of openEscalations(state).toReversed()) {
    if (step === undefined || artifactId === undefined) continue;
    if ((await store.artifacts.find(artifactId))?.finishReason !== REFUSED) continue;
    const rows = await allAttempts(store, state.runId, { step });
    return refusedPromptIn(await joined(store, state.runId, rows), artifactId);
  }
  return undefined;
}
