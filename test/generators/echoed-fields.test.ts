/** Conversations at the wire: what a provider sends beside the known fields, and what goes back (llm 1.5). */
import type { EndpointProfile } from '../../src/generators/endpoint.ts';
import type { ModelAnswer } from '../../src/generators/generator.ts';
import { countMessages } from '../../src/generators/tokens.ts';
import type { ChatMessage } from '../../src/model/chat.ts';
import {
  finish,
  json,
  type ModelServer,
  piece,
  type Reply,
  startModelServer,
  stream,
} from '../support/engine/model-server.ts';
import { aGenerator, aRequest, failureOf, PROFILE } from './support.ts';

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server.close());

const delta = (fields: object) => ({ choices: [{ index: 0, delta: fields }] });
const CALL = {
  tool_calls: [{ index: 0, id: 'c1', type: 'function', function: { name: 'get', arguments: '{}' } }],
};
const DONE: Reply = stream([piece('Sunny.'), finish('stop')]);
const refusal = (message: string, status = 400) =>
  json(status, { error: { message, type: 'invalid_request_error', param: null, code: null } });
const PASS_BACK = refusal('The reasoning_content in the thinking mode must be passed back to the API.');

const generatorWith = (profile: Partial<EndpointProfile> = {}) =>
  aGenerator({ baseUrl: server.baseUrl, profile: { ...PROFILE, ...profile } });

/** The conversation behind an answer with calls. */
function behind(answer: ModelAnswer, before: readonly ChatMessage[] = [{ role: 'user', content: 'Go.' }]) {
  const { text: content, toolCalls = [], extra, origin } = answer;
  const said: ChatMessage = {
    role: 'assistant',
    content,
    toolCalls,
    ...(extra && { extra }),
    ...(origin !== undefined && { origin }),
  };
  return [...before, said, ...toolCalls.map(({ id }) => ({ role: 'tool' as const, content: 'sunny', toolCallId: id }))];
}

/** The assistant messages of the requests since the conversation went on. */
const assistants = () =>
  server.received.map(({ body }) => {
    const { messages } = { messages: [], ...body } as { messages: readonly { readonly role: string }[] };
    return messages.filter(({ role }) => role === 'assistant');
  });

/** Takes a first turn that answers with the deltas, then a second one that meets the replies. */
async function twoTurns(deltas: readonly object[], replies: readonly Reply[], profile: Partial<EndpointProfile> = {}) {
  const generator = generatorWith(profile);
  server.answerWith(stream([...deltas.map(delta), delta(CALL), finish('tool_calls')]));
  const first = await generator.complete(aRequest());
  server.answerWith(...replies);
  const messages = behind(first);
  return { first, messages, second: await generator.complete(aRequest({ messages })), generator };
}

describe('what is kept of a message', () => {
  const extraOf = async (...deltas: readonly object[]) => (await twoTurns(deltas, [DONE])).first.extra;

  test('report 3: reasoning that comes in pieces is one text', async () => {
    expect(await extraOf({ reasoning_content: 'I need ' }, { reasoning_content: 'the weather.' })).toEqual({
      reasoning_content: 'I need the weather.',
    });
  });

  test('report 3: equal pieces of reasoning are pieces all the same', async () => {
    expect(await extraOf({ reasoning: 'ha' }, { reasoning: 'ha' }, { reasoning: 'ha' })).toEqual({
      reasoning: 'hahaha',
    });
  });

  test('llm 1.5: reasoning_details join by index and type, and keep their signatures', async () => {
    const text = (index: number, words: string, more = {}) => ({ type: 'reasoning.text', text: words, index, ...more });
    const sealed = { type: 'reasoning.encrypted', data: 'Zm9v', id: 'r1', index: 0 };
    const details = await extraOf(
      { reasoning_details: [text(0, 'I ', { format: 'anthropic-claude-v1' })] },
      { reasoning_details: [text(1, 'Then'), text(0, 'need it.')] },
      { reasoning_details: [text(0, '', { signature: 'c2ln' }), sealed] },
    );
    expect(details).toEqual({
      reasoning_details: [
        text(0, 'I need it.', { format: 'anthropic-claude-v1', signature: 'c2ln' }),
        text(1, 'Then'),
        sealed,
      ],
    });
  });

  test('llm 1.5: blocks without an index go on until their signature has come', async () => {
    const block = (thinking: string, signature?: string) => ({
      type: 'thinking',
      thinking,
      ...(signature && { signature }),
    });
    const extra = await extraOf(
      { thinking_blocks: [block('I ')] },
      { thinking_blocks: [block('need it.', 'one')] },
      { thinking_blocks: [block('Then', 'two')] },
      { thinking_blocks: [{ type: 'redacted_thinking', data: 'x' }] },
      { thinking_blocks: [{ type: 'redacted_thinking', data: 'x' }] },
    );
    const redacted = { type: 'redacted_thinking', data: 'x' };
    expect(extra).toEqual({ thinking_blocks: [block('I need it.', 'one'), block('Then', 'two'), redacted, redacted] });
  });

  test('report 4: signatures of a message are kept, also where a server repeats them', async () => {
    const extra_content = { google: { thought_signature: 'c2ln' } };
    expect(
      await extraOf({ extra_content, thought_signature: 'c2ln' }, { extra_content, thought_signature: 'c2ln' }),
    ).toEqual({
      extra_content,
      thought_signature: 'c2ln',
    });
  });

  test('llm 1.5: known fields, empty ones and those that no request takes are not kept', async () => {
    const deltas = [{ role: 'assistant', content: '', refusal: null, annotations: [], audio: null, reasoning: null }];
    expect(await extraOf(...deltas)).toBeUndefined();
  });

  test('llm 1.5: thoughts among the parts of the content are no part of the answer', async () => {
    const thinking = { type: 'thinking', thinking: [{ type: 'text', text: 'I need it.' }] };
    server.answerWith(stream([delta({ content: [thinking, { type: 'text', text: 'Sunny.' }] }), finish('stop')]));
    expect(await generatorWith().complete(aRequest())).toMatchObject({
      text: 'Sunny.',
      extra: { thinking: 'I need it.' },
    });
  });

  test('report 3: the message of a server that does not stream is kept alike', async () => {
    const message = { role: 'assistant', content: 'Hm.', reasoning_content: 'T' };
    server.answerWith(json(200, { choices: [{ index: 0, message, finish_reason: 'stop' }] }));
    expect(await generatorWith().complete(aRequest())).toMatchObject({ extra: { reasoning_content: 'T' } });
  });
});

