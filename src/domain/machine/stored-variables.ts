import { fieldsOf } from '../requests.ts';

/** What code has set, as it lies in the store. A person may have given the artifact of code; what is no JSON object sets nothing. */
export function variablesIn(text: string | undefined): Readonly<Record<string, unknown>> {
  if (text === undefined) return {};
  try {
    return fieldsOf(JSON.parse(text));
  } catch {
    return {};
  }
}
