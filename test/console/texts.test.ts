// Pure: a text of somebody else within a page.
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { Framed } from '../../src/console/parts/verdicts.ts';

const more = (text: string) =>
  /<details class="all"><summary>(.*?)<\/summary>/.exec(renderToString(h(Framed, { name: 'Text', text })))?.[1];

test.each([
  ['a letter of eight lines', 'Dear Ada,\n'.repeat(8), undefined],
  ['twelve lines, and the end of the last', 'line\n'.repeat(12), undefined],
  ['thirteen lines', 'line\n'.repeat(13), 'All 13 lines'],
  ['lines that wrap', 'word '.repeat(400), 'All of it (2.0 KiB)'],
  ['wrapped lines that have room', `${'x'.repeat(700)}\n\nend\n`, undefined],
  ['more than a page holds', 'line\n'.repeat(10_000), 'The first 16 KiB'],
])('console 2.1: %s: what is not seen at once is told, and can be asked for without scripts', (_, text, expected) => {
  expect(more(text)).toBe(expected);
});
