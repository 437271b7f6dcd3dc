import type { ChatMessage, ToolCall } from '../model/chat.ts';
import { isReasoning, reasoningIn } from './message-fields.ts';
import type { Fault } from './provider-fault.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Which fields beside the known ones go back with an assistant message (llm 1.5), and what each model has taught about them. */
export interface EchoedFields {
  /** The messages with the fields that the model is sent now. `origin`: where the request goes; fields of another origin stay behind. */
  asSent(origin: string, messages: readonly ChatMessage[]): readonly ChatMessage[];
  /** Learns from a refusal of a field that was sent, or of a message without one. Returns whether `asSent` has changed by it. */
  learn(origin: string, messages: readonly ChatMessage[], fault: Fault): boolean;
}

/** `drop`: not sent. `echo`: sent as it came. `fill`: sent, and made up where the message came without it. */
type Treatment = 'drop' | 'echo' | 'fill';

/** `reasoning`: of the endpoint's profile, until a model teaches otherwise. */
export function createEchoedFields(reasoning: 'echo' | 'drop'): EchoedFields {
  const learned = new Map<string, Map<string, Treatment>>();
  const ruleOf = (origin: string): Rule => {
    const own = learned.get(origin);
    return {
      isEchoed: (name) => (own?.get(name) ?? (isReasoning(name) ? reasoning : 'echo')) !== 'drop',
      needed: [...(own ?? [])].flatMap(([name, treatment]) => (treatment === 'drop' ? [] : [{ name, treatment }])),
    };
  };
  const asSent = (origin: string, messages: readonly ChatMessage[]) => {
    const rule = ruleOf(origin);
    return messages.map((message) => sentMessage(message, origin, rule));
  };
  return {
    asSent,
    learn(origin, messages, fault) {
      if (!CAN_REFUSE.has(fault.status ?? 400)) return false;
      const sent = new Set(asSent(origin, messages).flatMap(fieldNames));
      const held = messages.flatMap(fieldNames);
      const name = namedField([...sent, ...held, ...TEXTS], fault);
      if (name === undefined) return false;
      const own = learned.get(origin) ?? new Map<string, Treatment>();
      const isHeld = held.includes(name) || (TEXTS.has(name) && messages.some((message) => thoughtOf(message) !== ''));
      const next = nextTreatment(own.get(name), { isSent: sent.has(name), isHeld }, fault);
      if (next === undefined || (next === 'fill' && !TEXTS.has(name))) return false;
      learned.set(origin, own.set(name, next));
      return true;
    },
  };
}

/** Some gateways pass the refusal on as their own failure. */
const CAN_REFUSE: ReadonlySet<number> = new Set([400, 422, 500]);

interface Rule {
  isEchoed(name: string): boolean;
  readonly needed: readonly { readonly name: string; readonly treatment: Treatment }[];
}

function sentMessage(message: ChatMessage, origin: string, rule: Rule): ChatMessage {
  if (message.role !== 'assistant') return message;
  const { extra, toolCalls, origin: from, ...rest } = message;
  const isOwn = from === undefined || from === origin;
  const fields = { ...(isOwn && filtered(extra, rule)), ...neededFields(isOwn ? extra : {}, rule) };
  return {
    ...rest,
    ...(Object.keys(fields).length > 0 && { extra: fields }),
    ...(toolCalls && { toolCalls: toolCalls.map((call) => sentCall(call, isOwn, rule)) }),
  };
}

function sentCall({ extra, ...call }: ToolCall, isOwn: boolean, rule: Rule): ToolCall {
  const fields = isOwn ? filtered(extra, rule) : {};
  return Object.keys(fields).length > 0 ? { ...call, extra: fields } : call;
}

function filtered(fields: Fields = {}, rule: Rule): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => rule.isEchoed(name)));
}

/** A reasoning field that the endpoint asks for by another name than the one it sent. */
function neededFields(own: Fields = {}, { needed }: Rule): Fields {
  const missing = needed.filter(({ name }) => TEXTS.has(name) && own[name] === undefined);
  const pairs = missing.map(({ name, treatment }) => ({ name, treatment, value: reasoningIn(own) }));
  const filled = pairs.filter(({ treatment, value }) => treatment === 'fill' || value !== '');
  return Object.fromEntries(filled.map(({ name, value }) => [name, value]));
}

/** The names of the fields of a message and of its calls. */
function fieldNames(message: ChatMessage): readonly string[] {
  if (message.role !== 'assistant') return [];
  const { extra = {}, toolCalls = [] } = message;
  return [extra, ...toolCalls.map((call) => call.extra ?? {})].flatMap((fields) => Object.keys(fields));
}

function thoughtOf(message: ChatMessage): string {
  return message.role === 'assistant' ? reasoningIn(message.extra) : '';
}

/** Names by which providers ask for reasoning as a text; what came as another field can be sent as one. */
const TEXTS: ReadonlySet<string> = new Set(['reasoning_content', 'reasoning']);

/** The field that a refusal names. Words that English has too count only in quotes or behind a path. */
function namedField(names: readonly string[], { parameter = '', message }: Fault): string | undefined {
  const words = `${parameter}\n${message}`;
  const isNamed = (name: string) => {
    const plain = name.replace(/\W/g, String.raw`\$&`);
    return new RegExp(name.includes('_') ? `\\b${plain}\\b` : `['"\`.]${plain}\\b`).test(words);
  };
  const found = names.find(isNamed);
  return found ?? (ANTHROPIC.test(message) ? names.find((name) => BLOCKS.has(name)) : undefined);
}

/** Anthropic's words for a message without its thoughts, which gateways pass on. */
const ANTHROPIC = /redacted_thinking|thinking block/i;
const BLOCKS: ReadonlySet<string> = new Set(['thinking_blocks', 'reasoning_details']);

const MISSING = /miss|must|requir|pass(?:ed)? back|expected|not (?:provided|found)|need/i;
const UNSUPPORTED =
  /unsupported|not supported|(?:not|n't) support|extra inputs|forbidden|unknown|unrecognized|unexpected|not permitted|not allowed|cannot find|additional propert|remove|must not|should not/i;

/** A refusal flips a field once, and never back; undefined: there is nothing to change. */
function nextTreatment(
  before: Treatment | undefined,
  { isSent, isHeld }: { readonly isSent: boolean; readonly isHeld: boolean },
  fault: Fault,
): Treatment | undefined {
  const words = `${fault.parameter ?? ''} ${fault.message}`;
  const isMissing = MISSING.test(words) && !UNSUPPORTED.test(words);
  if (isSent && !isMissing) return before === undefined ? 'drop' : undefined;
  if (UNSUPPORTED.test(words) || before === 'drop' || before === 'fill') return undefined;
  return before === undefined && !isSent && isHeld ? 'echo' : 'fill';
}
