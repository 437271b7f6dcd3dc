/** Over a real PostgreSQL, with the engine's core in memory: the evidence of a question (console 2.1, R90). */
import { no, useDecisions, yes } from '../api/escalations/deciding.ts';
import { formsOf, region } from './forms.ts';

const { api, decide, escalated, escalation, overBudget, run } = useDecisions();
const { page, press } = formsOf(api);

const twice = (first: string, second: string) => ({
  draft: [
    { text: first, verdict: 'retry' as const },
    { text: second, verdict: 'fatal' as const },
  ],
});

test('console 2.1: a short change since the attempt before stands open above the text, and beside each attempt', async () => {
  const { eid } = await escalated(twice('one\ntwo\n', 'one\n<b>three</b>\n'));
  const html = (await api.get(`/console/e/${eid}`)).body;
  const change = '<del>−two\n</del><ins>+&lt;b>three&lt;/b>\n</ins>';
  const judged = region(html, 'Text to be approved');
  expect(judged).toMatch(/^<section[^>]*><details open class="since"><summary>Changes since attempt 1<\/summary>/);
  expect(judged).toContain(change);
  expect(judged.indexOf(change)).toBeLessThan(judged.indexOf('<figure'));
  const evidence = region(html, 'Evidence');
  expect(evidence.match(/Changes to the one before/g)).toHaveLength(1);
  expect(evidence).toContain(change);
  expect(evidence).toContain('/steps/draft/compare?a=1&amp;b=2');
});

test('console 2.1: a text that is the same as before says so; a first one has nothing to be laid beside', async () => {
  const same = (await api.get(`/console/e/${(await escalated(twice('a', 'a'))).eid}`)).body;
  expect(region(same, 'Evidence')).toContain('Its text is the same as before.');
  expect(same).not.toContain('Changes since');
  const first = (await api.get(`/console/e/${(await escalated()).eid}`)).body;
  expect(first).not.toMatch(/Changes since|Changes to the one before/);
});

test('console 2.1: after a decision it is said with what the run goes on, or how it has ended', async () => {
  const answered = async (body: object) => {
    const { eid } = await escalated();
    expect((await decide(eid, body)).statusCode).toBe(200);
    return region((await api.get(`/console/e/${eid}`)).body, 'What happened').replaceAll(/<[^>]+>/g, '');
  };
  expect(await answered({ action: 'retry', guidance: 'Say yes.' })).toMatch(
    /Decided: another try by anonymous, \d s ago\. ● Running · The run goes on: draft, attempt 1 with your wordsSee/,
  );
  expect(await answered({ action: 'abort' })).toMatch(/ago\. The run has failed\.! FailedSee the run/);
});

test('console 2.1: of a run that is stopped it says so, and leads to what resumes it', async () => {
  const { id, eid } = await escalated();
  await api.post(`/v1/runs/${id}/stop?wait=5s`);
  const { body } = await api.get(`/console/e/${eid}`);
  expect(region(body, 'What happened')).toContain('The run is stopped, and so nothing can be answered.');
  expect(region(body, 'What happened')).toContain(`href="/console/runs/${id}/control"`);
  expect(body).not.toContain('Waits for an answer');
  await api.post(`/v1/runs/${id}/resume?wait=5s`);
  expect((await api.get(`/console/e/${eid}`)).body).toContain('Waits for an answer');
});

test('console 2.1: what was withdrawn by the end of its run is not said to have gone on', async () => {
  const { id, eid } = await escalated();
  await api.post(`/v1/runs/${id}/terminate?wait=5s`);
  const said = region((await api.get(`/console/e/${eid}`)).body, 'What happened');
  expect(said).toContain('It was withdrawn: no answer is needed any more.');
});

test('a change that is long is cut, and says so', async () => {
  const { eid } = await escalated(twice('a\n'.repeat(5_000), 'b\n'.repeat(5_000)));
  const { attempts } = (await escalation(`${eid}?view=page`)).evidence;
  expect(attempts[1].changes).toMatchObject({ cut: true });
  expect(Buffer.byteLength(attempts[1].changes.unified)).toBeLessThanOrEqual(16_384);
  const html = (await api.get(`/console/e/${eid}`)).body;
  expect(html).toContain('Only the beginning of the change is shown.');
  expect(region(html, 'Text to be approved')).toMatch(/<\/figure><details class="since"><summary>Changes since/);
});

test('console 2.1: what was spent and what is left to the run stands in the evidence', async () => {
  const { id, eid } = await escalated(twice('a', 'b'), { budgets: { maxCostUsd: 1 } });
  const { remaining, bound } = (await api.get(`/v1/runs/${id}/budget`)).json();
  const evidence = region((await api.get(`/console/e/${eid}`)).body, 'Evidence');
  expect(evidence).toMatch(/Why asked · 2 attempts · \$0\.\d+/);
  expect(bound.remaining).toBe(0);
  const { generations } = (await escalation(`${eid}?view=page`)).options.find(
    ({ primary }: { primary: boolean }) => primary,
  );
  expect(generations).toBeGreaterThan(0);
  expect(evidence).toContain(
    `By itself the run makes no more generations; after “Try again” at most ${generations}. Its limits leave $${remaining.maxCostUsd.toFixed(3)}.`,
  );
});

