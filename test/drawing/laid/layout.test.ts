/** What holds for every layout: everything has a place inside, no box lies on another, edges lead from tail to head. */
import fc from 'fast-check';
import { openGraphviz } from '../../../src/drawing/laid/graphviz.ts';
import { createLayOut } from '../../../src/drawing/laid/lay-out.ts';
import { rowsOf } from '../../../src/drawing/laid/rows.ts';
import type { Boxes, Layout, Point } from '../../../src/drawing/layout.ts';
import { cases } from '../../support/properties.ts';

const layOut = createLayOut((error) => {
  throw error;
});

const graphviz = openGraphviz();

const size = { width: fc.integer({ min: 20, max: 500 }), height: fc.integer({ min: 10, max: 100 }) };
const graphs: fc.Arbitrary<Boxes> = fc.integer({ min: 0, max: 12 }).chain((count) => {
  const place = fc.nat({ max: Math.max(0, count - 1) });
  return fc.record({
    nodes: fc.array(fc.record({ ...size, shape: fc.constantFrom('step', 'group', 'state') }), {
      minLength: count,
      maxLength: count,
    }),
    edges: fc.array(fc.record({ from: place, to: place, label: fc.record(size) }, { requiredKeys: ['from', 'to'] }), {
      maxLength: count * 2,
    }),
  });
});

test.each([
  ['Graphviz', async (boxes: Boxes) => (await graphviz)(boxes), 100],
  ['rows', async (boxes: Boxes) => rowsOf(boxes), 200],
])('%s', async (_, lay, numRuns) => {
  await fc.assert(
    fc.asyncProperty(graphs, async (boxes) => {
      const layout = await lay(boxes);
      expect([layout.nodes.length, layout.edges.length]).toEqual([boxes.nodes.length, boxes.edges.length]);
      expect(outside(boxes, layout)).toEqual([]);
      expect(overlaps(boxes, layout)).toEqual([]);
      for (const [index, { curve, label }] of layout.edges.entries()) {
        const { from, to, label: room } = boxes.edges[index] ?? { from: 0, to: 0 };
        expect([curve.length % 3, label === undefined]).toEqual([1, room === undefined]);
        expect([touches(boxes, layout, from, curve[0]), touches(boxes, layout, to, curve.at(-1))]).toEqual([
          true,
          true,
        ]);
      }
    }),
    cases(numRuns),
  );
});

const boxAt = (boxes: Boxes, { nodes }: Layout, place: number) => {
  const { x, y } = nodes[place] ?? { x: Number.NaN, y: Number.NaN };
  const { width, height } = boxes.nodes[place] ?? { width: 0, height: 0 };
  return { left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 };
};
/** Pixels lost to rounding: Graphviz may begin an edge a whole one outside of its box, and writes five digits of each number. */
const SLACK = 1.1;

function outside(boxes: Boxes, layout: Layout): number[] {
  return [...boxes.nodes.keys()].filter((place) => {
    const { left, right, top, bottom } = boxAt(boxes, layout, place);
    return !(left >= -SLACK && top >= -SLACK && right <= layout.width + SLACK && bottom <= layout.height + SLACK);
  });
}

function overlaps(boxes: Boxes, layout: Layout): (readonly [number, number])[] {
  const places = [...boxes.nodes.keys()];
  const pairs = places.flatMap((one) => places.slice(one + 1).map((other) => [one, other] as const));
  return pairs.filter(([one, other]) => {
    const [a, b] = [boxAt(boxes, layout, one), boxAt(boxes, layout, other)];
    return a.left < b.right - SLACK && b.left < a.right - SLACK && a.top < b.bottom - SLACK && b.top < a.bottom - SLACK;
  });
}

function touches(boxes: Boxes, layout: Layout, place: number, point: Point | undefined): boolean {
  const { left, right, top, bottom } = boxAt(boxes, layout, place);
  const { x, y } = point ?? { x: Number.NaN, y: Number.NaN };
  return x >= left - SLACK && x <= right + SLACK && y >= top - SLACK && y <= bottom + SLACK;
}

test('rows: a step stands below all that it depends on', () => {
  const node = { width: 100, height: 40, shape: 'step' } as const;
  const edges = fc.array(
    fc.tuple(fc.nat(11), fc.nat(11)).filter(([from, to]) => from < to),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(edges, (pairs) => {
      const boxes = { nodes: Array.from({ length: 12 }, () => node), edges: pairs.map(([from, to]) => ({ from, to })) };
      const { nodes } = rowsOf(boxes);
      for (const [from, to] of pairs) expect(nodes[to]?.y).toBeGreaterThan(nodes[from]?.y ?? Number.NaN);
    }),
    cases(),
  );
});

test('what was laid out before is not laid out again', () => {
  const boxes: Boxes = { nodes: [{ width: 100, height: 40, shape: 'step' }], edges: [] };
  expect(layOut(structuredClone(boxes))).toBe(layOut(boxes));
});

const STEP = { width: 168, height: 48, shape: 'step' } as const;
const steps = (count: number) => Array.from({ length: count }, () => STEP);

test('a chain whose every step depends on the first one too stays a chain, however long', async () => {
  const nodes = steps(1_000);
  const edges = nodes
    .flatMap((_, to) => [
      { from: Math.max(0, to - 1), to },
      { from: 0, to },
    ])
    .slice(3);
  const boxes = { nodes, edges };
  const layout = (await graphviz)(boxes);
  expect([outside(boxes, layout), overlaps(boxes, layout)]).toEqual([[], []]);
  expect(layout.width).toBeLessThan(5 * STEP.width);
  for (const { curve } of layout.edges) expect(curve.every(({ x }) => x >= 0 && x <= layout.width)).toBe(true);
});

test('what is too tangled for Graphviz, or takes it too long, comes in rows', async () => {
  const places = [...steps(400).keys()];
  const row = (place: number) => Math.floor(place / 8);
  const above = (place: number) => places.filter((one) => row(one) < row(place) && row(one) >= row(place) - 6);
  const edges = places.flatMap((to) => above(to).map((from) => ({ from, to })));
  const tangled: Boxes = { nodes: steps(400), edges };
  expect(JSON.stringify((await graphviz)(tangled)) === JSON.stringify(rowsOf(tangled))).toBe(true);
  const simple: Boxes = { nodes: steps(2), edges: [{ from: 0, to: 1 }] };
  const impatient = createLayOut((error) => {
    throw error;
  }, 0);
  expect(await impatient(simple)).toEqual(rowsOf(simple));
});

test('one that takes too long keeps none after it from its layout', async () => {
  const boxes = (count: number): Boxes => ({
    nodes: steps(count),
    edges: steps(count - 1).map((_, from) => ({ from, to: from + 1 })),
  });
  const all = await Promise.all([layOut(boxes(300), 0), layOut(boxes(4), 60_000), layOut(boxes(5), 60_000)]);
  expect(all).toEqual([rowsOf(boxes(300)), (await graphviz)(boxes(4)), (await graphviz)(boxes(5))]);
});
