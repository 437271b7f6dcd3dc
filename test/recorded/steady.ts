/**
 * What an exchange tells, without what nobody promises. The edges of a lineage are a set, so they are told in an order that is the same each
 * time. The answer to a redirect says how the run stands, which may be before or after what follows from the redirect was stored.
 */
export function steady(title: string, told: unknown): unknown {
  const { body, ...facts }: { readonly body?: unknown; readonly status?: unknown } = Object(told);
  if (typeof body !== 'object' || body === null) return told;
  if (/^GET .*\/lineage/.test(title) && 'edges' in body && Array.isArray(body.edges)) {
    const edges = body.edges.map((edge: unknown) => JSON.stringify(edge)).toSorted();
    return { ...facts, body: { ...body, edges: edges.map((edge) => JSON.parse(edge)) } };
  }
  if (/^POST .*\/redirect/.test(title) && 'changed' in body) {
    return { ...facts, body: { ...body, status: 'as far as it has come' } };
  }
  return told;
}
