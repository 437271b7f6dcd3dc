// Pure: how the rest of a long text is reached (console 2).
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { Text } from '../../src/console/parts/texts.ts';

test.each([
  [317_440, '<a href="/all">Show all (310 KiB)</a>'],
  [1_048_576, '<a href="/all">Show all (1.0 MiB)</a>'],
  [1_153_434, '<a href="/all" download>Download (1.1 MiB)</a>'],
])('console 2: what is cut is shown as a whole up to a mebibyte, and downloaded beyond (%i)', (bytes, link) => {
  expect(renderToString(h(Text, { name: 'Text', framed: { text: 'a', bytes, cut: true, href: '/all' } }))).toContain(
    link,
  );
});
