import type { Plan } from '../../model/plan.ts';

/**
 * What the events say that accept an artifact of a step. That of code is what the variables of a machine are from there on: all of them,
 * or, where a person gave it, those that it names.
 */
export function variablesOf(
  { steps }: Plan,
  step: string,
  isGiven = false,
): { readonly variables?: true; readonly joins?: true } {
  const isCode = steps.some(({ id, kind }) => id === step && kind === 'code');
  return isCode ? { variables: true, ...(isGiven && { joins: true }) } : {};
}
