import type { Drawing, DrawnNode, Shape } from './seen/drawing.ts';

/** Lengths are in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** From the left and from the top. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A drawing without its words: all that its layout depends on. Nodes are named by their place in the list. */
export interface Boxes {
  readonly nodes: readonly (Size & { readonly shape: Shape })[];
  readonly edges: readonly { readonly from: number; readonly to: number; readonly label?: Size }[];
}

/** Where everything lies, in the order of the boxes. */
export interface Layout extends Size {
  /** Centres. */
  readonly nodes: readonly Point[];
  readonly edges: readonly Route[];
}

/** A start, then three points for each Bézier curve; it ends at the head's outline. `label` is the centre of the edge's label. */
export interface Route {
  readonly curve: readonly Point[];
  readonly label?: Point;
}

/**
 * Lays boxes out, tails above heads, or left of them where that is easier to look at. Never rejects; answers soon also for graphs that no layout
 * makes readable. `patience`: milliseconds to wait for the better layout, where the same boxes must lie the same on a busy machine too.
 */
export type LayOut = (boxes: Boxes, patience?: number) => Promise<Layout>;

/** Fonts are monospaced: pixels that a character takes at most, of the heading, of other lines, of an edge's label. */
const HEADING = 8;
const SMALL = 6.8;
export const LINE = 17;
/** Fits any word with an epoch of one digit, so that the layout stays as it is while the run goes on. */
const NARROWEST = 182;
const PADDING = { width: 24, height: 14 };

/** How much room the parts of a drawing need. */
export function boxesOf({ nodes, edges }: Drawing): Boxes {
  const places = new Map(nodes.map(({ id }, place) => [id, place]));
  return {
    nodes: nodes.map(boxOf),
    edges: edges.map(({ from, to, label }) => ({
      from: placeOf(places, from),
      to: placeOf(places, to),
      ...(label !== undefined && { label: { width: label.length * SMALL + 8, height: LINE } }),
    })),
  };
}

function boxOf({ lines, shape, room = lines.length }: DrawnNode): Size & { shape: Shape } {
  const widths = lines.map((line, index) => line.length * (index === 0 ? HEADING : SMALL));
  const width = Math.ceil(Math.max(NARROWEST - PADDING.width, ...widths));
  const height = room * LINE;
  // The text's corners touch a diamond's sides where both shares add up to one.
  if (shape === 'group') return { shape, width: Math.ceil(width * 1.5), height: height * 3 };
  return { shape, width: width + PADDING.width, height: height + PADDING.height };
}

function placeOf(places: ReadonlyMap<string, number>, id: string): number {
  const place = places.get(id);
  if (place === undefined) throw new Error(`the drawing has no node ${id}`);
  return place;
}
