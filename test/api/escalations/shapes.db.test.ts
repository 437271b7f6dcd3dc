/** Over a real PostgreSQL, with the engine's core in memory. */
import { aDocument } from '../test-app.ts';
import { no, useDecisions, yes } from './deciding.ts';

const { api, escalated, decide, escalation } = useDecisions();

describe('an approval over the guard names what was looked at (R115)', () => {
  test('without artifactDigest or shown it is 428 and decides nothing', async () => {
    const { id, eid } = await escalated();
    const answer = await decide(eid, { action: 'approve' });
    expect([answer.statusCode, answer.json()]).toEqual([
      428,
      expect.objectContaining({ code: 'digest_required', runId: id, detail: expect.stringContaining(eid) }),
    ]);
    expect(await escalation(eid)).toMatchObject({ status: 'open' });
  });

  test('shown is taken as it is served; one of a question that moved on is 409 and says what changed', async () => {
    const { eid } = await escalated({ draft: [no, no] });
    const { shown } = await escalation(eid);
    await decide(eid, { action: 'amend', content: 'a bad haiku' }, '?wait=5s');
    const stale = await decide(eid, { action: 'approve', shown });
    expect([stale.statusCode, stale.json()]).toEqual([
      409,
      expect.objectContaining({ code: 'stale_decision', changed: expect.arrayContaining(['artifact']) }),
    ]);
    const now = await escalation(eid);
    expect(now).toMatchObject({ status: 'open', shown: expect.any(String) });
    expect((await decide(eid, { action: 'approve', shown: now.shown })).statusCode).toBe(200);
  });
});

const asks = (generator: object, guard: object = { use: 'not-empty' }) => ({
  steps: [{ id: 'draft', generator: { kind: 'human', question: 'Shall we?', ...generator }, guard }],
});

describe('answers of people have a shape (R115)', () => {
  const SHAPE = { type: 'object', required: ['ok'], properties: { ok: { type: 'boolean' } } };

  test.each([
    ['{"ok": "maybe"}', '/content/ok'],
    ['{}', '/content'],
    ['maybe', '/content'],
  ])('%s is refused at once with %s, and the question stays as it was', async (content, pointer) => {
    const { id, eid } = await escalated({}, asks({ answer: SHAPE }));
    const before = await escalation(eid);
    expect(before.answer).toEqual(SHAPE);
    const answer = await decide(eid, { action: 'amend', content });
    expect([answer.statusCode, answer.json()]).toEqual([
      422,
      expect.objectContaining({ code: 'invalid_answer', runId: id, errors: [expect.objectContaining({ pointer })] }),
    ]);
    expect(await escalation(eid)).toEqual(before);
    expect((await api.get(`/v1/runs/${id}/artifacts`)).json().data).toEqual([]);
  });

  test.each([
    [{ enum: ['yes', 'no'] }, 'yes'],
    [{ type: 'string' }, '12'],
    [{ type: 'number' }, '12'],
    [SHAPE, '{"ok": true}'],
  ])('%j takes %s', async (answer, content) => {
    const { eid } = await escalated({ draft: [yes] }, asks({ answer }));
    expect((await decide(eid, { action: 'amend', content }, '?wait=5s')).statusCode).toBe(200);
  });

  test('a human guard has one for what is given in place of the artifact', async () => {
    const guard = { use: 'human', with: { question: 'Good?', answer: { enum: ['a', 'b'] } } };
    const one = aDocument(asks({}, guard));
    expect((await api.post('/v1/workflows', one)).statusCode).toBe(201);
  });

  test.each([
    [asks({ answer: { type: 'nonsense' } }), '/steps/0/generator/answer'],
    [asks({}, { use: 'human', with: { question: '?', answer: { type: 'nonsense' } } }), '/steps/0/guard/with/answer'],
  ])('one that does not compile is refused when it is published: %#', async (change, pointer) => {
    const answer = await api.post('/v1/workflows', aDocument(change));
    expect([answer.statusCode, answer.json().errors]).toEqual([422, [expect.objectContaining({ pointer })]]);
  });
});

describe('an answer without a shape is judged at once (R115)', () => {
  const YES_OR_NO = { use: 'one-of', with: { values: ['yes', 'no'] } };
  const LATER = { use: 'human', with: { question: 'Sure?' } };

  test.each([
    ['its guard', YES_OR_NO],
    ['what can be judged now of a sequence', { sequence: [LATER, YES_OR_NO] }],
    ['all of any', { any: [YES_OR_NO, { use: 'contains', with: { text: 'perhaps' } }] }],
  ])('by %s: "maybe" is 422 with the feedback, and the question stays as it was', async (_, guard) => {
    const { id, eid } = await escalated({}, asks({}, guard));
    const before = await escalation(eid);
    const answer = await decide(eid, { action: 'amend', content: 'maybe' });
    expect([answer.statusCode, answer.json()]).toEqual([
      422,
      expect.objectContaining({ code: 'rejected_by_guard', guard: 'one-of', feedback: expect.stringContaining('yes') }),
    ]);
    expect(await escalation(eid)).toEqual(before);
    expect((await api.get(`/v1/runs/${id}/artifacts`)).json().data).toEqual([]);
  });

  test.each([
    ['a person has still to say', LATER],
    ['one of any is for a person', { any: [YES_OR_NO, LATER] }],
    ['it needs a sandbox', { use: 'python-syntax' }],
  ])('where %s, it goes on to be judged in its turn', async (_, guard) => {
    const { eid } = await escalated({}, asks({}, guard));
    expect((await decide(eid, { action: 'amend', content: 'maybe' })).statusCode).toBe(202);
  });

  test('another kind of question goes as ever', async () => {
    const step = { id: 'draft', generator: { kind: 'llm', prompt: 'Write.' }, guard: YES_OR_NO };
    const { eid } = await escalated({ draft: [no, no] }, { steps: [step] });
    expect((await decide(eid, { action: 'amend', content: 'maybe' }, '?wait=5s')).statusCode).toBe(200);
  });
});
