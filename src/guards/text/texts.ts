import { z } from 'zod';

/** What `fold: true` means to every guard that looks for a text. */
export const FOLD =
  'True: another form of the same characters is accepted: ligatures, full width, dashes, quotation marks, accents, invisible characters, spaces, line ends, words divided at line ends. Letters, case and numbers must be the same.';

const textsFields = {
  text: z.string().min(1).describe('The text that is looked for; give this or `texts`.').optional(),
  texts: z.array(z.string().min(1)).min(1).max(1000).describe('Several of them; give these or `text`.').optional(),
  ignoreCase: z.boolean().describe('True: capital and small letters are the same.').optional(),
};

const EITHER = { error: 'Give either "text" or "texts".' };
const hasEither = ({ text, texts }: TextsOptions) => (text === undefined) !== (texts === undefined);

const fields = z.strictObject(textsFields);
export type TextsOptions = z.infer<typeof fields>;

/** The options of `not-contains`: one text or a list of them. */
export const textsOptions = fields.refine(hasEither, EITHER);

/** The options of `contains`. */
export const foldedTextsOptions = z
  .strictObject({
    ...textsFields,
    fold: z.boolean().describe(FOLD).optional(),
  })
  .refine(hasEither, EITHER);

export function textsOf({ text, texts }: TextsOptions): readonly string[] {
  return texts ?? (text === undefined ? [] : [text]);
}

/** Text as it is compared: `ignoreCase` folds letters of every script. */
export function folded(text: string, { ignoreCase }: TextsOptions): string {
  return ignoreCase === true ? text.toLowerCase() : text;
}
