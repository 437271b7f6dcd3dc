import { cut } from './text.ts';

const LENGTH = 500;

/** A binding's summary without a model: the string `summary` of a JSON artifact, else its first 500 characters (R52). */
export function summaryOf(text: string, mediaType: string): string {
  return (isJson(mediaType) ? declaredSummary(text) : undefined) ?? cut(text, LENGTH);
}

function isJson(mediaType: string): boolean {
  return /^application\/(?:json|[^;\s]{1,100}\+json)\s*(?:;|$)/i.test(mediaType.trim());
}

function declaredSummary(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const summary: unknown = Object.getOwnPropertyDescriptor(Object(value), 'summary')?.value;
    return typeof summary === 'string' ? summary : undefined;
  } catch {
    return undefined; // An artifact may claim to be JSON and not be; the guard says so, not we.
  }
}
