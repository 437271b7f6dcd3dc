/**
 * Who depends on whom, over every data edge (R64): what cascades, readiness and the halting bound walk. Each question takes time
 * linear in steps and edges; edges to steps that do not exist are left out.
 */
export interface DataGraph {
  readonly ids: readonly string[];
  readonly indexes: ReadonlyMap<string, number>;
  readonly parents: Adjacency;
  readonly children: Adjacency;
}

type Adjacency = readonly (readonly number[])[];

export function dataGraph(steps: readonly { readonly id: string; readonly dependsOn: Iterable<string> }[]): DataGraph {
  const ids = steps.map((step) => step.id);
  const indexes = new Map(ids.map((id, index) => [id, index] as const));
  const parents = steps.map((step) => [...indexesOf(indexes, step.dependsOn)]);
  return { ids, indexes, parents, children: inverted(parents) };
}

/** Every step that this one depends on, directly or not; itself only when it lies on a cycle. */
export function upstream(graph: DataGraph, id: string): ReadonlySet<string> {
  return named(graph, walk(graph.parents, indexesOf(graph.indexes, [id])));
}

/** How many edges lead at least from a step to each that it depends on; itself at 0. */
export function distancesUp(graph: DataGraph, id: string): ReadonlyMap<string, number> {
  const start = graph.indexes.get(id);
  if (start === undefined) return new Map();
  const cameFrom = new Map<number, number>();
  const distances = new Map([[start, 0]]);
  for (const index of walk(graph.parents, [start], cameFrom)) {
    if (index !== start) distances.set(index, (distances.get(cameFrom.get(index) ?? start) ?? 0) + 1);
  }
  return new Map([...distances].map(([index, edges]) => [graph.ids[index] ?? '', edges]));
}

/** Every step that depends on one of these, directly or not; one of them only when it depends on another or lies on a cycle. */
export function downstream(graph: DataGraph, ids: Iterable<string>): ReadonlySet<string> {
  return named(graph, walk(graph.children, indexesOf(graph.indexes, ids)));
}

/** Inv of formal A.2 Def 7: the steps with all their dependents. */
export function cascade(graph: DataGraph, ids: Iterable<string>): ReadonlySet<string> {
  const starts = indexesOf(graph.indexes, ids);
  return named(graph, [...starts, ...walk(graph.children, starts)]);
}

/** A name that stands for steps, of which one serves. */
export interface Standing {
  readonly id: string;
  /** Of those steps the ones that may serve although `failing` has not passed and is still worked on. */
  readonly meanwhile: (failing: string) => readonly string[];
}

/**
 * What cannot have begun while a step still fails: all that depends on it, but for what may get by on another step that serves under the
 * same name.
 */
export function waitingFor(graph: DataGraph, id: string, standings: readonly Standing[]): ReadonlySet<string> {
  const names = new Map(standings.map((standing) => [standing.id, standing] as const));
  const waiting = new Set<string>();
  const isWaiting = (name: string) => name === id || waiting.has(name);
  const queue = [id];
  for (const from of queue) {
    for (const child of graph.children[graph.indexes.get(from) ?? -1] ?? []) {
      const name = graph.ids[child] ?? '';
      if (isWaiting(name) || !(names.get(name)?.meanwhile(id).every(isWaiting) ?? true)) continue;
      waiting.add(name);
      queue.push(name);
    }
  }
  return waiting;
}

/** A shortest way from a step back to itself against the edges, closed: `[a, b, a]`; undefined where there is none. */
export function cycleThrough(graph: DataGraph, id: string): readonly string[] | undefined {
  const start = graph.indexes.get(id);
  if (start === undefined) return undefined;
  const cameFrom = new Map<number, number>();
  for (const index of walk(graph.parents, [start], cameFrom)) {
    if (index === start) return [id, ...pathFrom(start, cameFrom).map((on) => graph.ids[on] ?? '')];
  }
  return undefined;
}

/** What is reached from the starts over at least one edge, nearest first. */
function walk(edges: Adjacency, starts: Iterable<number>, cameFrom?: Map<number, number>): readonly number[] {
  const isReached = new Uint8Array(edges.length);
  const reached: number[] = [];
  const visit = (from: number) => {
    for (const to of edges[from] ?? []) {
      if (isReached[to] === 1) continue;
      isReached[to] = 1;
      reached.push(to);
      cameFrom?.set(to, from);
    }
  };
  for (const start of starts) visit(start);
  for (let next = 0; next < reached.length; next += 1) visit(reached[next] ?? 0);
  return reached;
}

function pathFrom(start: number, cameFrom: ReadonlyMap<number, number>): readonly number[] {
  const way = [start];
  for (let at = cameFrom.get(start); at !== undefined && at !== start; at = cameFrom.get(at)) way.unshift(at);
  return way;
}

function inverted(parents: Adjacency): Adjacency {
  const children: number[][] = parents.map(() => []);
  for (const [index, from] of parents.entries()) for (const parent of from) children[parent]?.push(index);
  return children;
}

function indexesOf(indexes: ReadonlyMap<string, number>, ids: Iterable<string>): ReadonlySet<number> {
  const found = new Set<number>();
  for (const id of ids) {
    const index = indexes.get(id);
    if (index !== undefined) found.add(index);
  }
  return found;
}

function named(graph: DataGraph, indexes: readonly number[]): ReadonlySet<string> {
  return new Set(indexes.map((index) => graph.ids[index] ?? ''));
}
