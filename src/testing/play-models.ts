import { cutUsage } from '../generators/answer-usage.ts';
import type { ModelRequest } from '../generators/generator.ts';
import type { Models } from '../generators/registry.ts';
import type { ChatMessage } from '../model/chat.ts';
import type { AnswerSource } from './answers.ts';

/** What a model was sent. */
export interface PlayedPrompt {
  readonly step: string;
  readonly epoch: number;
  readonly attempt: number;
  /** Of a judge; left out: the step's own model. */
  readonly judge?: string;
  readonly model: string;
  readonly messages: readonly ChatMessage[];
}

/** The model of a definition that names none. */
export const PLAYED_MODEL = 'played';

/** Every model there is: whatever it is called, the source answers. `judge`: who asks where that is no step. */
export function playedModels(source: AnswerSource, prompts: PlayedPrompt[], judge?: string): Models {
  const usageOf: Models['usageOf'] = (_, messages, text) => cutUsage({ messages, text, price: FREE });
  return {
    defaultModel: PLAYED_MODEL,
    list: async () => [],
    endpoints: [],
    offers: async () => ({ ok: true }),
    isPriced: () => true,
    generatorFor: () => ({ complete: (request) => complete(source, prompts, request, judge) }),
    asSent: (_, messages) => messages,
    readings: () => [],
    named: () => [],
    usageOf,
    paidFor: async (model, messages, text) => usageOf(model, messages, text),
  };
}

const FREE = { input: 0, output: 0 };

function complete(
  source: AnswerSource,
  prompts: PlayedPrompt[],
  { model: settings, messages, schema, tools, maxTokens, place, signal }: ModelRequest,
  judge: string | undefined,
) {
  const { step, epoch, attempt, n } = place;
  const { name: model, ...sampling } = settings;
  prompts.push({ step, epoch, attempt, ...(judge !== undefined && { judge }), model, messages });
  return source.model({
    name: judge ?? step,
    step,
    epoch,
    attempt,
    n,
    model,
    messages,
    sampling: { ...sampling, ...(maxTokens !== undefined && { maxTokens }) },
    signal,
    ...(schema !== undefined && { schema }),
    ...(tools && { tools }),
  });
}
