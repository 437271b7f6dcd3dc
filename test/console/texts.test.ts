// Pure: a text of somebody else within a page, and how the rest of a long one is reached (console 2).
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { Text } from '../../src/console/parts/texts.ts';
import { Framed } from '../../src/console/parts/verdicts.ts';

const more = (text: string) =>
  /<details class="all"><summary><span class="more">(.*?)<\/span>/.exec(
    renderToString(h(Framed, { name: 'Text', text })),
  )?.[1];

test.each([
  ['a letter of eight lines', 'Dear Ada,\n'.repeat(8), undefined],
  ['twelve lines, and the end of the last', 'line\n'.repeat(12), undefined],
  ['thirteen lines', 'line\n'.repeat(13), 'All 13 lines'],
  ['lines that wrap', 'word '.repeat(400), 'All of it, about 400 words'],
  ['paragraphs', `${'word '.repeat(43)}\n\n`.repeat(14), 'All of it, about 600 words'],
  ['one line without words', 'x'.repeat(2_048), 'All of it (2.0 KiB)'],
  ['wrapped lines that have room', `${'x'.repeat(700)}\n\nend\n`, undefined],
  ['more than a page holds', 'line\n'.repeat(10_000), 'The first 16 KiB'],
])('console 2.1: %s: what is not seen at once is told, and can be asked for without scripts', (_, text, expected) => {
  expect(more(text)).toBe(expected);
});

test.each([
  [317_440, '<a href="/all">Show all (310 KiB)</a>'],
  [1_048_576, '<a href="/all">Show all (1.0 MiB)</a>'],
  [1_153_434, '<a href="/all" download>Download (1.1 MiB)</a>'],
])('console 2: what is cut is shown as a whole up to a mebibyte, and downloaded beyond (%i)', (bytes, link) => {
  expect(renderToString(h(Text, { name: 'Text', framed: { text: 'a', bytes, cut: true, href: '/all' } }))).toContain(
    link,
  );
});
