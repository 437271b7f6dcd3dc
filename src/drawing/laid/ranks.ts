import type { Boxes } from '../layout.ts';

/** Places in rows, by the longest way from a node that depends on nothing. Where only cycles are left, the first of the list goes ahead. */
export function ranksOf({ nodes, edges }: Boxes): readonly (readonly number[])[] {
  const heads = Map.groupBy(edges, ({ from }) => from);
  const open = nodes.map(() => 0);
  for (const { to } of edges) open[to] = (open[to] ?? 0) + 1;
  const placed = new Set<number>();
  const rows: number[][] = [];
  let row = [...open.keys()].filter((place) => open[place] === 0);
  for (const first of [0, ...open.keys()]) {
    if (row.length === 0 && first < open.length && !placed.has(first)) row = [first];
    while (row.length > 0) {
      rows.push(row);
      for (const place of row) placed.add(place);
      const below = row.flatMap((place) => heads.get(place) ?? []).map(({ to }) => to);
      for (const to of below) open[to] = (open[to] ?? 0) - 1;
      row = [...new Set(below)].filter((to) => open[to] === 0 && !placed.has(to));
    }
  }
  return rows;
}

/** How many rows each edge passes on its way, in the order of the edges. */
export function passesOf(boxes: Boxes): readonly number[] {
  const ranks = new Map(ranksOf(boxes).flatMap((row, rank) => row.map((place) => [place, rank] as const)));
  return boxes.edges.map(({ from, to }) => Math.max(0, Math.abs((ranks.get(to) ?? 0) - (ranks.get(from) ?? 0)) - 1));
}
