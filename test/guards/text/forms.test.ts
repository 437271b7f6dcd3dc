/** Pure: how text guards compare the form of characters (K7). */
import { createGuardRegistry } from '../../../src/guards/registry.ts';
import { evaluateTree } from '../../../src/guards/tree.ts';
import { aContext } from '../a-context.ts';

const registry = createGuardRegistry({ sim: true });

function judge(use: string, options: object, text: string, input: object = {}) {
  return evaluateTree({ use, with: options }, registry, aContext(text, { input }), () => 0);
}

const quote = (source: string, text: string, fold = false) =>
  judge('quotes-source', { source: '{input.text}', path: 'q', ...(fold && { fold }) }, JSON.stringify({ q: text }), {
    text: source,
  });

const FORMS: readonly (readonly [source: string, quote: string, words: string])[] = [
  ['an e\ufb00ective way', 'an effective way', 'U+FB00 LATIN SMALL LIGATURE FF where the quote has "ff"'],
  ['well\u2011known', 'well-known', 'U+2011 NON-BREAKING HYPHEN'],
  ['an encour-\nagement', 'encouragement', 'a hyphen and a line end within a word'],
  ['a well-\nknown encour-\r\nagement', 'a well-known encouragement', 'a hyphen and a line end within a word'],
  ['encour\u00ad\nagement', 'encouragement', 'a hyphen and a line end'],
  ['Cafe\u0301 noir', 'Caf\u00e9 noir', '"e" and U+0301 COMBINING ACUTE ACCENT'],
  ['Caf\u00e9 noir', 'Cafe\u0301 noir', '"e" and U+0301 COMBINING ACUTE ACCENT'],
  ['en\u00adcour\u00adage', 'encourage', 'U+00AD SOFT HYPHEN where the quote has nothing'],
  ['don\u2019t stop', "don't stop", 'U+2019 RIGHT SINGLE QUOTATION MARK where the quote has "\'"'],
  ['pages 5\u20136', 'pages 5-6', 'U+2013 EN DASH'],
  ['and so on\u2026', 'and so on...', 'U+2026 HORIZONTAL ELLIPSIS'],
  ['he said \u201cgo\u201d', 'he said "go"', 'U+201C LEFT DOUBLE QUOTATION MARK'],
  ['pass\u200bword', 'password', 'U+200B ZERO WIDTH SPACE'],
  ['\uff21\uff22 \uff11\uff12', 'AB 12', 'U+FF21 FULLWIDTH LATIN CAPITAL LETTER A'],
  ['COVID-\n19 cases', 'COVID-19 cases', 'a hyphen and a line end'],
];

test.each(FORMS)(
  'report 23, R114: the form of %j is named where the quote is %j, and fold accepts it',
  async (source, text, words) => {
    const strict = await quote(source, text);
    expect(strict).toMatchObject({ verdict: 'retry' });
    expect(strict.feedback).toContain('differs from the source in the form of its characters alone');
    expect(strict.feedback).toContain(words);
    expect(strict.data).toBeUndefined();
    expect(await quote(source, text, true)).toMatchObject({ verdict: 'pass' });
  },
);

test('report 23: the whole case of the report', async () => {
  const source = 'an e\ufb00ective, well\u2011known encour-\nagement';
  const { feedback } = await quote(source, 'an effective, well-known encouragement');
  expect(feedback).toContain('the source writes U+FB00 LATIN SMALL LIGATURE FF where the quote has "ff"');
  expect(await quote(source, 'an effective, well-known encouragement', true)).toMatchObject({ verdict: 'pass' });
});

test('a line end within a text without spaces is folded away', async () => {
  expect(await quote('\u4e2d\u6587\n\u5b57\u7b26', '\u4e2d\u6587\u5b57\u7b26', true)).toMatchObject({
    verdict: 'pass',
  });
});

test.each([
  ['the 2nd day', 'the 3rd day'],
  ['x\u00b2 is 4', 'x2 is 4'],
  ['a \u00bd cup', 'a 12 cup'],
  ['a \u00bd cup', 'a 1/2 cup'],
  ['step \u2460', 'step 1'],
  ['5 \u33a1', '5 m2'],
  ['2\u207f', '2n'],
  ['a Word', 'a word'],
  ['Caf\u00e9', 'Cafe'],
  ['co-op', 'coop'],
  ['resign', 're-sign'],
  ['10-\n20', '1020'],
  ['\u1112\u1161\u11ab', '\ud558'],
  ['5 effective', '6 e\ufb00ective'],
])('report 23: folding %j never makes it %j', async (source, text) => {
  const verdict = await quote(source, text, true);
  expect(verdict).toMatchObject({ verdict: 'retry', data: { mode: 'hallucinated_reference' } });
  expect(verdict.feedback).toContain('is not in the source');
});

