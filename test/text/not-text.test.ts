import { fileInText } from '../../src/text/not-text.ts';

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const JPEG = Buffer.from(`ffd8ffe000104a46494600010101${'00480048'.repeat(30)}`, 'hex');
const ZIP = Buffer.from(`504b0304140000000800${'ab12'.repeat(60)}`, 'hex');
const padded = (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(200, 7)]).toString('base64');

test.each([
  ['a data URL', 'data:image/png;base64,iVBORw0KGgo=', 'a data URL of image/png'],
  ['with parameters, in capitals', ' DATA:Image/JPEG;name=a.jpg;base64,/9j/4AAQ', 'a data URL of image/jpeg'],
  ['of a PDF', 'data:application/pdf;base64,JVBERi0xLjc=', 'a data URL of application/pdf'],
  ['within words', `See data:image/png;base64,${'A'.repeat(5_000)} there.`, 'text with a data URL of image/png in it'],
  ['report 20: a PDF as it is', '%PDF-1.7 \n%âãÏÓ\n1 0 obj', 'a PDF'],
  ['a PDF in base64', padded(Buffer.from('%PDF-1.4\n')), 'a PDF in base64'],
  ['a PNG in base64', padded(PNG), 'a picture (PNG) in base64'],
  ['a JPEG in base64, in lines', padded(JPEG).replaceAll(/.{76}/g, '$&\r\n'), 'a picture (JPEG) in base64'],
  ['a workbook in base64', padded(ZIP), 'a ZIP archive or an office document in base64'],
  ['a PNG read as Latin-1', PNG.toString('latin1'), 'a picture (PNG)'],
  ['a PNG read as UTF-8', PNG.toString('utf8'), 'a picture (PNG)'],
  ['a JPEG read as UTF-8', JPEG.toString('utf8'), 'a picture (JPEG)'],
  ['any other bytes', Buffer.from('0102030405060708'.repeat(9), 'hex').toString('latin1'), 'binary data'],
])('report 20: %s is a file', (_, text, kind) => {
  expect(fileInText(text)).toBe(kind);
});

test.each([
  ['words', 'Read the total. PDF and PNG are formats; %PDF-1.7 is how one begins.'],
  ['a short text that begins like a file', 'iVBORw0KGgo'],
  ['a digest', 'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  [
    'a token in base64',
    'ZXlKaGJHY2lPaUpJVXpJMU5pSXNJblI1Y0NJNklrcFhWQ0o5ZXlKaGJHY2lPaUpJVXpJMU5pSXNJblI1Y0NJNklrcFhWQ0o5',
  ],
  ['a page with an icon', `<img src="data:image/gif;base64,${'R0lGODlhAQABAAAAACw='.repeat(9)}">`],
  ['a text as data URL', 'data:text/plain;base64,SGVsbG8='],
  ['SVG as text', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['words that begin like base64 of a file', `/9j/ is how a picture begins. ${'And so on. '.repeat(20)}`],
  ['colors of a terminal', '\u001b[31mred\u001b[0m '.repeat(50)],
  ['nothing', ''],
])('report 20: %s: is text', (_, text) => {
  expect(fileInText(text)).toBeUndefined();
});
