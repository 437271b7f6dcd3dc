/** Over a real PostgreSQL, with the engine's core in memory: the page of a question, what its answers would do, and decisions bound to it. */
import { Client } from 'pg';
import type { EventOf } from '../../../src/model/event.ts';
import { countStatements } from '../../support/servers/statements.ts';
import { no, PIPELINE, useDecisions, yes } from './deciding.ts';

const { api, escalated, decide, escalation, eventsOf, dataOf, run } = useDecisions();
const page = (eid: string) => escalation(`${eid}?view=page`);
const WRITES = /\b(?:insert|update|delete)\b|^(?:append|create)/i;

interface Option {
  readonly action: string;
  readonly resets: readonly string[];
  readonly generations: number;
  readonly endsRun: string;
}

const TWO = { plan: [yes], draft: [no] };

test('R90: the page of a question shows the text with its type and size, attempts as rows, and what each answer would do', async () => {
  const { eid, digest } = await escalated(TWO, PIPELINE);
  const shown = await page(eid);
  expect(shown).toMatchObject({
    artifact: { digest, mediaType: 'text/plain', bytes: 2, text: 'no', cut: false },
    options: [
      { action: 'approve', label: 'Accept over the guard', over: ['not-empty'], endsRun: 'yes', primary: false },
      { action: 'amend', endsRun: 'depends', on: ['guard of draft'], why: [expect.stringContaining('your text')] },
      { action: 'retry', primary: true, resets: ['draft'] },
      { action: 'redo', fields: [{ name: 'step', values: ['plan', 'draft'] }, { name: 'guidance' }] },
      { action: 'skip' },
      { action: 'abort', consequence: 'the run fails.' },
    ],
    shown: expect.stringContaining((await escalation(eid)).shown),
  });
  expect(Object.keys(shown.evidence.attempts[0])).not.toContain('renderedPrompt');
});

test('R90: a long text is cut at 16 KiB, and said to be', async () => {
  const text = 'ä'.repeat(20_000);
  const { eid } = await escalated({ draft: [{ text, verdict: 'fatal' }] });
  const { artifact } = await page(eid);
  expect(artifact).toMatchObject({ cut: true, text: text.slice(0, 8_192) });
});

test.each(['approve', 'retry', 'redo', 'skip', 'abort'])(
  'R26: what the page says of %s, and its preview, is what then happens; the preview writes nothing',
  async (action) => {
    const { id, eid, digest } = await escalated(TWO, PIPELINE);
    const { options } = await page(eid);
    const told: Option = options.find((one: Option) => one.action === action);
    const body = {
      action,
      ...(action === 'approve' && { artifactDigest: digest }),
      ...(action === 'redo' && { step: 'plan' }),
    };
    const before = await run(id);
    const statements = countStatements();
    const answer = await decide(eid, { ...body, comment: 'x'.repeat(2_000) }, '?preview=true');
    const sent = statements.taken();
    statements.stop();
    expect(answer.statusCode).toBe(200);
    expect(sent.filter((statement) => WRITES.test(statement))).toEqual([]);
    expect(await run(id)).toEqual(before);
    expect(await audited(eid)).toEqual([]);
    const preview = answer.json();
    const log = (await eventsOf(id)).length;
    await decide(eid, body);
    const after = (await eventsOf(id)).slice(log);
    const reset = after.flatMap(({ type, data }: { type: string; data: EventOf<'step.invalidated'> }) =>
      type === 'step.invalidated' || type === 'step.reopened' ? [data.step] : [],
    );
    expect(preview).toMatchObject({ revision: before.revision, boundBefore: before.bound.generations, cutsShort: [] });
    expect(preview.wouldReset).toEqual([...new Set(reset)]);
    const now = await run(id);
    expect(preview.boundAfter).toBe(now.bound.generations);
    expect(preview.endsRun).toBe(['completed', 'failed'].includes(now.status) ? 'yes' : 'no');
    if (action !== 'redo') expect([told.resets, told.endsRun]).toEqual([preview.wouldReset, preview.endsRun]);
    const made = after.filter(({ type }: { type: string }) => type === 'attempt.started').length;
    expect(made).toBeLessThanOrEqual(preview.generations);
  },
);

test('R42: a preview of what is refused is refused alike, and an Idempotency-Key is not used up by one', async () => {
  const { eid, digest } = await escalated(TWO, PIPELINE);
  expect((await decide(eid, { action: 'raise', budgets: { maxAttempts: 3 } }, '?preview=true')).statusCode).toBe(409);
  const key = { 'idempotency-key': `preview-${eid}` };
  const url = `/v1/escalations/${eid}/decision`;
  const body = { action: 'approve', artifactDigest: digest };
  expect((await api.post(`${url}?preview=true`, body, key)).json()).toMatchObject({ endsRun: 'yes' });
  expect((await api.post(url, body, key)).json()).toMatchObject({ status: 'decided' });
});

