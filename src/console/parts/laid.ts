/** Lengths are in pixels. */
interface Point {
  readonly x: number;
  readonly y: number;
}

/** Where a drawing of the service puts things, in the order of its nodes; what they say is left to whoever shows it. */
export interface Laid {
  readonly width: number;
  readonly height: number;
  readonly viewBox: string;
  readonly edges: readonly { readonly curve: string; readonly dashed: boolean }[];
  readonly labels: readonly (Point & { readonly text: string })[];
  readonly nodes: readonly { readonly outline: Outline; readonly first: Point; readonly goal: boolean }[];
}

/** The attributes of a `rect`, or of a `path`. */
type Outline = Readonly<Record<string, string>>;

/** Pixels between two lines of a node. */
export const LINE = 17;

/**
 * Reads a drawing as the service writes it (`?format=svg`), so that pages can show it as their own elements: markup of a text is put into no
 * page. Undefined for what is no such drawing.
 */
export function laidIn(svg: string): Laid | undefined {
  const [, width, height, viewBox] = /^<svg [^>]*width="(\d+)" height="(\d+)" viewBox="([-\d. ]+)">/.exec(svg) ?? [];
  const [, edges = ''] = /<g class="edges"[^>]*>(.*?)<\/g>/s.exec(svg) ?? [];
  if (width === undefined || height === undefined || viewBox === undefined) return undefined;
  return {
    width: Number(width),
    height: Number(height),
    viewBox,
    edges: [...edges.matchAll(/<path( class="dashed")? d="([^"]*)"\/>/g)].map(([, dashed, curve = '']) => ({
      curve,
      dashed: dashed !== undefined,
    })),
    labels: [...svg.matchAll(/<text class="label" x="([-\d.]+)" y="([-\d.]+)">([^<]*)<\/text>/g)].map(
      ([, x, y, text = '']) => ({ x: Number(x), y: Number(y), text }),
    ),
    nodes: [
      ...svg.matchAll(/<g class="node ([a-z ]+)">\s*<(?:rect|path) ([^>]*)\/>\s*<text x="([-\d.]+)" y="([-\d.]+)">/g),
    ].map(([, classes = '', outline = '', x, y]) => ({
      outline: Object.fromEntries(
        [...outline.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
      ),
      first: { x: Number(x), y: Number(y) },
      goal: classes.endsWith(' goal'),
    })),
  };
}
