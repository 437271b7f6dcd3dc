import type { Answered, AnswerWarning } from '../model/answer-warning.ts';
import type { ChatMessage } from '../model/chat.ts';
import { cut, plainText } from '../text/text.ts';
import { cutPrompt, namesCost } from './answer-usage.ts';
import { answersFor, pricedNames } from './answering-model.ts';
import type { Endpoint, ModelPrice } from './endpoint.ts';

/** A model as a definition writes it, and as it is asked for on the wire, which is the end of that name. */
export interface AskedModel {
  readonly name: string;
  readonly wireName: string;
}

type PriceList = (model: string) => ModelPrice | undefined;

export interface AnswerFacts {
  readonly asked: AskedModel;
  readonly endpoint: Pick<Endpoint, 'name' | 'profile'>;
  readonly price: PriceList;
  /** As the provider names it; undefined: it names none. */
  readonly answeredBy: string | undefined;
  /** The provider's usage object, as it came. */
  readonly raw: unknown;
  readonly messages: readonly ChatMessage[];
  /** All that the model wrote. */
  readonly text: string;
}

/** Returns which model answered, by whose price its cost is computed, and what a person should know of it (llm 1.8). */
export async function whoAnswered(facts: AnswerFacts): Promise<Answered> {
  const { asked, endpoint, answeredBy } = facts;
  const name = shownName(answeredBy ?? '') || undefined;
  const price = namesCost(facts) ? 'provider' : priceFor(facts.price, asked, answeredBy)?.of;
  const short = await cutPrompt(facts.raw, facts.messages);
  const isOther = answeredBy !== undefined && !answersFor(asked.wireName, answeredBy, endpoint.profile.answersAs);
  const warnings = [
    ...(isOther && name !== undefined ? [otherModel(asked, name, endpoint.name)] : []),
    ...(short ? [promptTruncated(endpoint.name, short)] : []),
  ];
  return {
    ...(name !== undefined && { answeredBy: name }),
    ...(price !== undefined && { price }),
    ...(warnings.length > 0 && { warnings }),
  };
}

/** The price of the model that answered if it is listed, else of the one that was asked; `of`: its name in the list. */
export function priceFor(
  price: PriceList,
  { name, wireName }: AskedModel,
  answeredBy: string | undefined,
): { readonly of: string; readonly price: ModelPrice } | undefined {
  const prefix = name.slice(0, name.length - wireName.length);
  const answered = answeredBy === undefined ? [] : pricedNames(answeredBy).map((one) => prefix + one);
  const [exact, ...others] = answered;
  const isSame = answeredBy !== undefined && answersFor(wireName, answeredBy);
  const names = isSame ? [exact, name, ...others] : [...answered, name];
  return names.map((of) => found(price, of)).find((one) => one !== undefined);
}

function found(price: PriceList, of: string | undefined) {
  const listed = of === undefined ? undefined : price(of);
  return of !== undefined && listed ? { of, price: listed } : undefined;
}

/** In one line, without what no terminal or database takes. */
function shownName(name: string): string {
  return cut(plainText(name).replace(/\s+/g, ' ').trim(), LONGEST_NAME);
}

const LONGEST_NAME = 200;

function otherModel({ name }: AskedModel, answered: string, endpoint: string): AnswerWarning {
  return {
    code: 'other_model',
    about: `other_model ${name} ${answered}`,
    text: `${name} was asked, and the provider says that ${answered} answered. If that is another name of the same model, add it to profile.answersAs of the endpoint ${endpoint}; if not, ask the provider why it serves another model.`,
  };
}

function promptTruncated(
  endpoint: string,
  { told, counted }: { readonly told: number; readonly counted: number },
): AnswerWarning {
  return {
    code: 'prompt_truncated',
    about: `prompt_truncated ${endpoint}`,
    text: `The endpoint ${endpoint} reports ${told} tokens of a prompt in which dsap counts ${counted}: it has probably cut the prompt off, and the model has not read all of it. Raise the server's context length (Ollama: num_ctx; LM Studio: the context length of the loaded model; llama.cpp: -c; vLLM: --max-model-len), or shorten the prompt with maxContextTokens.`,
  };
}