test('R42: who decided, and seeing what, is in the log, the question and the audit; only where it was said', async () => {
  const { id, eid } = await escalated(TWO, PIPELINE);
  const { shown } = await page(eid);
  expect((await decide(eid, { action: 'approve', by: 'ann', shown })).statusCode).toBe(200);
  expect(await dataOf(id, 'escalation.decided')).toMatchObject({ by: 'ann', shown });
  expect((await escalation(eid)).decision).toMatchObject({ by: 'ann', shown });
  expect(await audited(eid)).toEqual([{ action: 'escalation.approve', shown }]);
  const other = await escalated(TWO, PIPELINE);
  await decide(other.eid, { action: 'skip' });
  expect(await dataOf(other.id, 'escalation.decided')).not.toHaveProperty('shown');
  expect(await audited(other.eid)).toEqual([{ action: 'escalation.skip', shown: null }]);
});

test('R42: an amendment that is being judged moves the question on: whoever has not seen it decides nothing', async () => {
  const { eid } = await escalated(TWO, PIPELINE);
  const { shown } = await page(eid);
  await decide(eid, { action: 'amend', content: 'a slow haiku', shown });
  const stale = await decide(eid, { action: 'approve', shown });
  expect([stale.statusCode, stale.json()]).toMatchObject([409, { code: 'stale_decision', changed: ['artifact'] }]);
  expect((await escalation(eid)).status).toBe('open');
});

test('R42: a page whose answer would not do any more what it said binds nobody to it; one about another answer does not count', async () => {
  const { eid } = await escalated(TWO, PIPELINE);
  const { shown } = await page(eid);
  const at = shown.lastIndexOf('-') + 1;
  const other = `${shown.slice(0, at)}${'0'.repeat(8)}`;
  const stale = await decide(eid, { action: 'abort', shown: other });
  expect([stale.statusCode, stale.json()]).toMatchObject([409, { code: 'stale_decision', changed: ['options'] }]);
  expect((await decide(eid, { action: 'approve', shown: other })).statusCode).toBe(200);
});

test('R42: an amendment that comes between the comparison and the run is refused by the run itself', async () => {
  const { eid } = await escalated(TWO, PIPELINE);
  const { shown } = await page(eid);
  const send = api.runs.send.bind(api.runs);
  const raced = jest.spyOn(api.runs, 'send').mockImplementationOnce(async (runId, request) => {
    await decide(eid, { action: 'amend', content: 'a slow haiku' });
    return send(runId, request);
  });
  const stale = await decide(eid, { action: 'approve', shown });
  raced.mockRestore();
  expect([stale.statusCode, stale.json()]).toMatchObject([409, { code: 'stale_decision', changed: ['artifact'] }]);
  expect((await escalation(eid)).status).toBe('open');
});

test('R42: of twenty presses at once one decides; the same ones are told so, the others what was decided', async () => {
  const { id, eid } = await escalated(TWO, PIPELINE);
  const { shown } = await page(eid);
  const bodies = Array.from({ length: 20 }, (_, at) => ({
    action: at % 2 === 0 ? 'approve' : 'skip',
    shown,
    by: `p${at}`,
  }));
  const answers = await Promise.all(bodies.map((body) => decide(eid, body)));
  const first = (await escalation(eid)).decision;
  const events = (await eventsOf(id)).filter(({ type }: { type: string }) => type === 'escalation.decided');
  expect(events).toHaveLength(1);
  for (const [at, { statusCode }] of answers.entries())
    expect(statusCode).toBe(bodies[at]?.action === first.action ? 200 : 409);
});

test('R44: what ends a run names the questions that it withdraws by what they are about, and their ids apart', async () => {
  const { id, eid } = await escalated(TWO, PIPELINE);
  expect((await api.post(`/v1/runs/${id}/terminate?preview=true`, {})).json()).toMatchObject({
    warnings: ['The open question is closed without an answer: draft (judged fatal).'],
    withdraws: [{ id: eid, kind: 'fatal', step: 'draft' }],
  });
});

test('R44: what the run may come to again is told as withdrawn, not as ended', async () => {
  const { id, eid } = await escalated(TWO, PIPELINE);
  const redirect = {
    type: 'bindings_override',
    description: 'as agreed',
    bindings: { plan: { content: 'Two pages.' } },
  };
  expect((await api.post(`/v1/runs/${id}/redirect?preview=true`, redirect)).json()).toMatchObject({
    warnings: ['The open question is withdrawn: draft (judged fatal). It is asked anew if the run comes to it again.'],
    withdraws: [{ id: eid }],
  });
});

async function audited(subject: string) {
  const client = new Client({ connectionString: api.database.url });
  await client.connect();
  const { rows } = await client.query('select action, shown from audit where subject = $1', [subject]);
  await client.end();
  return rows;
}
