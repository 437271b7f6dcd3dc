/** Over a real PostgreSQL, with the engine's core in memory: pages of the console as a browser without scripts gets them (console 2, 4). */

import { no, PIPELINE, useDecisions, yes } from '../api/escalations/deciding.ts';
import { useApp } from '../api/test-app.ts';

const KEY = 'correct-horse-battery-staple';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; " +
  "base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

const { api, escalated, decide, escalation, run } = useDecisions();
const closed = useApp({ auth: 'keys', apiKey: KEY });

const page = async (url: string) => (await api.get(url)).body;
const press = (eid: string, fields: Record<string, string>) =>
  api.send({
    method: 'POST',
    url: `/console/e/${eid}`,
    headers: FORM,
    payload: new URLSearchParams(fields).toString(),
  });
const shownOn = (html: string) => /name="shown" value="([^"]*)"/.exec(html)?.[1] ?? '';
const TWO = { plan: [yes], draft: [no] };

describe('console 4: every page has the one policy, and no script or style of its own', () => {
  test.each([
    ['/console', 200],
    ['/console/runs', 200],
    ['/console/runs?q=none&status=failed', 200],
    ['/console/runs?status=nonsense', 400],
    ['/console/runs/run_none', 404],
    ['/console/e/esc_none', 404],
    ['/console/nope', 404],
    ['/console/runs/run_none/fork?x=1', 404],
    ['/console/sign-in', 200],
  ])('%s: %i', async (url, status) => {
    const { statusCode, headers, body } = await api.get(url);
    expect([statusCode, headers['content-security-policy'], headers['content-type']]).toEqual([
      status,
      POLICY,
      'text/html; charset=utf-8',
    ]);
    expect(body).not.toMatch(
      /<script(?! type="module" src="\/console\/assets\/[\w-]+\.js"><\/script>)|<style| style=| on\w+=/,
    );
    expect(body).toMatch(/<h1>.+<\/h1>/);
  });
});

test.each([
  ['/console/nope', 'The console has no page of this address.'],
  ['/console/runs/run_none', 'There is no run "run_none".'],
  ['/console/e/esc_none', 'There is no such question.'],
  ['/console/definitions/none', 'There is no such definition, or no such version of it.'],
])('console 2: %s says what is not there, in words of the console, and leads on', async (url, said) => {
  const html = (await page(url)).replaceAll('&quot;', '"');
  expect(html).toMatch(/<h1>There is nothing here<\/h1>/);
  expect(html).toContain(said);
  const ways = [...html.matchAll(/<a href="([^"]+)">(Waiting: |All )/g)].map(([, href]) => href);
  expect(ways).toEqual(['/console', '/console/runs', '/console/definitions']);
});

test('console 3: the style is named by its content and kept for good', async () => {
  const href = /rel="stylesheet" href="([^"]+)"/.exec(await page('/console'))?.[1] ?? '';
  const { statusCode, headers } = await closed.get(href);
  expect([statusCode, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
});

test('console 3: scripts are named by their content too, and kept for good; another name is none', async () => {
  const src = /<script type="module" src="([^"]+)"><\/script>/.exec(await page('/console/sign-in'))?.[1] ?? '';
  const { statusCode, headers, body } = await closed.get(src);
  expect([statusCode, headers['cache-control'], headers['content-type'], body]).toEqual([
    200,
    'public, max-age=31536000, immutable',
    'text/javascript; charset=utf-8',
    'begin();',
  ]);
  expect((await closed.get('/console/assets/page-1.js')).statusCode).toBe(404);
});