describe('what goes back', () => {
  const THOUGHT = { reasoning_content: 'T' };

  test('report 3: reasoning goes back where the profile says so', async () => {
    await twoTurns([THOUGHT], [DONE], { reasoning: 'echo' });
    expect(assistants()).toEqual([[expect.objectContaining(THOUGHT)]]);
  });

  test('llm 1.5: reasoning stays behind by default, and signatures go back', async () => {
    const extra_content = { google: { thought_signature: 'c2ln' } };
    const { generator, messages } = await twoTurns([{ ...THOUGHT, extra_content }], [DONE]);
    expect(assistants()[0]?.[0]).toMatchObject({ extra_content });
    expect(assistants()[0]?.[0]).not.toHaveProperty('reasoning_content');
    expect(assistants()[0]?.[0]).not.toHaveProperty('origin');
    expect(generator.asSent('main/tiny', messages)).not.toEqual(messages);
  });

  test.each([
    ['DeepSeek', PASS_BACK],
    ['Kimi', refusal('thinking is enabled but reasoning_content is missing in assistant tool call message at index 2')],
    [
      'words in the place of a parameter',
      json(400, {
        error: {
          message: 'Param Incorrect',
          param: 'The reasoning_content in the thinking mode must be passed back to the API.',
        },
      }),
    ],
    ['a gateway', refusal('400 Missing `reasoning_content` field in the assistant message at message index 1', 500)],
  ])('report 3: a refusal for want of reasoning teaches to send it (%s)', async (_, refused) => {
    const { second, generator, messages } = await twoTurns([THOUGHT], [refused, DONE]);
    expect(second).toMatchObject({ text: 'Sunny.', usage: { llmCalls: 1 } });
    await generator.complete(aRequest({ messages }));
    expect(assistants().map(([said]) => said && 'reasoning_content' in said)).toEqual([false, true, true]);
  });

  test('report 3: reasoning that came by another name goes back by the one that is asked for', async () => {
    await twoTurns([{ reasoning: 'T' }], [PASS_BACK, DONE]);
    expect(assistants()[1]?.[0]).toMatchObject(THOUGHT);
  });

  test('report 3: a message that came without reasoning goes back with an empty one, once that is asked for', async () => {
    const { generator, messages } = await twoTurns([], [PASS_BACK, DONE]);
    expect(assistants()[1]?.[0]).toMatchObject({ reasoning_content: '' });
    server.answerWith(DONE);
    await generator.complete(
      aRequest({ messages: [...messages, { role: 'assistant', content: 'x', extra: THOUGHT }] }),
    );
    expect(assistants()[0]).toMatchObject([{ reasoning_content: '' }, THOUGHT]);
  });

  test.each([
    [
      'Groq',
      refusal(
        "'messages.1' : for 'role:assistant' the following must be satisfied[('messages.1' : property 'reasoning_content' is unsupported)]",
      ),
    ],
    [
      'Mistral',
      json(422, {
        object: 'error',
        message: {
          detail: [
            {
              type: 'extra_forbidden',
              loc: ['body', 'messages', 1, 'assistant', 'reasoning_content'],
              msg: 'Extra inputs are not permitted',
            },
          ],
        },
      }),
    ],
    ['DeepSeek of old', refusal('Please remove the reasoning_content from your message to reduce network traffic.')],
  ])('llm 1.5: a refusal of reasoning teaches to drop it (%s)', async (_, refused) => {
    const { second, generator, messages } = await twoTurns([THOUGHT], [refused, DONE], { reasoning: 'echo' });
    expect(second).toMatchObject({ text: 'Sunny.' });
    await generator.complete(aRequest({ messages }));
    expect(assistants().map(([said]) => said && 'reasoning_content' in said)).toEqual([true, false, false]);
  });

  test('llm 1.5: a field by an English name counts as named in quotes only', async () => {
    const generator = generatorWith({ reasoning: 'echo' });
    const messages: ChatMessage[] = [{ role: 'assistant', content: 'x', extra: { reasoning: 'T' } }];
    server.answerWith(refusal('This model does not support reasoning at all.'));
    await failureOf(generator.complete(aRequest({ messages })));
    expect(server.received).toHaveLength(1);
    server.answerWith(refusal("Extra inputs are not permitted, field: 'messages[8].reasoning'"), DONE);
    await generator.complete(aRequest({ messages }));
    expect(assistants().map(([said]) => said && 'reasoning' in said)).toEqual([true, false]);
  });

  test('report 4: a refused field of a call is dropped, and the signature that is missing is not', async () => {
    const extra = { extra_content: { google: { thought_signature: 'c2ln' } } };
    const toolCalls = [{ id: 'c1', name: 'get', arguments: '{}', extra }];
    const messages: ChatMessage[] = [{ role: 'assistant', content: '', toolCalls }];
    const generator = generatorWith();
    server.answerWith(refusal('Function call is missing a thought_signature in functionCall parts.'));
    await failureOf(generator.complete(aRequest({ messages })));
    expect(server.received).toHaveLength(1);
    server.answerWith(refusal('Invalid JSON payload received. Unknown name "extra_content": Cannot find field.'), DONE);
    await generator.complete(aRequest({ messages }));
    expect(JSON.stringify(assistants()[0])).toContain('extra_content');
    expect(JSON.stringify(assistants()[1])).not.toContain('extra_content');
  });

  test('llm 1.5: a field flips once; refused both ways it is told', async () => {
    const generator = generatorWith();
    const messages: ChatMessage[] = [{ role: 'assistant', content: 'x', extra: THOUGHT }];
    server.answerWith(PASS_BACK, refusal('property reasoning_content is unsupported'), PASS_BACK);
    const failure = await failureOf(generator.complete(aRequest({ messages })));
    expect(failure).toMatchObject({ kind: 'configuration', message: expect.stringContaining('unsupported') });
    expect(server.received).toHaveLength(2);
  });

  test('llm 1.5: what one model learned, another has not', async () => {
    const { generator, messages } = await twoTurns([THOUGHT], [PASS_BACK, DONE]);
    const other = messages.map((message) =>
      message.role === 'assistant' ? { ...message, origin: 'main/big' } : message,
    );
    expect(JSON.stringify(generator.asSent('main/big', other))).not.toContain('reasoning_content');
  });

  test('llm 1.5: fields of one model never go to another', async () => {
    const extra = { extra_content: { google: { thought_signature: 'c2ln' } } };
    const { first, messages, generator } = await twoTurns([{ ...THOUGHT, ...extra }], [DONE], { reasoning: 'echo' });
    expect(first.origin).toBe('main/tiny');
    await generator.complete(aRequest({ messages, model: { name: 'main/big' } }));
    expect(assistants()[0]?.[0]).toMatchObject({ ...THOUGHT, ...extra });
    expect(assistants()[1]).toEqual([{ role: 'assistant', content: null, tool_calls: expect.anything() }]);
  });

  test('llm 1.5: fields that go back count as tokens of the prompt, those that stay behind do not', async () => {
    const long = { reasoning_content: 'I think about the weather of Bern. '.repeat(100) };
    const messages: ChatMessage[] = [{ role: 'assistant', content: 'x', extra: long }];
    const counts = await Promise.all(
      (['echo', 'drop'] as const).map((reasoning) =>
        countMessages(generatorWith({ reasoning }).asSent('main/tiny', messages)),
      ),
    );
    expect(counts[0]).toBeGreaterThan(700);
    expect(counts[1]).toBeLessThan(20);
  });
});
