import { decodeText, NotUtf8 } from '../../src/text/decode-text.ts';

const utf16le = (text: string) => Buffer.from(text, 'utf16le');
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();
const utf32le = (text: string) =>
  Buffer.concat(Array.from(text).map((character) => Buffer.from(Uint32Array.of(character.codePointAt(0) ?? 0).buffer)));
const utf32be = (text: string) => Buffer.from(utf32le(text)).swap32();
const latin1 = (text: string) => Buffer.from(text, 'latin1');
const after = (mark: readonly number[], bytes: Buffer | string) =>
  Buffer.concat([Buffer.from(mark), Buffer.from(bytes)]);

const MARK = [0xef, 0xbb, 0xbf];
const TEXT = '{"who":"Ada ö"}\r\n';

test.each([
  ['nothing', Buffer.alloc(0), ''],
  ['a mark alone', Buffer.from(MARK), ''],
  ['UTF-8', Buffer.from(TEXT), TEXT],
  ['UTF-8 behind a byte-order mark', after(MARK, TEXT), TEXT],
  ['a mark that was put twice', after([...MARK, ...MARK], TEXT), TEXT],
  ['a mark within the text, which stays', Buffer.from('a\uFEFFb'), 'a\uFEFFb'],
  ['letters of four bytes', Buffer.from('𝄞 日本語'), '𝄞 日本語'],
  ['one letter', Buffer.from('a'), 'a'],
  ['a NUL, which readers refuse in their own words', Buffer.from('{"a":"x\0y"}'), '{"a":"x\0y"}'],
  ['noncharacters', Buffer.from('\uFFFE\uFFFF'), '\uFFFE\uFFFF'],
])('report 26: %s is read', (_, bytes, text) => {
  expect(decodeText(bytes)).toBe(text);
});

test.each([
  ['UTF-16 (little-endian)', 'UTF-16LE', after([0xff, 0xfe], utf16le(TEXT))],
  ['UTF-16 (big-endian)', 'UTF-16BE', after([0xfe, 0xff], utf16be(TEXT))],
  ['UTF-16 (little-endian)', 'UTF-16LE', utf16le(TEXT)],
  ['UTF-16 (big-endian)', 'UTF-16BE', utf16be(TEXT)],
  ['UTF-16 (little-endian)', 'UTF-16LE', utf16le('A=1')],
  ['UTF-16 (little-endian)', 'UTF-16LE', utf16le(`name: hello\n${'größer als 日本 \n'.repeat(2_000)}`)],
  ['UTF-16 (little-endian)', 'UTF-16LE', after([0xff, 0xfe], '')],
  ['UTF-32 (little-endian)', 'UTF-32LE', after([0xff, 0xfe, 0, 0], utf32le(TEXT))],
  ['UTF-32 (big-endian)', 'UTF-32BE', after([0, 0, 0xfe, 0xff], utf32be(TEXT))],
  ['UTF-32 (little-endian)', 'UTF-32LE', utf32le(TEXT)],
  ['UTF-32 (big-endian)', 'UTF-32BE', utf32be(TEXT)],
])('report 26, N23: %s is named, with a mark and without: %s', (name, encoding, bytes) => {
  expect(() => decodeText(bytes)).toThrow(new NotUtf8(`is ${name}, not UTF-8`, encoding));
  expect(() => decodeText(bytes)).toThrow(`iconv -f ${encoding} -t UTF-8.`);
});

test.each([
  [latin1('{"a":"ö"}'), 'line 1, column 7 (byte 6) is the byte F6, "ö" in Windows-1252 or Latin-1'],
  [Buffer.from('7b2261223a22f6227d', 'hex'), 'line 1, column 7 (byte 6) is the byte F6, "ö"'],
  [latin1('a: 1\nb: größer\n'), 'line 2, column 6 (byte 10) is the byte F6, "ö"'],
  [latin1('x\xe4'), 'is the byte E4, "ä" in Windows-1252 or Latin-1, unless it was cut off there'],
  [latin1('Zürich'), 'line 1, column 2 (byte 1) is the byte FC, "ü"'],
  [Buffer.from([0x93, 0x61, 0x94]), 'line 1, column 1 (byte 0) is the byte 93, "“"'],
  [Buffer.concat([Buffer.from('ö\nö'), latin1('é!')]), 'line 2, column 2 (byte 5) is the byte E9, "é"'],
  [Buffer.from([0x61, 0xc0, 0xaf, 0x61]), 'line 1, column 2 (byte 1) is the byte C0'],
  [Buffer.from([0x61, 0xed, 0xa0, 0x80, 0x61]), 'line 1, column 2 (byte 1) is the byte ED'],
  [Buffer.from('Zürich €').subarray(0, -1), 'ends within a character, in line 1, column 8 (byte 8): it was cut off'],
  [Buffer.from('a𝄞').subarray(0, -2), 'ends within a character, in line 1, column 2 (byte 1)'],
])('N19: bytes that are not UTF-8 are told with their place: %s', (bytes, words) => {
  expect(() => decodeText(bytes)).toThrow(words);
});

test.each([
  ['compressed by gzip', [0x1f, 0x8b, 0x08, 0, 0]],
  ['a ZIP archive', [0x50, 0x4b, 0x03, 0x04, 0x14]],
  ['a PDF file', [...Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3', 'latin1')]],
  ['a PNG picture', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a]],
  ['a JPEG picture', [0xff, 0xd8, 0xff, 0xe0]],
  ['binary data', Array.from({ length: 300 }, (_, index) => (index * 37) % 256)],
])('report 26: what is no text is named: %s', (name, bytes) => {
  expect(() => decodeText(Uint8Array.from(bytes))).toThrow(`is ${name}`);
});
