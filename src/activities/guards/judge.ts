import { GeneratorError } from '../../generators/generator.ts';
import type { Models } from '../../generators/registry.ts';
import { type Judge, JudgeFault, UnreadableAnswer } from '../../guards/judge.ts';
import type { Usage } from '../../model/usage.ts';
import type { Caps } from '../../ports/store/caps.ts';
import { isThoughtAlone } from '../../prompts/content-failure.ts';
import { faultWords } from '../generators/by-model.ts';

/** The longest answer that a judge is allowed after it has used less for thinking, in tokens. */
const MOST_TOKENS = 32_000;
/** A judge that thinks away its limit is given this many times as much: few tries are paid for in vain. */
const RAISE = 4;

/** Lets judged guards ask the models of the service. */
export function judgeOf(models: Models, caps?: Pick<Caps, 'settle'>): Judge {
  /** By model: the limit of its answers, if it has used up a lower one for thinking. */
  const raised = new Map<string, number>();
  /** The fault of a judge that used its limit for thinking. The next try has a higher one, unless the endpoint or a cap takes no more. */
  const thoughtAway = (
    model: string,
    usage: Usage,
    { used, asked }: { readonly used: number; readonly asked: number },
  ) => {
    const what = `${model} used its limit of ${used} tokens for thinking (${usage.reasoningTokens} tokens) and gave no opinion`;
    if (used < asked || asked >= MOST_TOKENS) return new UnreadableAnswer(what, usage);
    const next = Math.min(RAISE * asked, MOST_TOKENS);
    raised.set(model, next);
    return new JudgeFault(`${what}; it is asked again with ${next} tokens`, { final: false, usage });
  };
  return async ({ model = models.defaultModel, system, user, schema, maxTokens: standard, place, payer, signal }) => {
    if (model === undefined)
      throw new JudgeFault('the guard names no model and the service has no default (DSAP_MODEL)', { final: true });
    const maxTokens = Math.max(standard, raised.get(model) ?? 0);
    try {
      const answer = await models.generatorFor(model).complete({
        model: { name: model, temperature: 0 },
        maxTokens,
        messages: [
          { role: 'system', content: system },
          { role: 'user', content: user },
        ],
        schema,
        place,
        ...(payer && { payer }),
        signal,
      });
      // Before its answer is read, since one that cannot be read is paid as well and stored nowhere.
      if (answer.settles) await caps?.settle(answer.settles);
      const { finishReason, maxTokens: used = maxTokens } = answer;
      if (finishReason === 'length' && isThoughtAlone({ ...answer, ...answer.usage }))
        throw thoughtAway(model, answer.usage, { used, asked: maxTokens });
      const { text, refusal, usage, route, answeredBy, price, warnings } = answer;
      return {
        model,
        text: text === '' ? (refusal ?? '') : text,
        usage,
        ...(route && { route }),
        ...(answeredBy !== undefined && { answeredBy }),
        ...(price !== undefined && { price }),
        ...(warnings && { warnings }),
      };
    } catch (error) {
      if (error instanceof GeneratorError) throw faultOf(model, error);
      throw error;
    }
  };
}

/** What a provider refuses for good is not asked again (R32). */
function faultOf(model: string, error: GeneratorError): JudgeFault {
  const { kind, retryAfter, isRateLimit, usage, endpoint, again } = error;
  return new JudgeFault(faultWords(model, error), {
    final: kind !== 'transport',
    retryAfter,
    usage,
    endpoint,
    isRateLimit,
    again,
    cause: error,
  });
}
