import * as fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { cases } from '../../support/properties.ts';
import { aDocument, useApp } from '../test-app.ts';

const PATHS = [
  '/v1/workflows',
  '/v1/workflows/validate',
  '/v1/workflows/{}',
  '/v1/workflows/{}/versions/{}',
  '/v1/schemas/workflow',
  '/v1/guards',
  '/v1/generators',
  '/v1/models',
  '/v1/runs',
  '/v1/runs/{}',
  '/v1/runs/{}/result',
  '/v1/runs/{}/state',
  '/v1/runs/{}/trace',
  '/v1/runs/{}/steps',
  '/v1/runs/{}/steps/{}',
  '/v1/runs/{}/steps/{}/attempts',
  '/v1/runs/{}/steps/{}/attempts/{}',
  '/v1/runs/{}/attempts',
  '/v1/runs/{}/artifacts',
  '/v1/runs/{}/events',
  '/v1/runs/{}/stop',
  '/v1/escalations',
  '/v1/escalations/{}',
  '/v1/escalations/{}/decision',
  '/v1/artifacts',
  '/v1/artifacts/{}',
  '/v1/artifacts/{}/content',
  '/v1/artifacts/{}/lineage',
  '/healthz',
  '/nowhere/{}',
];

/** A run that has ended and its parts, so that what lies behind a successful look-up is reached too. */
const RUN = 'fuzzed';
const ESCALATION = `esc_${RUN}_8`;
const present = fc.constantFrom(RUN, ESCALATION, `art_${RUN}_t4`, 'draft', '1');

const segment = fc.oneof(
  present,
  fc.constantFrom(
    'none',
    '..',
    '%2e%2e',
    '%00',
    '%',
    '%zz',
    '%ff',
    '-1',
    '0',
    '1e9',
    'a'.repeat(600),
    "'; drop table runs --",
  ),
  fc.string({ maxLength: 20, unit: 'grapheme' }).map((text) => encodeURIComponent(text.toWellFormed()) || 'x'),
);
const path = fc
  .tuple(fc.constantFrom(...PATHS), segment, segment, segment)
  .map(([template, ...segments]) => segments.reduce((filled, part) => filled.replace('{}', () => part), template));

const query = fc.oneof(
  { weight: 2, arbitrary: fc.constant('') },
  fc
    .array(
      fc.tuple(
        fc.constantFrom(
          'limit',
          'cursor',
          'status',
          'workflow',
          'tag',
          'createdAfter',
          'after',
          'format',
          'kind',
          'runId',
          'x',
        ),
        fc.oneof(segment, fc.constantFrom('', '1', '201', 'NaN', 'cDU', '2020-01-01T00:00:00Z')),
      ),
      { maxLength: 3 },
    )
    .map((pairs) => `?${pairs.map(([name, value]) => `${name}=${value}`).join('&')}`),
);

const START = {
  workflow: { name: 'none' },
  budgets: { maxAttempts: 1 },
  tags: ['a'],
  artifacts: { a: { content: 'x' } },
};
const SHAPES: readonly unknown[] = [
  START,
  { action: 'abort' },
  { reason: 'x', mode: 'now' },
  { name: 'a', steps: [{ id: 'a', generator: { kind: 'llm', prompt: 'x' }, guard: { use: 'not-empty' } }] },
];
/** Something nearly right with one part replaced, or anything at all. */
const body = fc.oneof(
  fc.tuple(fc.constantFrom(...SHAPES), fc.jsonValue(), fc.nat(20)).map(([shape, value, at]) => {
    let seen = 0;
    return JSON.stringify(shape, (_, part: unknown) => (seen++ === at ? value : part)) ?? 'null';
  }),
  fc.json(),
  fc.string({ maxLength: 60 }),
  fc.constantFrom(
    '',
    '{',
    '[]',
    '"\\u0000"',
    '"\\ud800"',
    '{"constructor":{"prototype":1}}',
    '['.repeat(5_000),
    '1e999',
    '- a\n- &b *b',
    '? {a: b}',
  ),
);

const headers = fc.record(
  {
    'content-type': fc.constantFrom(
      'application/json',
      'application/yaml',
      'text/plain',
      'application/json; charset=latin1',
      'multipart/form-data',
      ';',
      '',
    ),
    'idempotency-key': fc.constantFrom('k', '', 'a b', 'x'.repeat(300)),
    'if-none-match': fc.constantFrom('"1"', '*', ',,,'),
    'last-event-id': fc.constantFrom('1', 'x', '-1'),
    accept: fc.constantFrom('*/*', 'text/event-stream', 'nonsense'),
    'content-length': fc.constantFrom('0', '5', 'x', '-1'),
  },
  { requiredKeys: [] },
);

const request: fc.Arbitrary<InjectOptions> = fc
  .record({
    method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'),
    url: fc.tuple(path, query).map((parts) => parts.join('')),
    headers,
    payload: body,
  })
  .map(({ payload, ...rest }) => (rest.method === 'GET' ? rest : { ...rest, payload }));

/** So many malformed requests over all routes, over a real PostgreSQL: no answer is a 5xx, and every refusal a problem document. */
export function refusesMalformed(count: number): void {
  const api = useApp();

  beforeAll(async () => {
    api.runs.script({ draft: [{ text: 'no', verdict: 'fatal' }] });
    await api.post('/v1/runs', { id: RUN, workflow: { definition: aDocument() } });
    const decided = await api.post(`/v1/escalations/${ESCALATION}/decision`, { action: 'abort' });
    if (decided.statusCode !== 200) throw new Error(decided.body);
  });

  test(`R55: of ${count} malformed requests none is a 5xx and every refusal is a problem document`, async () => {
    await fc.assert(
      fc.asyncProperty(request, async (sent) => {
        const answer = await api.send(sent);
        expect(answer.statusCode).toBeLessThan(500);
        if (answer.statusCode < 400) return;
        expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
        expect(answer.json()).toMatchObject({ status: answer.statusCode, code: expect.stringMatching(/^[a-z_]+$/) });
      }),
      { ...cases(count, 1), endOnFailure: true },
    );
  }, 180_000);
}
