/** All that can be come to from `start`, itself too. */
export function reachedFrom(start: string, next: (from: string) => readonly string[]): ReadonlySet<string> {
  const seen = new Set([start]);
  for (const node of seen) for (const to of next(node)) seen.add(to);
  return seen;
}

/** Sets of nodes that can all come to each other, of two nodes or more (Tarjan's components). */
export function circles(graph: ReadonlyMap<string, ReadonlySet<string>>): readonly (readonly string[])[] {
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const open = new Set<string>();
  const found: string[][] = [];
  const lower = (node: string, to: number) => low.set(node, Math.min(low.get(node) ?? to, to));
  const visit = (node: string): void => {
    const index = order.size;
    order.set(node, index);
    low.set(node, index);
    stack.push(node);
    open.add(node);
    for (const to of graph.get(node) ?? []) {
      if (!order.has(to)) {
        visit(to);
        lower(node, low.get(to) ?? index);
      } else if (open.has(to)) lower(node, order.get(to) ?? index);
    }
    if (low.get(node) !== index) return;
    const component = stack.splice(stack.indexOf(node));
    for (const member of component) open.delete(member);
    if (component.length > 1) found.push(component.toSorted());
  };
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return found;
}
