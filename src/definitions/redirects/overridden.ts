import { stringifyJson } from '../../text/exact-json.ts';
import { readJson } from '../../text/parse-json.ts';

/** What a person writes over a binding. */
export interface Override {
  readonly content?: string | undefined;
  readonly summary?: string | undefined;
  /** Of a worker's binding (R87). */
  readonly facts?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * The text that takes the place of an accepted artifact, `before`. With a summary or facts alone what was made stays, such as a worker's
 * files, where it has a place for them. Undefined where there is none for facts: what is there is no JSON object.
 */
export function overridden(step: string, before: string | undefined, { content, summary, facts }: Override) {
  const text = content ?? before;
  if (summary === undefined && facts === undefined) return content;
  const fields = text === undefined ? undefined : objectIn(text);
  if (fields === undefined) {
    if (facts !== undefined || summary === undefined) return undefined;
    return content === undefined ? summary : `${summary}\n\n${content}`;
  }
  return stringifyJson({
    ...(facts !== undefined && { success: true, artifacts: [] }),
    ...fields,
    ...(facts !== undefined && { bindings_delta: facts }),
    // A summary is the string of that name (R52); another one that the worker told would come before it.
    ...(summary !== undefined && { summary, ...withoutOwn(step, facts ?? fields['bindings_delta']) }),
  });
}

function withoutOwn(step: string, delta: unknown): object {
  if (typeof delta !== 'object' || delta === null || Array.isArray(delta)) return {};
  const kept = Object.entries(delta).filter(([name, value]) => name !== step || typeof value !== 'string');
  return { bindings_delta: Object.fromEntries(kept) };
}

function objectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  const found = readJson(text);
  const value = 'document' in found ? found.document : undefined;
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
}
