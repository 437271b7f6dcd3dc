// Pure: texts from outside, as they are printed.
import { oneLine } from '../../examples/terminal.ts';
import { quiet, readable } from '../../src/cli/logger.ts';
import { printed, printedTexts, visible } from '../../src/text/visible.ts';

const everything = Array.from({ length: 0x1_10_00 }, (_, code) => code).filter(
  (code) => code < 0xd800 || code > 0xdfff,
);
const isControl = (code: number) => code < 0x20 || (code >= 0x7f && code <= 0x9f);
const controlsIn = (text: string) => Array.from(text).filter((one) => isControl(one.codePointAt(0) ?? 0));

describe('control characters are shown, not sent (R126)', () => {
  test('C0 but tab and line end, DEL and C1 are changed, and no letter is', () => {
    const changed = everything.filter((code) => printed(String.fromCodePoint(code)) !== String.fromCodePoint(code));
    expect(changed.filter((code) => isControl(code) || code >= 0xe000)).toEqual([
      ...everything.filter((code) => isControl(code) && code !== 9 && code !== 10),
      0xfeff,
    ]);
    expect(controlsIn(printed(String.fromCodePoint(...everything)))).toEqual(['\t', '\n']);
  });

  test.each([
    ['\u001b[2J', '␛[2J'],
    ['a\u007fb', 'a⟦U+007F⟧b'],
    ['\u009b31m', '⟦U+009B⟧31m'],
    ['safe\rfake', 'safe⟦U+000D⟧fake'],
    ['one\r\ntwo\tthree', 'one\r\ntwo\tthree'],
  ])('%j is printed as %j', (text, shown) => {
    expect(printed(text)).toBe(shown);
  });

  test('one line of a demonstration holds none, whatever is in the text', () => {
    expect(everything.flatMap((code) => controlsIn(oneLine(`a${String.fromCodePoint(code)}b`, 40)))).toEqual([]);
  });

  test.each([
    ['a JSON line', quiet],
    ['a line that is made pretty', readable],
  ])('%s of the log holds none but its end', (_, over) => {
    const lines: string[] = [];
    const text = String.fromCodePoint(...everything);
    over({ write: (line) => void lines.push(line) }).write(`${JSON.stringify({ msg: text })}\n`);
    expect(controlsIn(lines.join(''))).toEqual(['\n']);
  });

  test('a JSON line reads back as the same text', () => {
    const lines: string[] = [];
    quiet({ write: (line) => void lines.push(line) }).write(JSON.stringify({ msg: '\u001b\u007f\u009b' }));
    expect(JSON.parse(lines.join(''))).toEqual({ msg: '\u001b\u007f\u009b' });
  });

  test('texts anywhere in a JSON document are shown', () => {
    expect(JSON.parse('{"a":["\\u001b[0m",1,null]}', printedTexts)).toEqual({ a: ['␛[0m', 1, null] });
  });
});

test.each([
  ['\u001b[0m', '⟦U+001B⟧[0m', 1],
  ['abc\u202ecba', 'abc⟦U+202E⟧cba', 1],
  ['a\u200bb\u{e0041}', 'a⟦U+200B⟧b⟦U+E0041⟧', 2],
  ['\ud800 \u{1f600}', '⟦U+D800⟧ \u{1f600}', 1],
])('%j is shown as %j, and what was hidden is counted', (text, shown, hidden) => {
  expect(visible(text)).toEqual({ text: shown, hidden });
});
