import { Graphviz } from '@hpcc-js/wasm-graphviz';
import { z } from 'zod';
import type { Boxes, Layout, Point, Route, Size } from '../layout.ts';
import { plainRoute } from './plain-route.ts';
import { passesOf } from './ranks.ts';
import { rowsOf, widened } from './rows.ts';

/** Graphviz measures sizes in inches and positions in points; a point is a pixel of ours. */
const INCH = 72;
/** Rows that all edges together pass; beyond this Graphviz is not given those that pass many. */
const TANGLED = 1_000;
const MANY = 6;
/** Edges and the rows that they pass; beyond this Graphviz is given nothing. */
const HOPELESS = 20_000;
/** A larger graph is searched less long for fewer crossings and shorter edges. */
const LARGE = 200;
const LESS = 'graph [nslimit=0.1 nslimit1=0.1 mclimit=0.1]';
/** Pixels; what would be wider, and much wider than high, runs from left to right instead. */
const WIDE = 1_600;
const SIDEWAYS = 'graph [rankdir=LR ranksep=1.6] edge [tailport=e headport=w]';
const DOWNWARDS = 'graph [ranksep=0.45]';

/** Graphviz, ready to lay out. It holds its thread until it is done. */
export async function openGraphviz(): Promise<(boxes: Boxes) => Layout> {
  const graphviz = await Graphviz.load();
  return (boxes) => {
    const routed = routedEdges(boxes);
    if (routed === undefined) return rowsOf(boxes);
    // @ts-expect-error The package's types leave out this format: `json` without the strokes.
    const json = graphviz.layout(dotOf(boxes, routed), 'json0', 'dot', { yInvert: true });
    return layoutOf(json, boxes);
  };
}

/** The places of the edges that Graphviz is to find a way for: each row that one passes costs it time and memory. */
function routedEdges(boxes: Boxes): readonly number[] | undefined {
  const passes = passesOf(boxes);
  const cost = (places: readonly number[]) => places.reduce((sum, place) => sum + (passes[place] ?? 0), 0);
  const all = [...passes.keys()];
  const few = cost(all) > TANGLED ? all.filter((place) => (passes[place] ?? 0) < MANY) : all;
  return few.length + cost(few) > HOPELESS ? undefined : few;
}

/** Boxes in Graphviz's language. Nothing in it is anybody's text. */
function dotOf(boxes: Boxes, routed: readonly number[]): string {
  const { nodes, edges } = boxes;
  return [
    'digraph { graph [nodesep=0.3] node [fixedsize=true penwidth=0 label=""] edge [dir=none]',
    isWide(boxes) ? SIDEWAYS : DOWNWARDS,
    nodes.length > LARGE ? LESS : '',
    ...nodes.map(({ width, height, shape }, place) => {
      const outline = shape === 'group' ? 'diamond' : 'box';
      return `${place} [shape=${outline} width=${width / INCH} height=${height / INCH}]`;
    }),
    ...routed.map((place) => {
      const { from, to, label } = edges[place] ?? { from: 0, to: 0 };
      return `${from} -> ${to} [id=${place}${label ? ` label=${roomFor(label)}` : ''}]`;
    }),
    '}',
  ].join('\n');
}

function isWide(boxes: Boxes): boolean {
  const { width, height } = rowsOf(boxes);
  return width > WIDE && width > 2 * height;
}

/** A label of that size without any text. */
function roomFor({ width, height }: Size): string {
  const size = `fixedsize="true" width="${Math.ceil(width)}" height="${Math.ceil(height)}"`;
  return `<<table border="0" cellborder="0" ${size}><tr><td></td></tr></table>>`;
}

const Laid = z.object({
  bb: z.string(),
  objects: z.array(z.object({ name: z.string(), pos: z.string() })).default([]),
  edges: z.array(z.object({ id: z.string(), pos: z.string(), lp: z.string().optional() })).default([]),
});

/** What Graphviz answers in its format `json0`, with y counted downwards. */
function layoutOf(json: string, boxes: Boxes): Layout {
  const laid = Laid.parse(JSON.parse(json));
  const [left = 0, bottom = 0, right = 0, top = 0] = laid.bb.split(',').map(Number);
  const routes = new Map(laid.edges.map(({ id, pos, lp }) => [id, routeOf(pos, lp)]));
  const centres = new Map(laid.objects.map(({ name, pos }) => [name, pointOf(pos)]));
  const nodes = boxes.nodes.map((_, place) => found(centres, place));
  const edges = boxes.edges.map((edge, place) => routes.get(String(place)) ?? plainRoute(edge, boxes, nodes, true));
  return widened({ width: right - left, height: Math.abs(top - bottom), nodes, edges });
}

function routeOf(pos: string, lp: string | undefined): Route {
  return { curve: pos.split(' ').map(pointOf), ...(lp !== undefined && { label: pointOf(lp) }) };
}

function pointOf(text: string): Point {
  const [x = Number.NaN, y = Number.NaN] = text.split(',').map(Number);
  if (Number.isNaN(x + y)) throw new Error(`Graphviz answered the position ${text}`);
  return { x, y };
}

function found(centres: ReadonlyMap<string, Point>, place: number): Point {
  const centre = centres.get(String(place));
  if (!centre) throw new Error(`Graphviz left out ${place}`);
  return centre;
}
