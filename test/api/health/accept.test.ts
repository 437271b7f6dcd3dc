import { prefersHtml } from '../../../src/api/health/accept.ts';

test.each<[string | undefined, boolean]>([
  ['text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8', true],
  ['text/html', true],
  ['TEXT/HTML; q=0.5', true],
  ['text/*', true],
  ['application/json;q=0.5, text/html', true],
  ['application/json, text/html;q=0.9', false],
  ['application/json', false],
  ['application/*, text/html;q=0.1', false],
  ['*/*', false],
  ['text/html;q=0', false],
  ['text/html;q=x', false],
  ['', false],
  [undefined, false],
])('console 2: of the header Accept %s a page is wanted: %s', (accept, expected) => {
  expect(prefersHtml(accept)).toBe(expected);
});
