// Pure: tables.
import { summaryOf } from '../../src/domain/summary.ts';

const JSON_TYPE = 'application/json';
const long = 'x'.repeat(499);

describe('Summaries without a model (R52)', () => {
  test.each([
    ['the summary of a JSON artifact', '{"summary": "Done.", "files": []}', JSON_TYPE, 'Done.'],
    ['with parameters on the media type', '{"summary": "Done."}', 'application/json; charset=utf-8', 'Done.'],
    ['of a JSON dialect', '{"summary": "Done."}', 'application/problem+json', 'Done.'],
    ['the text where the summary is no string', '{"summary": 3}', JSON_TYPE, '{"summary": 3}'],
    ['the text where there is none', '["summary"]', JSON_TYPE, '["summary"]'],
    ['the text where it is null', 'null', JSON_TYPE, 'null'],
    ['the text where it is not JSON after all', '{"summary": "x"', JSON_TYPE, '{"summary": "x"'],
    ['the text of any other type', '{"summary": "Done."}', 'text/plain; charset=utf-8', '{"summary": "Done."}'],
    ['the first 500 characters', `${long}abc`, 'text/x-python', `${long}a`],
    ['no half character', `${long}\u{1f600}`, 'text/plain', long],
    ['nothing of nothing', '', 'text/plain', ''],
  ])('R52: %s', (_title, text, mediaType, expected) => {
    expect(summaryOf(text, mediaType)).toBe(expected);
  });

  test('R52: hostile nesting has a summary', () => {
    expect(summaryOf('['.repeat(1_000_000), JSON_TYPE)).toHaveLength(500);
    expect(summaryOf(`${'['.repeat(500_000)}${']'.repeat(500_000)}`, JSON_TYPE)).toHaveLength(500);
  });
});
