import type { ModelRequest } from './generator.ts';
import { countMessages, countTokens, upperBound, writtenIn } from './tokens.ts';
import { writtenLimit } from './wire-request.ts';

/**
 * Tokens of all that is sent: `exact` by our tokenizer; `most` also covers other tokenizers, which find more in texts that are no prose.
 */
export async function countInput({
  messages,
  tools,
  schema,
}: ModelRequest): Promise<{ readonly exact: number; readonly most: number }> {
  const beside = [tools, schema].flatMap((each) => (each === undefined ? [] : [JSON.stringify(each)])).join('');
  const exact = (await countMessages(messages)) + (await countTokens(beside));
  return { exact, most: Math.max(exact, upperBound(messages.map(writtenIn).join('') + beside)) };
}

/**
 * The longest answer of a request in tokens: its author's limit, else its own, else that of its model (R111). Values that limit nothing, such
 * as the -1 of some local servers, count as none.
 */
export function longestAnswer({ model, maxTokens }: ModelRequest, usual: (model: string) => number): number {
  const written = writtenLimit(model);
  return isLimit(written) ? Math.ceil(written) : (maxTokens ?? usual(model.name));
}

/** Whether a limit that an author wrote limits anything. */
export function isLimit(written: unknown): written is number {
  return typeof written === 'number' && Number.isFinite(written) && written > 0;
}
