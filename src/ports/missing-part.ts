import { listing, suggestion } from '../text/nearest.ts';

/** Says that this worker lacks a part of the user's which a definition names: another worker may have it. */
export function missingPart(kind: 'agent' | 'generator', name: string, known: readonly string[]): string {
  return `This worker has no ${kind} "${name}".${suggestion(name, known)} It has: ${listing(known)}.`;
}

/** Whether the detail of a fault is that a part is missing, which is nobody's fault but of whoever deploys the worker. */
export function isMissingPart(detail: string): boolean {
  return /^This worker has no (?:agent|generator) "/.test(detail);
}
