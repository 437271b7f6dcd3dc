import { formatDuration, parseShort } from '../../text/duration.ts';
import { type ExactNumber, isJsonNumber } from '../../text/exact-json.ts';
import { readJson } from '../../text/parse-json.ts';

/** What a page's form sends, by the names of its fields. */
export type Fields = Readonly<Record<string, string>>;

/** A field as it was typed; undefined where nothing was. */
export function valueIn(fields: Fields, name: string): string | undefined {
  // Browsers send line ends as two characters.
  const text = fields[name]?.replaceAll('\r\n', '\n');
  return text === undefined || text.trim() === '' ? undefined : text;
}

/**
 * Returns the number that was typed, with its digits. Zeros before it do not count, and `.5` is 0.5. What is no decimal number goes on as it
 * is, so that the answer says what is wrong with it.
 */
export function numberIn(text: string | undefined): number | ExactNumber | string | undefined {
  const json = text
    ?.trim()
    .replace(/^(-?)0*(?=[\d.])/, '$1')
    .replace(/^(-?)(?=\.\d)/, '$10');
  const parsed = readJson(json ?? '');
  return 'document' in parsed && isJsonNumber(parsed.document) ? parsed.document : text;
}

export function withoutGaps(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** Limits that a form asks for, and what each is called there. */
export const LIMITS = [
  ['maxAttempts', 'Attempts at most'],
  ['maxTokens', 'Tokens at most'],
  ['maxCostUsd', 'Dollars at most'],
  ['maxDuration', 'Time at most, such as 2 h or 30 min'],
] as const;

/** The limits that were typed, as REST takes them. */
export function limitsIn(fields: Fields): Readonly<Record<string, unknown>> {
  return withoutGaps({
    maxAttempts: numberIn(valueIn(fields, 'maxAttempts')),
    maxTokens: numberIn(valueIn(fields, 'maxTokens')),
    maxCostUsd: numberIn(valueIn(fields, 'maxCostUsd')),
    maxIterations: numberIn(valueIn(fields, 'maxIterations')),
    maxDuration: durationIn(valueIn(fields, 'maxDuration')?.trim()),
  });
}

/** `2h` or `30 min` as the service writes it; what is no such time goes on as it is, so that the answer says what is wrong with it. */
function durationIn(text: string | undefined): string | undefined {
  const milliseconds = text === undefined ? undefined : parseShort(text.replaceAll(/\s/g, '').replace(/min$/, 'm'));
  return milliseconds === undefined ? text : formatDuration(milliseconds);
}
