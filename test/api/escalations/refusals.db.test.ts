/** Over a real PostgreSQL, with the engine's core in memory. */
import { no, PIPELINE, useDecisions, yes } from './deciding.ts';

const { api, escalated, decide, run, escalation } = useDecisions();

describe('refusals', () => {
  test.each([
    ['raise', { budgets: { maxAttempts: 9 } }],
    ['reject', { feedback: 'x' }],
  ])('R42: %s is not allowed here: 409 with allowedActions', async (action, fields) => {
    const { eid } = await escalated();
    expect((await decide(eid, { action, ...fields })).json()).toMatchObject({
      status: 409,
      code: 'action_not_allowed',
      allowedActions: ['approve', 'amend', 'retry', 'redo', 'skip', 'abort'],
    });
  });

  test.each([
    [{}, '/action'],
    [{ action: 'explode' }, '/action'],
    [{ action: 'reject' }, '/feedback'],
    [{ action: 'amend' }, '/content'],
    [{ action: 'amend', content: 'x', mediaType: 'text' }, '/mediaType'],
    [{ action: 'retry', extraAttempts: 0 }, '/extraAttempts'],
    [{ action: 'retry', extraAttempts: 101 }, '/extraAttempts'],
    [{ action: 'retry', extraAttempts: 1.5 }, '/extraAttempts'],
    [{ action: 'retry', step: 'draft' }, '/step'],
    [{ action: 'redo' }, '/step'],
    [{ action: 'redo', step: 'nowhere' }, '/step'],
    [{ action: 'redo', step: 'draft', extraAttempts: 1 }, '/extraAttempts'],
    [{ action: 'skip', step: 'other' }, '/step'],
    [{ action: 'raise' }, '/budgets'],
    [{ action: 'raise', budgets: {} }, '/budgets'],
    [{ action: 'raise', budgets: { maxAttempts: 'x' } }, '/budgets/maxAttempts'],
    [{ action: 'raise', budgets: { maxWords: 1 } }, '/budgets/maxWords'],
    [{ action: 'abort', content: 'x' }, '/content'],
    [{ action: 'approve', guidance: 'x' }, '/guidance'],
  ])('R42: missing or wrong fields are 422: %j', async (body, pointer) => {
    const { eid } = await escalated();
    const answer = await decide(eid, body);
    expect([answer.statusCode, answer.json().errors.map((error: { pointer: string }) => error.pointer)]).toEqual([
      422,
      [pointer],
    ]);
    expect((await escalation(eid)).status).toBe('open');
  });

  test('redo of a step that is not upstream is 422', async () => {
    const { eid } = await escalated({ plan: [no] }, PIPELINE);
    expect((await decide(eid, { action: 'redo', step: 'draft' })).json()).toMatchObject({
      status: 422,
      code: 'not_upstream',
      errors: [{ pointer: '/step' }],
    });
  });

  test('R44: where the escalation has no step, skip names one', async () => {
    const steps = PIPELINE.steps.map((step) =>
      step.id === 'plan' ? { ...step, recovery: { onExhausted: 'skip', rMax: 0 } } : step,
    );
    const { id, eid } = await escalated({ plan: [{ text: 'no', verdict: 'retry' }] }, { steps });
    expect(await escalation(eid)).toMatchObject({ kind: 'deadlock', allowedActions: ['redo', 'skip', 'abort'] });
    const answers = [await decide(eid, { action: 'skip' }), await decide(eid, { action: 'skip', step: 'nowhere' })];
    expect(answers.map((answer) => [answer.statusCode, answer.json().errors[0].pointer])).toEqual([
      [422, '/step'],
      [422, '/step'],
    ]);
    expect((await decide(eid, { action: 'skip', step: 'draft' })).statusCode).toBe(200);
    expect(await run(id)).toMatchObject({ status: 'completed', result: { waived: ['plan', 'draft'] } });
  });

  test('a digest that is not what was shown is 409; an unknown escalation 404; one of a stopped run 409', async () => {
    const { id, eid } = await escalated();
    expect((await decide(eid, { action: 'abort', artifactDigest: 'sha256:old' })).json()).toMatchObject({
      status: 409,
      code: 'digest_mismatch',
    });
    expect((await decide('esc_none', { action: 'abort' })).json()).toMatchObject({
      status: 404,
      code: 'escalation_not_found',
    });
    await api.post(`/v1/runs/${id}/stop?wait=5s`);
    expect((await decide(eid, { action: 'abort' })).json()).toMatchObject({
      status: 409,
      code: 'run_not_open',
      runId: id,
    });
    expect((await escalation(eid)).status).toBe('open');
  });

  test('a refused amendment is not stored', async () => {
    const { id, eid } = await escalated();
    await decide(eid, { action: 'amend', content: 'x', artifactDigest: 'sha256:old' });
    expect((await api.get(`/v1/runs/${id}/artifacts`)).json().data).toHaveLength(1);
  });

  test('R44: an escalation of a step that a cascade reset is withdrawn: 409', async () => {
    const steps = [...PIPELINE.steps, { ...PIPELINE.steps[1], id: 'other' }];
    const { id } = await escalated({ plan: [yes], draft: [no], other: [no] }, { steps });
    const [first, second] = (await run(id)).openEscalations;
    expect(second).toBeDefined();
    await decide(first, { action: 'redo', step: 'plan' });
    expect((await decide(second, { action: 'skip' })).json()).toMatchObject({
      status: 409,
      code: 'escalation_withdrawn',
    });
  });

  test('R57: an amendment has 4 MiB', async () => {
    const { eid } = await escalated();
    expect((await decide(eid, { action: 'amend', content: 'x'.repeat(300_000) })).statusCode).toBe(202);
    const other = await escalated();
    expect((await decide(other.eid, { action: 'amend', content: 'x'.repeat(4_200_000) })).statusCode).toBe(413);
  });
});
