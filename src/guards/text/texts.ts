import { z } from 'zod';

/** The options of `contains` and `not-contains`: one text or a list of them. */
export const textsOptions = z
  .strictObject({
    text: z.string().min(1).describe('The text that is looked for; give this or `texts`.').optional(),
    texts: z.array(z.string().min(1)).min(1).max(1000).describe('Several of them; give these or `text`.').optional(),
    ignoreCase: z.boolean().describe('True: capital and small letters are the same.').optional(),
  })
  .refine(({ text, texts }) => (text === undefined) !== (texts === undefined), {
    error: 'Give either "text" or "texts".',
  });

export type TextsOptions = z.infer<typeof textsOptions>;

export function textsOf({ text, texts }: TextsOptions): readonly string[] {
  return texts ?? (text === undefined ? [] : [text]);
}

/** Text as it is compared: `ignoreCase` folds letters of every script. */
export function folded(text: string, { ignoreCase }: TextsOptions): string {
  return ignoreCase === true ? text.toLowerCase() : text;
}
