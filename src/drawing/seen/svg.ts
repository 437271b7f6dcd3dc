import { type Boxes, boxesOf, type LayOut, type Layout, LINE, type Point, type Route } from '../layout.ts';
import type { Drawing, DrawnEdge, DrawnNode } from './drawing.ts';
import { STYLE } from './style.ts';

const MARGIN = 12;
/** Pixels from the middle of a line of text down to its baseline. */
const BASELINE = 4;

/** A drawing as an SVG document that needs no script, font or file besides itself. `patience`: as of `LayOut`. */
export async function drawn(title: string, drawing: Drawing, layOut: LayOut, patience?: number): Promise<string> {
  const boxes = boxesOf(drawing);
  return svgOf(title, drawing, boxes, await layOut(boxes, patience));
}

function svgOf(title: string, drawing: Drawing, boxes: Boxes, layout: Layout): string {
  const width = Math.ceil(layout.width) + 2 * MARGIN;
  const height = Math.ceil(layout.height) + 2 * MARGIN;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" width="${width}" height="${height}" viewBox="${-MARGIN} ${-MARGIN} ${width} ${height}">`,
    `<title>${escaped(title)}</title>`,
    `<style>${STYLE}</style>`,
    '<defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" markerUnits="userSpaceOnUse" orient="auto"><path class="tip" d="M0 .5L8 4L0 7.5z"/></marker></defs>',
    '<g class="edges" marker-end="url(#tip)">',
    ...drawing.edges.flatMap((edge, index) => line(edge, layout.edges[index])),
    '</g>',
    ...drawing.edges.flatMap((edge, index) => labelOf(edge, layout.edges[index])),
    ...drawing.nodes.flatMap((node, index) => nodeOf(node, boxes.nodes[index], layout.nodes[index])),
    '</svg>',
    '',
  ].join('\n');
}

function line({ dashed }: DrawnEdge, route: Route | undefined): string[] {
  const [start, ...rest] = route?.curve ?? [];
  if (!route || !start) return [];
  return [`<path${dashed ? ' class="dashed"' : ''} d="M${at(start)}C${rest.map(at).join(' ')}"/>`];
}

function labelOf({ label }: DrawnEdge, route: Route | undefined): string[] {
  return label !== undefined && route?.label ? [textOf(label, route.label, ' class="label"')] : [];
}

function nodeOf(node: DrawnNode, box: Boxes['nodes'][number] | undefined, centre: Point | undefined): string[] {
  if (!box || !centre) return [];
  const top = centre.y - ((node.lines.length - 1) * LINE) / 2;
  return [
    `<g class="node ${node.tone}${node.goal === true ? ' goal' : ''}">`,
    outlineOf(box, centre),
    ...node.lines.map((text, index) => textOf(text, { x: centre.x, y: top + index * LINE })),
    '</g>',
  ];
}

function outlineOf({ shape, width, height }: Boxes['nodes'][number], { x, y }: Point): string {
  const [left, top] = [x - width / 2, y - height / 2];
  if (shape === 'group')
    return `<path d="M${at({ x, y: top })}L${at({ x: x + width / 2, y })}L${at({ x, y: y + height / 2 })}L${at({ x: left, y })}z"/>`;
  const radius = shape === 'state' ? height / 2 : 5;
  return `<rect x="${round(left)}" y="${round(top)}" width="${round(width)}" height="${round(height)}" rx="${round(radius)}"/>`;
}

function textOf(text: string, { x, y }: Point, attributes = ''): string {
  return `<text${attributes} x="${round(x)}" y="${round(y + BASELINE)}">${escaped(text)}</text>`;
}

function at({ x, y }: Point): string {
  return `${round(x)} ${round(y)}`;
}

function round(length: number): number {
  return Math.round(length * 10) / 10;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** As XML text. What XML 1.0 cannot hold at all is shown as U+FFFD. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD');
}
