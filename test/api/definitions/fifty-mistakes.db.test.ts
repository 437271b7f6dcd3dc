// Over a real PostgreSQL: each definition has one mistake, which is told with its place and the mend (R96, R108, R112, R113, R116, R125).
import { REFUSED_FIELDS } from '../../support/mistakes/fields.ts';
import { ASKED, UNSTARTED, WARNED } from '../../support/mistakes/later.ts';
import type { Mistake } from '../../support/mistakes/makers.ts';
import { REFUSED_NAMES } from '../../support/mistakes/names.ts';
import { useApp } from '../test-app.ts';

const api = useApp();

const REFUSED = [...REFUSED_FIELDS, ...REFUSED_NAMES];

const titled = (mistakes: readonly Mistake[]) => mistakes.map((mistake) => [mistake.title, mistake] as const);
const told = ({ place: pointer, code, says }: Mistake) => ({ pointer, code, detail: expect.stringContaining(says) });

test('there are more than fifty, each of its own', () => {
  const all = [...REFUSED, ...WARNED, ...UNSTARTED, ...ASKED];
  expect(all.length).toBeGreaterThan(50);
  expect(new Set(all.map(({ document }) => JSON.stringify({ ...document, name: '' }))).size).toBeGreaterThan(50);
});

test.each(titled(REFUSED))(
  '%s is refused as it is published, once, with the place and the mend',
  async (_, mistake) => {
    const answer = await api.post('/v1/workflows', mistake.document);
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'invalid_definition']);
    expect(answer.json().errors).toEqual([expect.objectContaining(told(mistake))]);
  },
);

test.each(titled(WARNED))('%s is warned of, with the place and the mend', async (_, mistake) => {
  const answer = await api.post('/v1/workflows', mistake.document);
  expect(answer.json()).toMatchObject({ warnings: expect.arrayContaining([told(mistake)]) });
  expect(answer.statusCode).toBe(201);
});

test.each(titled(UNSTARTED))('%s: no run starts, and the answer says why', async (_, mistake) => {
  const { document, input } = mistake;
  expect((await api.post('/v1/workflows', document)).statusCode).toBe(201);
  const answer = await api.post('/v1/runs', { workflow: { name: document['name'] }, input });
  expect(answer.statusCode).toBe(422);
  const { code, detail, errors = [] } = answer.json();
  expect([...errors, { pointer: '', code, detail }]).toContainEqual(told(mistake));
});
