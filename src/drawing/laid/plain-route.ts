import type { Boxes, Point, Route } from '../layout.ts';

/** How far round an edge goes, in pixels and as a share of the way down. */
const ROUND = { least: 24, most: 260, share: 0.06 };

/**
 * An edge drawn without regard to what lies on its way: from below its tail to above its head. One that passes rows and would run
 * behind what stands there, because its ends stand one above the other, goes round on the right.
 */
export function plainRoute(
  { from, to, label }: Boxes['edges'][number],
  { nodes }: Boxes,
  centres: readonly Point[],
  passes: boolean,
): Route {
  const [tail, head] = [
    { ...NOTHING, ...nodes[from], ...centres[from] },
    { ...NOTHING, ...nodes[to], ...centres[to] },
  ];
  const isAbove = Math.abs(tail.x - head.x) < (tail.width + head.width) / 2;
  const curve = passes && isAbove ? around(tail, head) : across(tail, head);
  const [start, near, far, tip] = curve;
  return {
    curve,
    ...(label && { label: { x: (start.x + 3 * near.x + 3 * far.x + tip.x) / 8, y: (start.y + tip.y) / 2 } }),
  };
}

const NOTHING = { width: 0, height: 0, x: 0, y: 0 };
type Box = typeof NOTHING;
type Curve = readonly [Point, Point, Point, Point];

function across(tail: Box, head: Box): Curve {
  const start = { x: tail.x, y: tail.y + tail.height / 2 };
  const tip = { x: head.x, y: head.y - head.height / 2 };
  const middle = (start.y + tip.y) / 2;
  return [start, { x: start.x, y: middle }, { x: tip.x, y: middle }, tip];
}

function around(tail: Box, head: Box): Curve {
  const start = { x: tail.x + tail.width / 2, y: tail.y };
  const tip = { x: head.x + head.width / 2, y: head.y };
  const way = Math.min(ROUND.most, ROUND.least + ROUND.share * Math.abs(tip.y - start.y));
  const x = Math.max(start.x, tip.x) + way;
  return [start, { x, y: start.y }, { x, y: tip.y }, tip];
}
