import type { ApiContext } from '../dependencies.ts';

const LONGEST = 1024;

/** A text of a person's as it may travel to the engine: over 1 KiB it is stored, and its beginning goes on with its digest (R75). */
export function carried(context: ApiContext, text: string): Promise<string>;
export function carried(context: ApiContext, text: string | undefined): Promise<string | undefined>;
export async function carried({ store }: ApiContext, text: string | undefined): Promise<string | undefined> {
  if (text === undefined || Buffer.byteLength(text) <= LONGEST) return text;
  const [digest] = await store.contents.put([text]);
  return `${beginning(text)}… (${digest})`;
}

/** A text as it travels where the engine takes it either way: over 1 KiB by digest alone (R75). */
export async function inlineOrDigest(
  { store }: ApiContext,
  text: string,
): Promise<{ readonly text?: string; readonly digest?: string }> {
  if (Buffer.byteLength(text) <= LONGEST) return { text };
  const [digest = ''] = await store.contents.put([text]);
  return { digest };
}

/** Short enough with its digest in any script; the cut may have gone through a character. */
function beginning(text: string): string {
  return text.slice(0, 250).toWellFormed();
}
