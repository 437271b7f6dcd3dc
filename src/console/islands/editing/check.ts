import type { Draft } from '../../pages/editor/found.ts';
import type { Issue } from '../../parts/issues.ts';

/** What the service finds in a text, and the graph of what can be drawn. Rejects where it is called off. */
export async function checked(text: string, signal: AbortSignal): Promise<Draft> {
  const answer = await post('/v1/workflows/validate', text, signal);
  const told: Told = await answer.json();
  if (!answer.ok) {
    const { errors = [], detail = 'The service gave no reason.' } = told;
    return { problems: errors, warnings: [], ...(errors.length === 0 && { refused: detail }) };
  }
  const { bound, warnings = [] } = told;
  const drawn = await post('/v1/workflows/graph?format=svg', text, signal);
  return {
    problems: [],
    warnings,
    ...(bound && { generations: bound.generations }),
    ...(drawn.ok && { svg: await drawn.text() }),
  };
}

interface Told {
  readonly errors?: readonly Issue[];
  readonly detail?: string;
  readonly bound?: { readonly generations: number };
  readonly warnings?: readonly Issue[];
}

function post(path: string, body: string, signal: AbortSignal): Promise<Response> {
  return fetch(path, { method: 'POST', headers: { 'content-type': 'application/yaml' }, body, signal });
}
