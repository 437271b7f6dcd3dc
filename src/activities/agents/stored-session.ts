import type { Session } from '../../authoring/agent/session.ts';
import { frozen } from '../../authoring/plain-json.ts';
import { reasoningIn } from '../../generators/message-fields.ts';
import type { AnsweredRoute, AnswerWarning } from '../../model/answer-warning.ts';
import type { ChatMessage, ToolCall } from '../../model/chat.ts';
import type { Usage } from '../../model/usage.ts';
import type { AgentProvenance, AnsweredTurn, ContextSnapshot } from '../../ports/store/artifacts.ts';
import type { CallStore } from '../../ports/store/store.ts';
import { digestOf } from '../../store/digest.ts';
import { parseJson, parseStored, stringifyJson } from '../../text/exact-json.ts';
import { plainText } from '../../text/text.ts';

/** An attempt as it is carried from turn to turn. */
export interface Carried {
  readonly session: Session;
  /** How many of its messages lie in the store already. */
  readonly known: number;
  /** How many messages there were before the first answer of this attempt. */
  readonly opened: number;
  /** Digest of the messages that the conversation began with: another one begins another conversation. */
  readonly base: string;
  /** What the attempt was made from; its prompt is the conversation, filled in at the end. */
  readonly snapshot: ContextSnapshot;
  /** Of every turn so far. */
  readonly usage: Usage;
  /** Every call of a tool so far. */
  readonly tools: AgentProvenance['tools'];
  /** Digest of the messages as the last call of the model sent them. */
  readonly promptDigest: string;
  /** Of the calls that wait, those whose effect has to be run. */
  readonly effects: readonly { readonly call: string; readonly tool: string }[];
  readonly ending?: StoredEnding;
  /** How the attempt came to its model, where that is an entry of a route: later turns ask this entry alone. */
  readonly route?: AnsweredRoute;
  /** Who answered in each turn so far, and what a person should know of it; left out: nothing is known. */
  readonly turns?: readonly AnsweredTurn[];
  readonly warnings?: readonly AnswerWarning[];
}

/** What the attempt came to. With feedback, there is no usable answer. */
export interface StoredEnding {
  readonly text: string;
  readonly mediaType: string;
  readonly finishReason: string;
  /** The provider's own word for it, where that is another one. */
  readonly rawFinishReason?: string;
  /** The limit that an answer without text used up for thinking. */
  readonly maxTokens?: number;
  readonly feedback?: string;
  /** No further try is worth its price: what to change, for a person (R32). */
  readonly advice?: string;
  /** The whole answer where the artifact is a part of it. */
  readonly whole?: string;
  readonly finalState?: unknown;
}

/** A message whose words lie in the store under their digest. */
type StoredMessage =
  | { readonly role: 'system' | 'user'; readonly digest: string }
  | {
      readonly role: 'assistant';
      readonly digest: string;
      readonly toolCalls?: readonly ToolCall[];
      /** Of the fields beside the words, as JSON. */
      readonly extra?: string;
      readonly origin?: string;
    }
  | { readonly role: 'tool'; readonly digest: string; readonly toolCallId: string };

/** A session as it lies in the store: both tiers and every message by digest, so that a turn stores only what it adds. */
interface StoredSession extends Omit<Carried, 'session' | 'known'> {
  readonly messages: readonly StoredMessage[];
  readonly execution: string;
  readonly attempt: string;
  readonly draft?: { readonly value: unknown };
  readonly waiting: readonly ToolCall[];
  readonly failed?: Session['failed'];
}

