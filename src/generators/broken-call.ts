import type { Usage } from '../model/usage.ts';
import { BrokenAnswer } from './broken-answer.ts';
import { OUT_OF_TIME } from './call-timers.ts';
import { describeBreak, describeFault, neverConnected, withoutSecrets } from './failure-words.ts';
import { GeneratorError, type GeneratorErrorFacts, type PaidAgain } from './generator.ts';
import { type Fault, isKeyRefused, isRateLimit, kindOf } from './provider-fault.ts';

export interface BrokenCall {
  readonly endpoint: string;
  /** What no message may repeat: the endpoint's keys. */
  readonly secrets: readonly string[];
  /** What the provider said went wrong; undefined where it said nothing. */
  readonly fault: Fault | undefined;
  /** What ran out. */
  readonly expired: string | undefined;
  /** It was the time for all of the answer, and some of it had come. */
  readonly isLate: boolean;
  /** What had arrived. */
  readonly text: string;
  /** The beginning of what came, for an answer that was none. */
  readonly start: string;
  /** What was paid, should it have to be. */
  usage(): Promise<Usage>;
}

/**
 * Why a call has failed. The error keeps no cause: the client's own carry headers and the provider's words, and those may repeat the
 * key. What broke off once the provider had the prompt is paid (R111); what it refused by a status is not.
 */
export async function asGeneratorError(error: unknown, call: BrokenCall): Promise<GeneratorError> {
  const { expired, text, fault } = call;
  const partial: GeneratorErrorFacts = text === '' ? {} : { partial: text };
  const say = (what: string) => `endpoint ${call.endpoint}: ${withoutSecrets(what, call.secrets)}`;
  const unsent = neverConnected(error);
  const broken = async (what: string, again?: PaidAgain) =>
    new GeneratorError('transport', say(what), {
      ...partial,
      ...(unsent ? { neverConnected: true } : { usage: await call.usage(), again }),
    });
  if (expired !== undefined)
    return broken(`the answer did not come: ${expired}`, call.isLate ? OUT_OF_TIME : undefined);
  if (error instanceof BrokenAnswer) {
    const what = `the answer ${error.message}${error.isShown ? beginning(call) : ''}`;
    return broken(what, error.mayPass ? undefined : { by: error.message, ...ANOTHER });
  }
  if (error instanceof SyntaxError)
    return broken(`the answer is not JSON${beginning(call)}`, { by: 'is not JSON', ...ANOTHER });
  if (!fault) return broken(describeBreak(error));
  const { status, retryAfter, waitUntil } = fault;
  const paid = text === '' ? {} : { usage: await call.usage() };
  return new GeneratorError(kindOf(fault), say(describeFault(fault)), {
    ...partial,
    ...paid,
    status,
    retryAfter,
    waitUntil,
    isKeyRefused: isKeyRefused(fault),
    isRateLimit: isRateLimit(fault),
  });
}

const ANOTHER = { advice: 'let the step use another model, or mend what the endpoint sends', isOfModel: true };

function beginning({ start }: BrokenCall): string {
  return start === '' ? '' : `; it begins: ${start}`;
}
