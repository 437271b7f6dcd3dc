import { GeneratorError } from '../../generators/generator.ts';
import type { Models } from '../../generators/registry.ts';
import { type Judge, JudgeFault } from '../../guards/judge.ts';
import type { Caps } from '../../ports/store/caps.ts';

/** Lets judged guards ask the models of the service. */
export function judgeOf(models: Models, caps?: Pick<Caps, 'settle'>): Judge {
  return async ({ model = models.defaultModel, system, user, schema, maxTokens, place, payer, signal }) => {
    if (model === undefined)
      throw new JudgeFault('the guard names no model and the service has no default (DSAP_MODEL)', { final: true });
    try {
      const { text, refusal, usage, answeredBy, price, warnings, settles } = await models.generatorFor(model).complete({
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
      if (settles) await caps?.settle(settles);
      return {
        model,
        text: text === '' ? (refusal ?? '') : text,
        usage,
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
  const { kind, retryAfter, message, status, usage, endpoint, again } = error;
  return new JudgeFault(`${model}${status === undefined ? ' did not answer' : ''}: ${message}`, {
    final: kind !== 'transport',
    retryAfter,
    usage,
    endpoint,
    isRateLimit: status === 429,
    again,
    cause: error,
  });
}