test.each([
  ['contains', { text: 'Hello\nAda' }, 'Hello\r\nAda', 'U+000D CARRIAGE RETURN'],
  ['contains', { text: 'file', ignoreCase: true }, 'A \ufb01le', 'U+FB01 LATIN SMALL LIGATURE FI'],
  ['contains', { text: 'a b' }, 'a\u00a0b', 'U+00A0 NO-BREAK SPACE'],
  ['one-of', { values: ['na\u00efve', 'no'] }, 'nai\u0308ve', 'U+0308 COMBINING DIAERESIS'],
  ['regex', { pattern: '^well-known$', flags: 'm' }, 'a\r\nwell\u2011known\r\nb', 'U+2011 NON-BREAKING HYPHEN'],
  ['regex', { pattern: "^it's$" }, 'it\u2019s', 'U+2019 RIGHT SINGLE QUOTATION MARK'],
])('N28: %s %j of %j names %s, and fold accepts it', async (use, options, text, words) => {
  const strict = await judge(use, options, text);
  expect(strict).toMatchObject({ verdict: 'retry' });
  expect(strict.feedback).toContain(words);
  expect(await judge(use, { ...options, fold: true }, text)).toMatchObject({ verdict: 'pass', feedback: '' });
});

test.each([
  ['contains', { text: 'Hello' }, 'hello'],
  ['contains', { text: '12' }, '\u00bd'],
  ['one-of', { values: ['2nd'] }, '3rd'],
  ['regex', { pattern: '^[a-z]+$' }, 'ABC'],
])('%s %j still rejects %j with fold', async (use, options, text) => {
  expect(await judge(use, { ...options, fold: true }, text)).toMatchObject({ verdict: 'retry' });
});

test.each([
  ['pass\u200bword', 'U+200B ZERO WIDTH SPACE'],
  ['\uff50\uff41\uff53\uff53word', 'U+FF50 FULLWIDTH LATIN SMALL LETTER P'],
  ['pass\u00adword', 'U+00AD SOFT HYPHEN'],
  ['pa\u202essword', 'U+202E RIGHT-TO-LEFT OVERRIDE'],
  ['p\u1d43ssword', 'U+1D43'],
  ['pass\ufe0fword', 'U+FE0F VARIATION SELECTOR-16'],
  ['pass\u{e0041}word', 'U+E0041'],
  ['pass\u2060word', 'U+2060 WORD JOINER'],
  ['pass-\nword', 'a hyphen and a line end'],
])('what forbids is not deceived by %j: not-contains, and regex with negate', async (text, words) => {
  const forbidden = await judge('not-contains', { text: 'password' }, `my ${text} is`);
  expect(forbidden).toMatchObject({ verdict: 'retry' });
  expect(forbidden.feedback).toContain(words);
  if (text.includes('\n')) return;
  const matched = await judge('regex', { pattern: 'pass(word|phrase)', negate: true }, `my ${text} is`);
  expect(matched).toMatchObject({ verdict: 'retry' });
  expect(matched.feedback).toContain(words);
});

test.each([
  ['not-contains', { text: 'na\u00efve' }, 'nai\u0308ve'],
  ['not-contains', { text: 'lorem ipsum', ignoreCase: true }, 'Lorem\nIpsum'],
  ['not-contains', { text: '$' }, '5 \uff04'],
  ['not-contains', { text: '**' }, '*\u200b*'],
  ['regex', { pattern: '\u00e9', negate: true }, 'e\u0301'],
])('%s %j rejects %j', async (use, options, text) => {
  expect(await judge(use, options, text)).toMatchObject({ verdict: 'retry' });
});

test.each([
  ['not-contains', { text: '\u2014' }, 'a-b'],
  ['not-contains', { text: '"' }, '\u201cyes\u201d'],
  ['not-contains', { text: '\u2026' }, 'and so on...'],
  ['not-contains', { text: '  ' }, 'a b\nc'],
  ['not-contains', { text: '\u200b' }, 'a b'],
  ['not-contains', { text: '\u00a0' }, 'a b'],
  ['not-contains', { text: '\r\n' }, 'a\nb'],
  ['not-contains', { text: '102' }, '10\u00b2'],
  ['not-contains', { text: 'coop' }, 'co-op'],
  ['regex', { pattern: '-[0-9]', negate: true }, 'pages 10\u201320'],
  ['regex', { pattern: '[^ -~]', negate: true }, 'plain'],
])('%s %j passes %j: what forbids does not see what is not there', async (use, options, text) => {
  expect(await judge(use, options, text)).toMatchObject({ verdict: 'pass' });
});

