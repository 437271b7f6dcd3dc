/** Limits of a run that people set in forms. */
export const LIMITS = [
  ['maxAttempts', 'Attempts at most'],
  ['maxTokens', 'Tokens at most'],
  ['maxCostUsd', 'Dollars at most'],
  ['maxDuration', 'Time at most, such as PT2H'],
] as const;

/** A number as it was typed; what is none goes on as it is, so that the answer says what is wrong with it. */
export function numberIn(text: string | undefined): number | string | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  return Number.isNaN(number) ? text : number;
}

/** What the fields of the limits say, as REST takes it; `value`: what stands in a field, undefined where nothing does. */
export function limitsIn(value: (name: string) => string | undefined): Readonly<Record<string, unknown>> {
  const said = {
    maxAttempts: numberIn(value('maxAttempts')),
    maxTokens: numberIn(value('maxTokens')),
    maxCostUsd: numberIn(value('maxCostUsd')),
    maxDuration: value('maxDuration')?.trim(),
  };
  return Object.fromEntries(Object.entries(said).filter(([, limit]) => limit !== undefined));
}