test.each([
  ['dark', ' data-theme="dark"'],
  ['light', ' data-theme="light"'],
  ['system', ''],
])('console 4: without scripts too the colours can be switched: %s', async (theme, attribute) => {
  const payload = new URLSearchParams({ theme, to: '/console/runs?q=a' }).toString();
  const { statusCode, headers } = await closed.send({ method: 'POST', url: '/console/theme', headers: FORM, payload });
  expect([statusCode, headers.location]).toEqual([303, '/console/runs?q=a']);
  const cookie = String(headers['set-cookie']).split(';')[0] ?? '';
  const html = (await closed.get('/console/sign-in', { cookie })).body;
  expect(html).toMatch(new RegExp(`<html lang="en" data-now="\\d+"${attribute}>`));
  expect(html).toContain(`value="${theme}" class="quiet" aria-pressed="true"`);
});

test('console 6.11: whoever is not signed in is led to sign in, and back', async () => {
  const answer = await closed.get('/console/e/esc_1');
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/console/sign-in?to=%2Fconsole%2Fe%2Fesc_1']);
  const form = (await closed.get('/console/sign-in?to=%2Fconsole%2Fe%2Fesc_1&problem=wrong-key')).body;
  expect(form).toContain('name="to" value="/console/e/esc_1"');
  expect(form).toContain('role="alert"');
});

test.each(['//evil.example', '/\\evil.example', 'https://evil.example'])(
  'console 6.9: signing in leads to no other site: %s',
  async (to) => {
    expect((await closed.get(`/console/sign-in?to=${encodeURIComponent(to)}`)).body).toContain(
      'name="to" value="/console"',
    );
  },
);

describe('the page of a question', () => {
  test('R90: shows question, text, evidence, and each answer with its consequence tied to its button', async () => {
    const { eid } = await escalated(TWO, PIPELINE);
    const html = await page(`/console/e/${eid}`);
    const { options, question } = await escalation(`${eid}?view=page`);
    expect(html).toContain(question);
    for (const { action, consequence, wordless } of options) {
      expect(html).toMatch(new RegExp(`aria-describedby="does-${action}( why-\\w+)?"`));
      const does = new RegExp(`id="does-${action}">(.*?)</p>`, 's').exec(html)?.[1]?.replaceAll(/<[^>]*>/g, '');
      expect(does).toBe(
        wordless && wordless.consequence !== consequence ? wordless.consequence + consequence : consequence,
      );
    }
    expect(html.match(/class="primary"/g)).toHaveLength(1);
    expect(html).not.toMatch(/class="primary">Accept over the guard/);
  });

  test('an answer is a form, a POST and a 303; then the page says who decided what', async () => {
    const { id, eid } = await escalated(TWO, PIPELINE);
    const shown = shownOn(await page(`/console/e/${eid}`));
    const answer = await press(eid, { action: 'approve', shown, words: 'It will do.\r\nReally.' });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, `/console/e/${eid}#happened`]);
    const html = await page(`/console/e/${eid}`);
    expect(html).toMatch(
      /id="happened".*Decided: approved.*who said: <bdi>It will do\.\nReally\.<\/bdi> <bdi>Draft is accepted over the guard; the run has completed\.</s,
    );
    expect(html).not.toContain('<form method="post" action="/console/e/');
    const { decision } = await escalation(eid);
    expect(decision).toMatchObject({ action: 'approve', by: 'anonymous', shown, comment: 'It will do.\nReally.' });
    expect((await run(id)).status).toBe('completed');
  });

  test('R93, console 2.1: what moved on decides nothing, says what changed, and keeps the words', async () => {
    const { eid } = await escalated(TWO, PIPELINE);
    const shown = shownOn(await page(`/console/e/${eid}`)).replace(/\.[^.]*\./, '.0123456789abcdef.');
    const { statusCode, body } = await press(eid, { action: 'approve', shown, words: '<b>mine</b>' });
    expect(statusCode).toBe(409);
    expect(body).toContain('Nothing was decided: the text changed while you looked.');
    expect(body).toContain('&lt;b>mine&lt;/b></textarea>');
    expect((await escalation(eid)).status).toBe('open');
  });

  test('a run is ended by a second press, beside the reason', async () => {
    const { id, eid } = await escalated(TWO, PIPELINE);
    const shown = shownOn(await page(`/console/e/${eid}`));
    const first = await press(eid, { action: 'abort', shown, words: 'No use.' });
    expect(first.body).toContain('press once more');
    expect(first.body).toContain('No use.</textarea>');
    expect((await run(id)).status).toBe('escalated');
    expect((await press(eid, { action: 'abort-for-good', shown, words: 'No use.' })).statusCode).toBe(303);
    expect((await escalation(eid)).decision).toMatchObject({ action: 'abort' });
  });

  test('what is refused says what to do, and decides nothing', async () => {
    const { eid } = await escalated(TWO, PIPELINE);
    const shown = shownOn(await page(`/console/e/${eid}`));
    const { statusCode, body } = await press(eid, { action: 'retry', extraAttempts: 'many', shown });
    expect(statusCode).toBe(422);
    expect(body).toMatch(/role="alert"[^>]*><bdi>.+</);
    expect(body).toContain('value="many"');
    expect((await escalation(eid)).status).toBe('open');
  });

  test('decided by another: the press comes too late and is told so', async () => {
    const { eid, digest } = await escalated(TWO, PIPELINE);
    const shown = shownOn(await page(`/console/e/${eid}`));
    await decide(eid, { action: 'approve', artifactDigest: digest, by: 'ada' });
    const { statusCode, body } = await press(eid, { action: 'skip', shown });
    expect(statusCode).toBe(409);
    expect(body).toContain('Decided: approved');
    expect(body).toContain('<bdi>by ada (name not checked)</bdi>');
  });

  test('R93: a form of another site decides nothing', async () => {
    const { eid } = await escalated(TWO, PIPELINE);
    const headers = { ...FORM, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    const answer = await api.send({ method: 'POST', url: `/console/e/${eid}`, headers, payload: 'action=skip' });
    expect(answer.statusCode).toBe(403);
    expect((await escalation(eid)).status).toBe('open');
  });
});

