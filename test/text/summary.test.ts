// Pure: tables.
import { summaryOf } from '../../src/text/summary.ts';

const long = 'x'.repeat(499);

describe('Summaries without a model (R52)', () => {
  test.each([
    ['the summary of a JSON artifact', '{"summary": "Done.", "files": []}', 'Done.'],
    ['the summary after white space', '\n  {"summary": "Done."}\n', 'Done.'],
    ['the text where the summary is no string', '{"summary": 3}', '{"summary": 3}'],
    ['the text where there is none', '["summary"]', '["summary"]'],
    ['the text where it is null', 'null', 'null'],
    ['the text where it is not JSON after all', '{"summary": "x"', '{"summary": "x"'],
    ['the first 500 characters', `${long}abc`, `${long}a`],
    ['no half character', `${long}\u{1f600}`, long],
    ['nothing of nothing', '', ''],
  ])('R52: %s', (_title, text, expected) => {
    expect(summaryOf(text)).toBe(expected);
  });

  test('R52: hostile nesting has a summary', () => {
    expect(summaryOf('['.repeat(1_000_000))).toHaveLength(500);
    expect(summaryOf(`${'['.repeat(500_000)}${']'.repeat(500_000)}`)).toHaveLength(500);
  });
});
