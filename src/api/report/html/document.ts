import { createHash } from 'node:crypto';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { STYLE as DRAWING } from '../../../drawing/seen/style.ts';
import { visible } from '../../../text/visible.ts';
import type { Report } from '../report.ts';
import { Foreign } from './parts.ts';
import { head, rest } from './sections.ts';
import { STYLE } from './style.ts';

const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

const SECTIONS = [
  'Why',
  'Cost and budget',
  'Graph',
  'Steps',
  'Timeline',
  'Questions',
  'Corrections',
  'Ways back',
  'Injections',
  'Attempts',
  'Artifacts in force',
  'Documents',
] as const;

/** The report as one HTML file, which needs nothing but itself and runs no script. Its footer tells the digest of what it says. */
export function htmlOf(report: Report): string {
  const body = [
    '<main>',
    ...head(report).map((node) => renderToString(node)),
    graphOf(report),
    ...rest(report).map((node) => renderToString(node)),
    '</main>',
    '',
  ].join('\n');
  const digest = createHash('sha256').update(body).digest('hex');
  const title = renderToString(h('title', null, visible(`Report of run ${report.run.id}`).text));
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="content-security-policy" content="${POLICY}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="referrer" content="no-referrer">',
    title,
    `<style>${STYLE}</style>`,
    '</head>',
    '<body>',
    renderToString(contents()),
    `${body}<footer>`,
    renderToString(footer(digest, report)),
    '</footer>',
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

function contents() {
  const links = SECTIONS.map((name) =>
    h('li', null, h('a', { href: `#${name.toLowerCase().replaceAll(' ', '-')}` }, name)),
  );
  return h('header', null, h('nav', { 'aria-label': 'Sections' }, h('ul', null, links)));
}

/** The drawing is ours from the first sign to the last, and escapes what it names; its style stands in the page's. */
function graphOf({ graph: { svg, nodes } }: Report): string {
  const drawing =
    svg === null
      ? `<p class="soft">${nodes} nodes are too many to be drawn.</p>`
      : `<div class="graph" tabindex="0" role="group" aria-label="Graph">${svg.replace(`<style>${DRAWING}</style>`, '')}</div>`;
  return `<section id="graph" aria-labelledby="graph-name"><h2 id="graph-name">Graph</h2>${drawing}</section>`;
}

function footer(digest: string, { run }: Report) {
  return h('div', null, [
    h('p', null, `SHA-256 of this file from the line <main> through the line </main>: ${digest}`),
    h('p', { class: 'soft' }, ['Report of ', h(Foreign, { text: run.id }), '. Times are in UTC.']),
  ]);
}
