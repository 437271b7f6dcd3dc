import { until } from '../until.ts';
import { finish, json, piece, startModelServer, stream, usage } from './model-server.ts';

/** How a model answers; `finish` is `stop` when left out. */
export interface ModelReply {
  readonly text: string;
  readonly finish?: string;
  /** Calls of tools beside the text. */
  readonly calls?: readonly { readonly name: string; readonly arguments: unknown }[];
}

/** A request that has reached the model. */
interface Question {
  /** All its messages. */
  readonly prompt: string;
  /** Settles once its connection is closed, from whichever side. */
  readonly closed: Promise<void>;
  reply(reply: ModelReply): void;
}

/** An OpenAI-compatible endpoint that counts what it is asked, and holds a reply for as long as the test likes. */
export interface HeldModel {
  /** With `/v1`. */
  readonly baseUrl: string;
  /** Every request so far, in order of arrival. */
  readonly questions: readonly Question[];
  asked(words: string): readonly Question[];
  /** Question number `n` of those that hold the words, once it has arrived. */
  question(words: string, n?: number): Promise<Question>;
  close(): Promise<void>;
}

/** `replyTo` answers at once, or holds the reply by answering nothing. */
export async function startHeldModel(
  replyTo: (prompt: string) => ModelReply | undefined = () => undefined,
): Promise<HeldModel> {
  const questions: Question[] = [];
  const server = await startModelServer();
  server.answerWith((response, received) => {
    if (!received.url.endsWith('/chat/completions')) return json(200, { data: [] })(response, received);
    const prompt = JSON.stringify(received.body['messages']);
    const question: Question = {
      prompt,
      closed: received.closed,
      reply: ({ text, finish: reason = 'stop', calls = [] }) =>
        stream([piece(text), ...calls.map(called), finish(reason), TOKENS])(response, received),
    };
    questions.push(question);
    const reply = replyTo(prompt);
    if (reply) question.reply(reply);
  });
  const asked = (words: string) => questions.filter(({ prompt }) => prompt.includes(words));
  return {
    baseUrl: server.baseUrl,
    questions,
    asked,
    question: (words, n = 1) => until(`question ${n} with "${words}"`, () => asked(words)[n - 1]),
    close: () => server.close(),
  };
}

function called({ name, arguments: given }: NonNullable<ModelReply['calls']>[number], index: number) {
  const call = { index, id: `call_${index}`, type: 'function', function: { name, arguments: JSON.stringify(given) } };
  return { choices: [{ index: 0, delta: { tool_calls: [call] }, finish_reason: null }] };
}

const TOKENS = usage({ prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 });
