import type { Draft } from '../../pages/editor/found.ts';
import type { GraphOfDefinition } from '../../parts/drawn-graph.ts';
import type { Issue } from '../../parts/issues.ts';

/** What the service finds in a text, and the graph of what can be drawn. Rejects where it is called off. */
export async function checked(text: string, signal: AbortSignal): Promise<Draft> {
  const headers = { 'content-type': 'application/yaml' };
  const answer = await fetch('/v1/workflows/validate?graph=json', { method: 'POST', headers, body: text, signal });
  const told: Told = await answer.json();
  if (!answer.ok) {
    const { errors = [], detail = 'The service gave no reason.' } = told;
    return { problems: errors, warnings: [], ...(errors.length === 0 && { refused: detail }) };
  }
  const { bound, warnings = [], graph } = told;
  return {
    problems: [],
    warnings,
    ...(bound && { generations: bound.generations }),
    ...(graph && { graph }),
  };
}

interface Told {
  readonly errors?: readonly Issue[];
  readonly detail?: string;
  readonly bound?: { readonly generations: number };
  readonly warnings?: readonly Issue[];
  readonly graph?: GraphOfDefinition;
}
