/** Over a real PostgreSQL, with the engine's core in memory. */
import { aDocument } from '../test-app.ts';
import { no, PIPELINE, useDecisions } from './deciding.ts';

const { api, escalated, decide, run, escalation } = useDecisions();

describe('what a person sees', () => {
  test('the question with its evidence', async () => {
    const { id, eid } = await escalated();
    expect(await escalation(eid)).toMatchObject({
      id: eid,
      runId: id,
      status: 'open',
      kind: 'fatal',
      step: 'draft',
      feedback: '"no" will not do',
      evidence: {
        attempts: [{ status: 'rejected', feedback: '"no" will not do', verdict: { verdict: 'fatal' } }],
        summary: expect.stringContaining('draft: one attempt was rejected.'),
        injected: [],
        spend: { costUsd: 0.0015 },
      },
      allowedActions: ['approve', 'amend', 'retry', 'redo', 'skip', 'abort'],
    });
    const inbox = (await api.get(`/v1/escalations?status=open&runId=${id}&kind=fatal`)).json();
    expect(inbox.data.map((row: { id: string }) => row.id)).toEqual([eid]);
  });

  test('R90: the artifact, what each answer leads to, absolute addresses, and an example that is refused as it is', async () => {
    const { id, eid, digest } = await escalated();
    const shown = await escalation(eid);
    expect(shown).toMatchObject({
      artifact: { id: shown.artifactId, digest, text: 'no', cut: false },
      outcomes: Object.fromEntries(shown.allowedActions.map((action: string) => [action, expect.any(String)])),
      example: { action: '<approve | amend | retry | redo | skip | abort>', artifactDigest: digest },
    });
    const base = (await run(id)).links.self.replace(`/v1/runs/${id}`, '');
    expect(shown.links).toEqual({
      self: `${base}/v1/escalations/${eid}`,
      decision: `${base}/v1/escalations/${eid}/decision`,
      run: `${base}/v1/runs/${id}`,
      console: `${base}/console/e/${eid}`,
      artifact: `${base}/v1/artifacts/${shown.artifactId}/content`,
    });
    expect(base).toMatch(/^http/);
    expect((await decide(eid, shown.example)).statusCode).toBe(422);
    expect((await escalation(eid)).status).toBe('open');
  });

  test('console 4: what the guard said is told, not what makes it comparable', async () => {
    const [, draft] = PIPELINE.steps;
    const steps = [{ ...draft, requires: [], recovery: { rMax: 0 } }];
    const { id, eid } = await escalated({ draft: [{ text: 'Ada 12', verdict: 'retry' }] }, { steps });
    const read = async (url: string) => (await api.get(url)).body;
    const told = [
      `/v1/escalations/${eid}`,
      `/v1/escalations/${eid}?view=page`,
      `/v1/escalations?runId=${id}`,
      `/v1/escalations?runId=${id}&view=row`,
      `/v1/runs?q=${id}&view=row`,
      `/v1/runs/${id}/why`,
      `/v1/runs/${id}/overview`,
    ];
    for (const url of told) expect(await read(url)).toContain('rejected the last one (\\"Ada 12\\" will not do)');
    expect(await read(`/v1/runs/${id}/why`)).toContain('rejected attempt 1 of draft: \\"Ada 12\\" will not do.');
  });

  test('R90: a summary of one line counts as one speaks', async () => {
    const { id } = await escalated();
    const { data } = (await api.get(`/v1/escalations?runId=${id}`)).json();
    expect(data[0].evidence.summary).toMatch(/^1 attempt, \d rejected, 0 faults\.( Attempt 1: .*[^.]\.)?$/);
  });

  test('what changed from one attempt to the next', async () => {
    const { eid } = await escalated({
      draft: [
        { text: 'a\nb\n', verdict: 'retry' },
        { text: 'a\nc\n', verdict: 'fatal' },
      ],
    });
    const { attempts } = (await escalation(eid)).evidence;
    const [from, to] = attempts.map(({ artifactId }: { artifactId: string }) => artifactId);
    const unified = `--- ${from}\n+++ ${to}\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n`;
    expect(attempts.map(({ diff }: { diff?: object }) => diff)).toEqual([undefined, { from, to, unified }]);
    expect((await api.get(`/v1/artifacts/${from}/diff/${to}`)).json()).toEqual({ from, to, unified });
    expect((await api.get(`/v1/artifacts/${from}/diff/art_none`)).statusCode).toBe(404);
  });

  test('what people said to the step before', async () => {
    const { id, eid } = await escalated({ draft: [no, no] });
    await decide(eid, { action: 'retry', guidance: 'Rhyme.', by: 'ann' });
    const [second] = (await run(id)).openEscalations;
    expect((await escalation(second)).evidence.injected).toEqual([{ from: eid, text: 'Rhyme.' }]);
  });

  test('R41: until when', async () => {
    const steps = aDocument()['steps'];
    const { eid } = await escalated(undefined, {
      steps: Array.isArray(steps) ? steps.map((step) => ({ ...step, timeouts: { decision: 'PT1H' } })) : [],
    });
    const { openedAt, expiresAt } = await escalation(eid);
    expect(Date.parse(expiresAt) - Date.parse(openedAt)).toBe(3_600_000);
  });
});
