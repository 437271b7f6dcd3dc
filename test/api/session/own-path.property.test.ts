import fc from 'fast-check';
import { ownPath, signInPath } from '../../../src/api/session/own-path.ts';
import { cases } from '../../support/properties.ts';

test.each<[unknown, string]>([
  ['/console/e/esc_1', '/console/e/esc_1'],
  ['/console/runs?status=open&q=a%20b#top', '/console/runs?status=open&q=a%20b#top'],
  ['/', '/'],
  ['/v1/runs', '/v1/runs'],
  ['/console/é', '/console/%C3%A9'],
  ['/a/../console', '/console'],
  ['//evil.example', '/console'],
  ['///evil.example', '/console'],
  ['/\\evil.example', '/console'],
  ['\\\\evil.example', '/console'],
  ['/console\\..\\\\evil.example', '/console'],
  ['/.//evil.example', '/console'],
  ['/x/..//evil.example', '/console'],
  ['/%2e//evil.example', '/console'],
  ['/\t/evil.example', '/console'],
  ['/\n/evil.example', '/console'],
  ['/console\r\nset-cookie: a=b', '/console'],
  ['/console\u0000', '/console'],
  ['/console\u0085', '/console'],
  [' /console/runs', '/console'],
  ['https://evil.example/', '/console'],
  ['https:evil.example', '/console'],
  ['javascript:alert(1)', '/console'],
  ['data:text/html,x', '/console'],
  ['console/runs', '/console'],
  ['', '/console'],
  [undefined, '/console'],
  [['/console/runs'], '/console'],
  [`/${'x'.repeat(3_000)}`, '/console'],
])('console 4: a person who came for %j is led to %s', (to, expected) => {
  expect(ownPath(to)).toBe(expected);
});

test('console 4: whatever `to` is, a browser reads the answer as a path of this service, and it fits a header', () => {
  const pieces = fc.array(
    fc.oneof(
      fc.constantFrom('/', '\\', '.', '..', '%2f', '%5c', ':', '@', '\t', 'https:', 'evil.example', '?', '#'),
      fc.string(),
    ),
  );
  const own = 'http://dsap.example:8080';
  fc.assert(
    fc.property(pieces, (parts) => {
      const path = ownPath(parts.join(''));
      expect(new URL(path, own).origin).toBe(own);
      expect(path).toMatch(/^\/(?!\/)[\x21-\x7e]*$/);
      const asked = new URL(signInPath(parts.join('')), own);
      expect([asked.pathname, asked.searchParams.get('to')]).toEqual(['/console/sign-in', path]);
    }),
    cases(2_000),
  );
});
