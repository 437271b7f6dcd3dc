/** Over a real PostgreSQL, with the engine's core in memory: the page of a run (console 2.2). */
import { no, PIPELINE, useDecisions, yes } from '../api/escalations/deciding.ts';
import { aDocument } from '../api/test-app.ts';
import { objective } from '../support/played/and-or.ts';
import { region } from './forms.ts';

const { api, decide, escalated, escalation, started } = useDecisions();

/** Its page, once its graph has been laid out, which no page waits for. */
async function pageOf(id: string, query = ''): Promise<string> {
  await api.get(`/v1/runs/${id}/graph`);
  return (await api.get(`/console/runs/${id}${query}`)).body;
}

const chain = (count: number) => ({
  steps: Array.from({ length: count }, (_, at) => ({
    id: `s${at}`,
    requires: at === 0 ? [] : [`s${at - 1}`],
    generator: { kind: 'llm', prompt: 'Go.' },
    guard: { use: 'not-empty' },
  })),
});

test('console 2.2: nodes of the graph are links with name, state, attempts, and whether a person is waited for', async () => {
  const { id } = await escalated({ plan: [yes], draft: [no] }, PIPELINE);
  const graph = region(await pageOf(id), 'Graph');
  expect(graph).not.toContain('<img');
  expect(graph).toMatch(
    new RegExp(`<a [^>]*aria-label="plan, ✓ satisfied, 1 of \\d+ attempts"[^>]*href="/console/runs/${id}/steps/plan"`),
  );
  expect(graph).toMatch(
    new RegExp(`<a [^>]*aria-label="draft, ◆ waits for a person, 1 of \\d+ attempts"[^>]*/steps/draft"`),
  );
  expect(graph.match(/<path d="M/g)).toHaveLength(1);
});

test('console 2.2: a page tells what the run was given, as far as a line goes, and its tags; nothing of one that was given nothing', async () => {
  api.runs.script({ plan: [yes], draft: [yes] });
  const begin = async (given: object) =>
    (await api.post('/v1/runs', { workflow: { definition: aDocument(PIPELINE) }, ...given })).json().id;
  const long = await begin({ input: { topic: 'tides <b>', text: 'x'.repeat(400) }, tags: ['moon', 'lamp'] });
  const { inputLine } = (await api.get(`/v1/runs/${long}/overview`)).json().run;
  expect(inputLine).toMatch(/^{"topic":"tides <b>","text":"x{200,}…$/);
  expect(await pageOf(long)).toMatch(
    /Input <bdi>{&quot;topic&quot;:&quot;tides &lt;b>&quot;,[^<]*x…<\/bdi> · Tags <bdi>moon, lamp</,
  );
  expect(await pageOf(await begin({}))).not.toMatch(/Input <bdi|Tags <bdi/);
});

test('console 2.2: the list of steps tells which waits for a person, and which is under way', async () => {
  const { id } = await escalated({ plan: [yes], draft: [no] }, PIPELINE);
  const signOf = (html: string, step: string) =>
    new RegExp(`data-key="step ${step}"><span class="state (\\w+)"><span[^>]*>(.)</span> ([^<]*)<`)
      .exec(html)
      ?.slice(1);
  const html = await pageOf(id);
  expect(signOf(html, 'plan')).toEqual(['good', '✓', 'Satisfied']);
  expect(signOf(html, 'draft')).toEqual(['ask', '◆', 'Waits for a person']);
  const other = await started({ plan: [yes] }, PIPELINE);
  expect(signOf(await pageOf(other), 'draft')).toEqual(['run', '●', 'Running']);
});

test('console 4: a run that stops after the attempt says so while that goes on', async () => {
  const id = await started({ plan: [yes] }, PIPELINE);
  expect((await api.post(`/v1/runs/${id}/stop`, { mode: 'after_attempt' })).statusCode).toBeLessThan(300);
  expect(await pageOf(id)).toMatch(/data-key="crumbs".*‖<\/span> Stopping…</);
});

test('console 2.2: an open question is told once', async () => {
  const { id, eid } = await escalated({ plan: [yes], draft: [no] }, PIPELINE);
  const { question } = await escalation(eid);
  const why = region(await pageOf(id), 'Why').replace(/<details>.*/s, '');
  const seen = why.replaceAll(/<span [^>]*hidden.*?<\/span>|<[^>]*>/g, '').replaceAll('&quot;', '"');
  expect(seen.split(question)).toHaveLength(2);
  expect(why.match(new RegExp(`href="/console/e/${eid}"`, 'g'))).toHaveLength(1);
});

test('console 2.2: above 60 steps the list comes first, and the graph is drawn on demand', async () => {
  const id = await started({}, chain(61));
  const html = await pageOf(id);
  expect(region(html, 'Steps').match(/data-key="step /g)).toHaveLength(61);
  expect(region(html, 'Graph')).not.toMatch(/<svg|<img/);
  expect(region(html, 'Graph')).toContain(`href="/console/runs/${id}?graph=drawn#graph"`);
  expect(region(await pageOf(id, '?graph=drawn'), 'Graph').match(/<a [^>]*class="node /g)).toHaveLength(61);
});

test('console 2.2: every artifact stands with its state, its text, and what it was made from', async () => {
  const { id } = await escalated({ plan: [yes], draft: [{ text: 'a', verdict: 'retry' }, no] }, PIPELINE);
  const panel = region(await pageOf(id), 'Artifacts');
  const { data } = (await api.get(`/v1/runs/${id}/artifacts`)).json();
  expect(data).toHaveLength(3);
  for (const { id: artifact, step, parents } of data) {
    const [, line = ''] = new RegExp(`<li id="${artifact}"(.*?)</li>`, 's').exec(panel) ?? [];
    expect(line).toContain(`/console/runs/${id}/steps/${step}?artifact=${artifact}`);
    for (const { artifactId } of parents) expect(line).toContain(`href="#${artifactId}"`);
  }
});

test('console 2.2: a reason leads to its place in the timeline', async () => {
  const { id } = await escalated({ plan: [yes], draft: [no] }, PIPELINE);
  const html = await pageOf(id);
  const ways = [...region(html, 'Why').matchAll(/href="#(reason-\d+)"/g)].map(([, place]) => place);
  expect(ways.length).toBeGreaterThan(0);
  for (const place of ways) expect(region(html, 'Timeline')).toContain(`<li id="${place}"`);
});

test('R49: used, reserved and left are those of the budget, in the overview too', async () => {
  const { id } = await escalated({ plan: [yes], draft: [no] }, { ...PIPELINE, budgets: { maxCostUsd: 1 } });
  const { maxDuration: _, ...used } = (await api.get(`/v1/runs/${id}/budget`)).json().used;
  expect((await api.get(`/v1/runs/${id}/overview`)).json().budget.used).toMatchObject(used);
  const panel = region(await pageOf(id), 'Budget');
  expect(panel).toContain(`Generations</th><td>${used.maxAttempts}</td><td>0</td>`);
  expect(panel).toMatch(/Time<\/th><td>[\d.]+ m?s<\/td>/);
  expect(panel).toMatch(/Cost<\/th><td>\$[\d.]+<\/td><td>–<\/td><td>\$[\d.]+<\/td>/);
});

test('console 2.2: each panel is reached by its name, without scripts', async () => {
  const { id } = await escalated({ plan: [yes], draft: [no] }, PIPELINE);
  const html = await pageOf(id);
  for (const name of ['Timeline', 'Graph', 'Artifacts', 'Budget']) {
    expect(html).toContain(`<a href="#${name.toLowerCase()}">${name}</a>`);
    expect(html).toMatch(new RegExp(`<section id="${name.toLowerCase()}"[^>]* class="panel`));
  }
});

test('console 2.2: what was accepted over its guard, and the question that was asked about it, are told in the sentences', async () => {
  const { id, eid, digest } = await escalated({ plan: [yes], draft: [no] }, PIPELINE);
  await decide(eid, { action: 'approve', artifactDigest: digest });
  const html = await pageOf(id);
  expect(region(html, 'Why')).toContain(
    'The run is completed, but draft was waived: accepted over the guard. Apart from that, every other step of its goal is met.',
  );
  const timeline = region(html, 'Timeline');
  expect(timeline).toMatch(
    new RegExp(`decided </bdi><a href="/console/e/${eid}" title="${eid}">a question</a><bdi>: approved`),
  );
  expect(timeline.replaceAll(/<[^>]*>/g, '')).not.toContain(eid);
});

test('console 2.2: an alternative stands among the steps, in the graph and on its page by what it came to', async () => {
  const made = (step: string) => ({ id: step, generator: { kind: 'llm', prompt: 'Go.' }, guard: { use: 'not-empty' } });
  const id = await started(
    { jwt: [{ text: 'no', verdict: 'retry' }], session: [yes] },
    {
      topology: 'and-or',
      objective: objective('login'),
      orGroups: {
        auth: { choices: ['jwt', 'session'], speculative: true, costs: { jwt: 1, session: 1 }, retryCost: 5 },
      },
      steps: [made('jwt'), made('session'), { ...made('login'), requires: ['auth'] }],
    },
  );
  const html = await pageOf(id);
  const steps = region(html, 'Steps').replaceAll(/<[^>]+>/g, '');
  expect(steps).toMatch(/✕ Lost jwt .*✓ Won session /);
  expect(region(html, 'Graph')).toMatch(/aria-label="jwt, ✕ lost, .*aria-label="session, ✓ won, /s);
  expect((await api.get(`/console/runs/${id}/steps/jwt`)).body).toContain('✕</span> Lost');
});
