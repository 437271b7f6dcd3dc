import { cut } from './text.ts';

const LENGTH = 500;

/**
 * A binding's summary without a model: the string `summary` of a JSON artifact, else its first 500 characters (R52). What a model answers
 * as JSON counts as such, whether or not its step says that it will.
 */
export function summaryOf(text: string): string {
  return declaredSummary(text) ?? cut(text, LENGTH);
}

function declaredSummary(text: string): string | undefined {
  if (!/^\s*\{/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    const summary: unknown = Object.getOwnPropertyDescriptor(Object(value), 'summary')?.value;
    return typeof summary === 'string' ? summary : undefined;
  } catch {
    return undefined; // An artifact may look like JSON and not be; the guard says so, not we.
  }
}