/** Stores what a turn has left; answers the digest it is found by. */
export async function saveSession(
  contents: CallStore['contents'],
  { session, known, ...rest }: Carried,
): Promise<string> {
  const execution = stringifyJson(session.state.execution) ?? '';
  const attempt = stringifyJson(session.state.attempt) ?? '';
  const stored: StoredSession = {
    ...rest,
    messages: session.messages.map(storedMessage),
    execution: digestOf(execution),
    attempt: digestOf(attempt),
    waiting: session.waiting,
    ...(session.failed && { failed: session.failed }),
    ...(session.draft !== undefined && { draft: { value: session.draft } }),
  };
  const added = session.messages.slice(known).flatMap(textsOf);
  const texts = [execution, attempt, ...added, stringifyJson(stored) ?? ''];
  const digests = await contents.put([...new Set(texts)]);
  return digests.at(-1) ?? '';
}

export async function loadSession(contents: CallStore['contents'], stateRef: string): Promise<Carried> {
  const { messages, execution, attempt, draft, waiting, failed, ...rest } = await loadStored(contents, stateRef);
  const texts = await contents.get([...new Set([execution, attempt, ...messages.flatMap(digestsOf)])]);
  const textOf = (digest: string) => texts.get(digest) ?? '';
  const session: Session = {
    messages: messages.map((message) => loadedMessage(message, textOf)),
    state: frozen({ execution: parseJson(textOf(execution)), attempt: parseJson(textOf(attempt)) }),
    waiting,
    ...(failed && { failed }),
    records: [],
    ...(draft && { draft: draft.value }),
  };
  return { ...rest, session, known: messages.length };
}

/** The execution tier alone, of an attempt that is over. */
export async function loadExecution(contents: CallStore['contents'], stateRef: string): Promise<unknown> {
  const { execution } = await loadStored(contents, stateRef);
  return parseJson((await contents.get([execution])).get(execution) ?? '{}');
}

/** The conversation as a context's prompt: the words by digest, calls of tools as the model wrote them. */
export function conversationOf({ messages }: Session): ContextSnapshot['prompt'] {
  return messages.map((message) => {
    const calls = message.role === 'assistant' ? (message.toolCalls ?? []) : [];
    const written = calls.map(({ name, arguments: given }) => ({ text: `\n→ ${name}(${given})` }));
    const thought = thoughtOf(message);
    const thoughts = thought === '' ? [] : [{ text: 'Reasoning: ' }, { digest: digestOf(thought) }, { text: '\n\n' }];
    return { role: message.role, parts: [...thoughts, { digest: digestOf(message.content) }, ...written] };
  });
}

async function loadStored(contents: CallStore['contents'], stateRef: string): Promise<StoredSession> {
  const stored: StoredSession = parseStored((await contents.get([stateRef])).get(stateRef) ?? '');
  return stored;
}

function storedMessage(message: ChatMessage): StoredMessage {
  const { content, ...rest } = message;
  const digest = digestOf(content);
  if (rest.role !== 'assistant') return { ...rest, digest };
  const { extra, ...said } = rest;
  return { ...said, digest, ...(extra && { extra: digestOf(writtenFields(extra)) }) };
}

function loadedMessage({ digest, ...message }: StoredMessage, textOf: (digest: string) => string): ChatMessage {
  const content = textOf(digest);
  if (message.role !== 'assistant') return { ...message, content };
  const { extra, ...said } = message;
  return { ...said, content, ...(extra !== undefined && { extra: parseStored(textOf(extra)) }) };
}

/** The texts that a stored message refers to by digest, and those that its conversation shows. */
function textsOf(message: ChatMessage): readonly string[] {
  if (message.role !== 'assistant' || !message.extra) return [message.content];
  const thought = thoughtOf(message);
  return [message.content, writtenFields(message.extra), ...(thought === '' ? [] : [thought])];
}

function digestsOf(message: StoredMessage): readonly string[] {
  const extra = message.role === 'assistant' ? message.extra : undefined;
  return extra === undefined ? [message.digest] : [message.digest, extra];
}

function writtenFields(extra: Readonly<Record<string, unknown>>): string {
  return stringifyJson(extra) ?? '';
}

/** What the model thought before it wrote the message; empty where its provider sends none. */
function thoughtOf(message: ChatMessage): string {
  return message.role === 'assistant' ? plainText(reasoningIn(message.extra)) : '';
}
