import type { Boxes, Layout, Point, Size } from '../layout.ts';
import { plainRoute } from './plain-route.ts';
import { passesOf, ranksOf } from './ranks.ts';

const GAP = { width: 22, height: 56 };

/** The plain layout of what is too tangled for a better one: a node stands in the row below all that it depends on. Linear time. */
export function rowsOf(boxes: Boxes): Layout {
  const rows = ranksOf(boxes);
  const sizes = rows.map((row) => sizeOf(row.map((place) => boxes.nodes[place] ?? NOTHING)));
  const width = Math.max(0, ...sizes.map((size) => size.width));
  const nodes: Point[] = [];
  let top = 0;
  for (const [index, row] of rows.entries()) {
    const size = sizes[index] ?? NOTHING;
    let left = (width - size.width) / 2;
    for (const place of row) {
      const box = boxes.nodes[place] ?? NOTHING;
      nodes[place] = { x: left + box.width / 2, y: top + size.height / 2 };
      left += box.width + GAP.width;
    }
    top += size.height + GAP.height;
  }
  const passes = passesOf(boxes);
  const edges = boxes.edges.map((edge, place) => plainRoute(edge, boxes, nodes, (passes[place] ?? 0) > 0));
  return widened({ width, height: Math.max(0, top - GAP.height), nodes, edges });
}

/** With room for the edges that go round on the right. */
export function widened(layout: Layout): Layout {
  const points = layout.edges.flatMap(({ curve }) => curve);
  return { ...layout, width: points.reduce((most, { x }) => Math.max(most, x), layout.width) };
}

const NOTHING: Size = { width: 0, height: 0 };

function sizeOf(row: readonly Size[]): Size {
  const widths = row.reduce((sum, { width }) => sum + width + GAP.width, -GAP.width);
  return { width: widths, height: row.reduce((most, { height }) => Math.max(most, height), 0) };
}
