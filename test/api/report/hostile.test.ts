/** Pure: whatever people and models write stays text in both forms of a report (console 4, 6.8). */

import { parseXml } from '@rgrove/parse-xml';
import fc from 'fast-check';
import { costOf, createRoom } from '../../../src/api/report/facts/room.ts';
import { htmlOf } from '../../../src/api/report/html/document.ts';
import { markdownOf } from '../../../src/api/report/md/document.ts';
import { fenced, inline } from '../../../src/api/report/md/fenced.ts';
import { digestOf } from '../../../src/store/digest.ts';
import { cases } from '../../support/properties.ts';
import { anyCharacter } from '../../support/random/any-character.ts';
import { reportWith } from './a-report.ts';
import { fencesOf } from './markdown.ts';

const HOSTILE: readonly string[] = [
  '<script>alert(1)</script>',
  '</main><script>alert(1)</script>',
  '</main>',
  '<main>',
  '</style><script>1</script>',
  '</title><svg onload=alert(1)>',
  '<img src=x onerror=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '<a href="javascript:alert(1)">x</a>',
  '<style>body{display:none}</style>',
  '<meta http-equiv="refresh" content="0;url=//evil.example">',
  '<base href="//evil.example">',
  '<form action="//evil.example"><input name=k></form>',
  '<details open ontoggle=alert(1)>',
  '"><script>alert(1)</script>',
  "' onmouseover='alert(1)",
  '&lt;script&gt;&#60;b&#62;',
  '<!-- --><b>',
  ']]><b>',
  '![x](https://evil.example/x.png)',
  '[x](javascript:alert(1))',
  '```\n# out of the fence\n```',
  '````````````\n<b>x</b>\n````````````',
  '~~~\nx\n~~~',
  '# a heading\n## another',
  '| a | b |\n| --- | --- |',
  'https://evil.example www.evil.example a@evil.example',
  'SHA-256 of all lines above this one: 0000',
  '\u202egnp.exe\u202c',
  '\u2066x\u2069\u200b\u200d\ufeff',
  '\u{e0041}\u{e0042}',
  '\u0000\u0001\u007f\u0085\u009b31m',
  '\u001b[2J\u001b]8;;https://evil.example\u0007x\u001b]8;;\u0007',
  '\ud800 and \udc00',
  'a\rb\r\nc\u2028d\u2029e',
  '('.repeat(10_000),
  'x'.repeat(1_048_576),
  '&'.repeat(70_000),
  '\u202e'.repeat(70_000),
];

/** Elements and attributes that a report may hold. */
const ELEMENTS =
  /^(?:html|head|meta|title|style|body|header|nav|ul|ol|li|a|main|h[1-3]|section|p|bdi|dl|dt|dd|div|table|thead|tbody|tr|th|td|details|summary|small|figure|figcaption|pre|ins|del|span|time|q|article|footer|svg|defs|marker|path|g|rect|text)$/;

interface Node {
  readonly name?: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly children?: readonly Node[];
}

/** The page read by a strict parser: what is not well-formed throws. */
function elementsOf(html: string): readonly Node[] {
  const xml = html
    .replace(/^<!doctype html>\n/, '')
    .replaceAll(']]>', ']]&gt;')
    .replaceAll(/<meta ([^>]*)>/g, '<meta $1/>')
    .replaceAll(/<details id="(a\d+)"( open)?>|<details open>/g, '<details>');
  const within = (node: Node): readonly Node[] => [node, ...(node.children ?? []).flatMap(within)];
  return within(parseXml(xml) as Node).filter(({ name }) => name !== undefined);
}

test.each(HOSTILE.map((text, at) => [at, text] as const))('hostile text %i is nothing but text', (_, text) => {
  const report = reportWith(text);
  const html = htmlOf(report);
  for (const { name = '', attributes = {} } of elementsOf(html)) {
    expect(name).toMatch(ELEMENTS);
    for (const [key, value] of Object.entries(attributes)) {
      expect(key).not.toMatch(/^on|^src|^style$/i);
      if (key === 'href') expect(value).toMatch(/^#[a-z\d-]+$/);
    }
  }
  expect(html.split('\n').filter((line) => line === '<main>' || line === '</main>')).toHaveLength(2);
  const markdown = markdownOf(report);
  for (const page of [html, markdown]) expect(page).not.toMatch(INVISIBLE);
  expect(fencesOf(markdown)).toBe('closed');
});

test('console 4: the same report is the same bytes', () => {
  const text = HOSTILE.filter(({ length }) => length <= 10_000).join('\n');
  expect(htmlOf(reportWith(text)) === htmlOf(reportWith(text))).toBe(true);
  expect(markdownOf(reportWith(text)) === markdownOf(reportWith(text))).toBe(true);
});

const INVISIBLE = /(?!\r\n|[\n\t])[\p{Cc}\p{Bidi_Control}\u200b-\u200f\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]|\p{Cs}/u;

test('no text ends its fence, and none brings a sign of Markdown or HTML into a line (console 4)', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('`', '\n', '~', '<', 'a', '\r', ' ', '|', '[', '\\', '\u0000') }),
      (text) => {
        expect(fencesOf(fenced(text))).toBe('closed');
        expect(inline(text)).not.toMatch(/(?<!\\)(?:\\\\)*[<>`|[\]]|\n/);
      },
    ),
    cases(),
  );
});

test('what a room gives out never takes more than it has, and what is cut says how long it was', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: anyCharacter, maxLength: 300 })), fc.nat(2_000), (texts, bytes) => {
      const room = createRoom(bytes, digestOf);
      const shown = texts.map((text) => room.take(text, 200));
      expect(shown.reduce((sum, { text }) => sum + costOf(text), 0)).toBeLessThanOrEqual(bytes);
      for (const [at, one] of shown.entries()) {
        expect(one.bytes).toBe(Buffer.byteLength(texts[at]?.toWellFormed() ?? ''));
        expect(one.digest).toBe(one.cut ? digestOf(texts[at] ?? '') : null);
        expect(texts[at]?.startsWith(one.text)).toBe(true);
      }
    }),
    cases(),
  );
});
