import type { Card, CardFaults, CardStep, UpstreamFault, Variant } from './card.ts';
import { defaultReply } from './default.ts';
import { draw, drawOne, keyOf } from './random.ts';
import { holds, readingsOf, type Values } from './reading.ts';
import { plainAnswer, type Reply } from './reply.ts';
import type { SimRequest } from './request.ts';
import { artifactIn, historyOf, type PromptParts, partsOf, rejectionsIn, unrejected } from './sections.ts';
import { fill } from './template.ts';

/**
 * What a card answers. Pure: the same card and request give the same reply. A step that the card does not know, neither by its id
 * nor by `*`, is answered like `sim:default`.
 */
export function answerOf(card: Card, request: SimRequest): Reply {
  const step = card.steps[request.step] ?? card.steps['*'];
  if (!step) return defaultReply(request);
  const call: Call = { card, step, request, parts: partsOf(request), key: keyFor(card, request, request.prompt) };
  return providerFault(call) ?? answer(call);
}

interface Call {
  readonly card: Card;
  readonly step: CardStep;
  readonly request: SimRequest;
  readonly parts: PromptParts;
  readonly key: string;
}

function keyFor(card: Card, { step, n }: SimRequest, prompt: string): string {
  return keyOf({ seed: card.seed, step, n, prompt });
}

/** A fault is drawn anew for every call of an attempt, so that a retried call gets through. */
function providerFault({ card, step, request, key }: Call): Reply | undefined {
  const rates = ratesOf(card, step);
  const hits = (name: keyof CardFaults) => draw(key, `${name} ${request.faults}`) < (rates[name] ?? 0);
  if (hits('rate429')) return { kind: 'fault', status: 429, retryAfter: 1 };
  if (hits('rate500')) return { kind: 'fault', status: 500 };
  if (hits('reset')) return { kind: 'drop' };
  if (hits('stall')) return { kind: 'stall' };
  return hits('error') ? { ...plainAnswer('The'), error: BROKEN } : undefined;
}

const BROKEN = { message: 'Simulated error in the stream.', type: 'server_error', code: null } as const;

function answer(call: Call): Reply {
  const { card, step, key, parts } = call;
  const values = readingsOf(card, step, parts);
  const variant = variantOf(call, values);
  if (!variant) return defaultReply(call.request);
  const rates = ratesOf(card, step);
  const text = fill(variant.text, values);
  const reply = {
    kind: 'answer',
    text,
    finish: variant.finish,
    delayMs: step.latencyMs ?? card.latencyMs ?? 0,
    tokensPerSecond: step.tokensPerSecond ?? card.tokensPerSecond ?? 0,
    ...asideOf(card, step),
  } as const;
  if (draw(key, 'refusal') < (rates.refusal ?? 0)) return { ...reply, text: REFUSAL, finish: 'refusal' };
  if (draw(key, 'truncation') < (rates.truncation ?? 0)) return { ...reply, text: firstHalf(text), finish: 'length' };
  return reply;
}

const REFUSAL = 'I am sorry, but I cannot help with that.';

function variantOf(call: Call, values: Values): Variant | undefined {
  const { step, request, parts, key } = call;
  const right = step.right.filter((variant) => fits(variant, values));
  const wrong = step.wrong.filter((variant) => fits(variant, values));
  const unlearnt = wrong.filter(({ until }) => !until?.matcher(parts.feedback).find());
  const lasting = isLasting(step.upstreamFault, request, parts);
  if (lasting) return wrongOf(call, { wrong, unlearnt: unlearnt.length > 0 ? unlearnt : wrong });
  const isRight = draw(key, 'right') < chanceOfRight(call);
  const mistake = isRight ? undefined : wrongOf(call, { wrong, unlearnt });
  return mistake ?? drawOne(key, 'variant', right) ?? wrongOf(call, { wrong, unlearnt: wrong });
}

/** Every rejection in the prompt takes the share rho of what is left of the chance of error. */
function chanceOfRight({ card, step, request }: Call): number {
  const epsilon = step.epsilon ?? card.epsilon ?? 1;
  const rho = step.rho ?? card.rho ?? 0;
  return 1 - (1 - epsilon) * (1 - rho) ** rejectionsIn(historyOf(request));
}

/** A stubborn answer is drawn as if nothing had been said against the first one. */
function wrongOf(
  call: Call,
  choices: { wrong: readonly Variant[]; unlearnt: readonly Variant[] },
): Variant | undefined {
  const { card, step, request, key } = call;
  const calm = historyOf(request) === '';
  const stubborn = !calm && draw(key, 'stubborn') < (step.stubborn ?? card.stubborn ?? 0);
  const first = keyFor(card, { ...request, n: 1 }, unrejected(request));
  if (stubborn) return drawOne(first, 'variant', choices.wrong);
  return drawOne(calm ? first : key, 'variant', choices.unlearnt);
}

function isLasting(fault: UpstreamFault | undefined, request: SimRequest, parts: PromptParts): boolean {
  if (!fault || parts.injected !== '') return false;
  if (fault.step === undefined) return true;
  if (!fault.while) return request.epoch === 1;
  return fault.while.matcher(artifactIn(request, fault.step)).find();
}

function fits({ when }: Variant, values: Values): boolean {
  return when === undefined || holds(when, values);
}

function asideOf(
  card: Card,
  step: CardStep,
): Pick<Extract<Reply, { kind: 'answer' }>, 'thinking' | 'model' | 'lateUsage'> {
  const thinking = step.thinking ?? card.thinking;
  const model = step.model ?? card.model;
  const lateUsage = step.lateUsage ?? card.lateUsage;
  return { ...(thinking && { thinking }), ...(model && { model }), ...(lateUsage !== undefined && { lateUsage }) };
}

function ratesOf(card: Card, step: CardStep): CardFaults {
  return { ...card.faults, ...step.faults };
}

function firstHalf(text: string): string {
  return text.slice(0, Math.ceil(text.length / 2)).toWellFormed();
}
