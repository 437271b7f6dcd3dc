/** Over a real PostgreSQL, with the engine's core in memory: a run in one file (console 5, 6.16). */
import { createHash } from 'node:crypto';
import { no, PIPELINE, useDecisions, yes } from '../escalations/deciding.ts';

const { api, started, escalated, decide, escalation } = useDecisions();
const maybe = { text: 'maybe <b>not</b>', verdict: 'retry' } as const;

const report = (id: string, format = 'html') => api.get(`/v1/runs/${id}/report?format=${format}`);

/** Of the lines that the report itself names. */
function digestIn(text: string, format: string): readonly [told: string | undefined, made: string] {
  const lines = text.split('\n');
  const told = /SHA-256 of [^:]*: ([0-9a-f]{64})/.exec(text.slice(-2_000))?.[1];
  const of = format === 'md' ? lines.slice(0, -2) : lines.slice(lines.indexOf('<main>'), lines.indexOf('</main>') + 1);
  return [
    told,
    createHash('sha256')
      .update(`${of.join('\n')}\n`)
      .digest('hex'),
  ];
}

test.each(['html', 'md'])(
  'console 5: a report as %s is a file, the same bytes again, and its digest is of what it says',
  async (format) => {
    const id = await started({ plan: [maybe, yes], draft: [yes] }, PIPELINE);
    const [first, second] = [await report(id, format), await report(id, format)];
    expect([first.statusCode, first.body.length > 1_000, second.body === first.body]).toEqual([200, true, true]);
    expect(first.headers).toMatchObject({
      'content-disposition': `attachment; filename="${id}.${format}"`,
      'x-content-type-options': 'nosniff',
    });
    const [told, made] = digestIn(first.body, format);
    expect(told).toBe(made);
    const again = await api.get(`/v1/runs/${id}/report?format=${format}`, {
      'if-none-match': String(first.headers.etag),
    });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    if (format === 'html') expect(first.body).not.toContain('<b>not</b>');
  },
);

test('console 5: a question is told with what was shown, who decided, and when; so is what it reset', async () => {
  const { id, eid, digest } = await escalated({ draft: [no, yes], plan: [yes] }, PIPELINE);
  const { shown } = await escalation(eid);
  await decide(eid, {
    action: 'retry',
    by: 'ada',
    artifactDigest: digest,
    shown,
    guidance: 'Say yes.',
    comment: 'Kindly.',
  });
  const { body } = await report(id, 'md');
  for (const part of [eid.replaceAll('_', '\\_'), 'another try by ', 'Kindly.', 'Say yes.', shown])
    expect(body).toContain(part);
});

test('console 5: a report of a run that goes on says of which event it is; there is none of a run that is none', async () => {
  const { id } = await escalated({ draft: [no] });
  const { revision } = (await api.get(`/v1/runs/${id}`)).json();
  expect((await report(id, 'md')).body).toContain(`event ${revision}: the run has not ended`);
  expect((await report('run_none')).statusCode).toBe(404);
  expect((await report(id, 'pdf')).statusCode).toBe(400);
});