test.each([
  ['chars', '\u{1F468}\u200d\u{1F469}\u200d\u{1F467}', 1],
  ['chars', 'e\u0301\r\n', 2],
  ['chars', '\ud55c', 1],
  ['chars', '\u1112\u1161\u11ab', 1],
  ['chars', '\u{1F1E9}\u{1F1EA}', 1],
  ['words', "don't stop, 3.14!", 3],
  ['words', '- one\n- two', 2],
  ['words', 'well-known', 2],
  ['words', '', 0],
  ['words', '\u{1F600} \u{1F600}', 0],
  ['words', '\u041f\u0440\u0438\u0432\u0435\u0442, \u043c\u0438\u0440', 2],
  ['lines', 'a\r\nb\r\n', 2],
  ['lines', 'a\rb', 2],
  ['lines', 'a\u2028b\u0085c', 3],
  ['lines', 'a\n\n', 2],
  ['bytes', '\u00e9', 2],
])('length counts in %s what %j has: %i', async (unit, text, count) => {
  expect(await judge('length', { unit, min: count, max: count }, text)).toMatchObject({ verdict: 'pass' });
});

test('words of scripts without spaces are counted one by one, not as one', async () => {
  for (const text of [
    '\u6211\u559c\u6b22\u559d\u8336\u3002',
    '\u0e09\u0e31\u0e19\u0e0a\u0e2d\u0e1a\u0e14\u0e37\u0e48\u0e21\u0e0a\u0e32',
  ])
    expect(await judge('length', { unit: 'words', min: 3 }, text)).toMatchObject({ verdict: 'pass' });
});

test('hostile: a run of 400,000 combining marks in changing order is compared in time', async () => {
  const text = `a${'\u0301\u0316'.repeat(200_000)} password`;
  expect(await judge('not-contains', { text: 'pass phrase' }, text)).toMatchObject({ verdict: 'pass' });
});

test.each([
  ['It grew by 18 % in 2025.', '8 % in 2025', '18 % in 2025'],
  ['about 1.10 million', '10 million', '1.10 million'],
  ['about 1.10 million', 'about 1.1', '1.10'],
  ['about 1,100,000 people', '100,000 people', '1,100,000'],
  ['a gain of −8 % and more', '8 % and', '−8 %'],
  ['a gain of -8 % and more', '8 % and', '-8 %'],
  ['an inefficient way', 'efficient way', 'inefficient way'],
  ['an ine\ufb03cient way', 'cient way', 'ine\ufb03cient'],
  ['ten effects', 'effect', 'effects'],
])('a part of a word or number is no quote: of %j, %j', async (source, text, whole) => {
  for (const fold of [false, true]) {
    const verdict = await quote(source, text, fold);
    expect(verdict).toMatchObject({ verdict: 'retry', data: { mode: 'hallucinated_reference' } });
    expect(verdict.feedback).toContain('begins or ends within a word or a number');
    expect(verdict.feedback).toContain(whole);
  }
});

test.each([
  ['It grew by 18 % and by 8 % in 2025.', '8 % in 2025'],
  ['pages 10-12, then 5', '12, then 5'],
  ['He paid $8.', '$8'],
  ['He paid $8.', '8.'],
  ['a 10, b 20', '10, b 20'],
  ['\u7d93\u6fdf\u6210\u9577\u7387', '\u6210\u9577'],
  ['state-of-the-art', 'of-the-art'],
])('whole words and numbers are quotes wherever they stand: of %j, %j', async (source, text) => {
  expect(await quote(source, text)).toMatchObject({ verdict: 'pass' });
});

test('the feedback on other words names them, and no form that fold accepts', async () => {
  const source = 'The e\ufb03ciency rose by 8\u00a0% over\nthe year.\n\nNothing else.';
  const { feedback } = await quote(source, 'The efficiency rose by 9 % over the year.', true);
  expect(feedback).toContain('The nearest passage is "The e\ufb03ciency rose by 8 % over the year."');
  expect(feedback).toContain('That passage does not have "9".');
  expect(feedback).not.toContain('U+');
});

test('a quote within quotation marks of its own is told to leave them out', async () => {
  expect((await quote('He said so.', '"He said"')).feedback).toContain('leave them out');
});