test('console 2.2: a run shows what is used and left of its budget, and leads to every text', async () => {
  const { id } = await escalated(TWO, PIPELINE);
  const html = await page(`/console/runs/${id}`);
  const { bound, used } = (await api.get(`/v1/runs/${id}/budget`)).json();
  const all = used.maxAttempts + bound.remaining;
  expect(html).toContain(`${used.maxAttempts} generations made. `);
  expect(html).toContain(
    bound.remaining === 0
      ? 'By itself the run makes no more.'
      : `By its definition the run makes at most ${bound.remaining} more, ${all} in all.`,
  );
  expect(html).toContain(`Generations</th><td>${used.maxAttempts}</td>`);
  const { data } = (await api.get(`/v1/runs/${id}/attempts`)).json();
  expect(data).toHaveLength(2);
  for (const { step, artifactId } of data) {
    const text = `/console/runs/${id}/steps/${step}?artifact=${artifactId}`;
    expect(html).toContain(`href="${text}"`);
    expect(await page(text)).toContain(`href="/v1/artifacts/${artifactId}/content" aria-label="Text, raw">Raw<`);
  }
  expect(html).not.toContain('/content"');
});

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '![x](https://evil.example/x.png)',
  '"><svg onload=alert(1)>',
  'a\u202eb',
  '\u001b]8;;https://evil.example\u0007x',
  '</pre></main>',
  '\ud800',
])('console 6.8: %j as a text stays text in its frame', async (text) => {
  const { eid } = await escalated({ draft: [{ text, verdict: 'fatal' }] });
  const html = await page(`/console/e/${eid}`);
  expect(html).not.toMatch(/<script(?! type="module" src="\/console)|<img|<svg/);
  expect(['\u202e', '\u001b', '\ud800'].filter((hidden) => html.includes(hidden))).toEqual([]);
  expect(html.match(/<\/main>/g)).toHaveLength(1);
});