const CHAIN = {
  steps: ['plan', 'outline', 'draft'].map((id, at, all) => ({
    id,
    ...(at > 0 && { requires: [all[at - 1]] }),
    generator: { kind: 'llm', prompt: `Write a ${id}.` },
    guard: { use: 'not-empty' },
  })),
};

test('console 2.1: without scripts too the page tells of each step that may be gone back to what is made again', async () => {
  const script = { plan: [yes], outline: [yes], draft: [no] };
  const { eid } = await escalated(script, CHAIN);
  const html = (await api.get(`/console/e/${eid}`)).body;
  const told = [...html.matchAll(/<dt><bdi>(\w+)<\/bdi><\/dt><dd><bdi>([^<]*)<\/bdi><\/dd>/g)].map(
    ([, ...pair]) => pair,
  );
  expect(told).toEqual([
    ['plan', 'plan · outline · draft'],
    ['outline', 'outline · draft'],
    ['draft', 'draft'],
  ]);
  for (const [step, again] of told) {
    const asked = await decide(eid, { action: 'redo', step, guidance: '…' }, '?preview=true');
    expect(asked.json().wouldReset.join(' · ')).toBe(again);
  }
});

test('console 2: what leads on from an answer is what Waiting shows first, and tells how many wait', async () => {
  const asked = [await escalated(), await escalated(), await escalated()];
  const [, answered] = asked;
  await decide(answered?.eid ?? '', { action: 'abort' });
  const waiting = [...(await api.get('/console')).body.matchAll(/data-key="question (\w+)"/g)].map(
    ([, eid]) => eid ?? '',
  );
  const next = async () =>
    / · next[^:]*:.*href="\/console\/e\/\w+"/s.exec(
      region((await api.get(`/console/e/${answered?.eid}`)).body, 'What happened'),
    )?.[0];
  expect(await next()).toMatch(new RegExp(`^ · next of ${waiting.length}: .*/console/e/${waiting[0]}"$`, 's'));
  for (const eid of waiting.slice(0, -1)) await decide(eid, { action: 'abort' });
  expect(await next()).toMatch(new RegExp(`^ · next: .*/console/e/${waiting.at(-1)}"$`, 's'));
});

describe('console 2.1: a question about the budget', () => {
  test('shows the limit that is used up, as it is now, with a value by which the run goes on; the others are folded', async () => {
    const { id, eid } = await overBudget();
    const { html, fields } = await page(`/console/e/${eid}`);
    const answers = region(html, 'What happens');
    expect(answers).toContain('<small id="maxAttempts-now" class="hint">now 1, all used</small>');
    expect(answers.indexOf('id="maxAttempts"')).toBeLessThan(answers.indexOf('id="words"'));
    expect(answers).toMatch(/<details><summary>More limits<\/summary>.*id="maxTokens".*id="maxDuration"/s);
    expect(answers).toContain('<small id="maxTokens-now" class="hint">now without a limit</small>');
    expect(fields['maxAttempts']).toBe('5');
    expect((await press(`/console/e/${eid}`, { ...fields, action: 'raise' })).statusCode).toBe(303);
    expect(await run(id)).toMatchObject({ status: 'running', budgets: { maxAttempts: 5 } });
  });

  test('what its limit leaves and what its definition allows are told apart', async () => {
    const { id, eid } = await overBudget();
    const evidence = region((await api.get(`/console/e/${eid}`)).body, 'Evidence');
    expect(evidence).toContain(
      'By itself the run makes no more generations; after “Raise the budget” at most 4. Its limits leave 0 generations. Its cost has no limit.',
    );
    expect(region((await api.get(`/console/runs/${id}`)).body, 'Budget')).toContain(
      '1 generation made. By its definition the run makes at most 4 more, 5 in all. Its limit leaves 0: the others need a higher one.',
    );
  });

  test('says once that no limit was named, beside the box, which has the focus', async () => {
    const { eid } = await overBudget();
    const { fields } = await page(`/console/e/${eid}`);
    const { statusCode, body } = await press(`/console/e/${eid}`, { ...fields, maxAttempts: ' ', action: 'raise' });
    expect(statusCode).toBe(422);
    expect(body.match(/role="alert"/g)).toHaveLength(1);
    expect(region(body, 'What happens')).toContain('Nothing was decided: say what the limit is to be.');
    expect(body).toMatch(/<input id="maxAttempts"[^>]* autofocus/);
  });
});

test('R129: the page says which answers the definition does not allow, near those that it does, and REST says so too', async () => {
  const draft = {
    id: 'draft',
    generator: { kind: 'llm', prompt: 'Write a draft.' },
    approval: true,
    allow: ['approve', 'reject'],
    guard: { use: 'not-empty' },
  };
  const { eid } = await escalated({ draft: [yes] }, { steps: [draft] });
  const words =
    '“Write it yourself”, “Try again with guidance”, “Redo an earlier step” and “Skip” cannot be chosen here: the definition of draft does not allow it.';
  expect((await api.get(`/v1/escalations/${eid}?view=page`)).json()).toMatchObject({ withheld: words });
  expect(region((await api.get(`/console/e/${eid}`)).body, 'What happens')).toContain(words);
  const free = (await escalated({ draft: [yes] }, { steps: [{ ...draft, allow: undefined }] })).eid;
  expect((await api.get(`/v1/escalations/${free}?view=page`)).json()).not.toHaveProperty('withheld');
});
