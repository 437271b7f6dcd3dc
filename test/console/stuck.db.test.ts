/** Over a real PostgreSQL, with the engine's core in memory: why a run does not go on is the first thing that its page tells (console 6.4). */
import type { Hindrance } from '../../src/ports/hindrance.ts';
import { no, PIPELINE, useDecisions, yes } from '../api/escalations/deciding.ts';
import { objective } from '../support/played/and-or.ts';
import { until } from '../support/until.ts';

const { api, started, escalated, overBudget } = useDecisions();

const SEARCH = {
  topology: 'and-or',
  objective: objective('login'),
  orGroups: { auth: { choices: ['jwt', 'session'] } },
  steps: ['jwt', 'session', 'login'].map((id) => ({
    id,
    ...(id === 'login' && { requires: ['auth'] }),
    generator: { kind: 'llm', prompt: `Make ${id}.` },
    guard: { use: 'not-empty' },
  })),
};

/** What the region `Why` of its page says, without its markup; and what REST says. */
async function whyOf(id: string) {
  const html = (await api.get(`/console/runs/${id}`)).body;
  const region = /<section aria-label="Why">(.*?)<details>/s.exec(html)?.[1] ?? '';
  const { summary, next } = (await api.get(`/v1/runs/${id}/why`)).json();
  const seen = region
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
  return { seen, summary, next, links: [...region.matchAll(/href="([^"]*)"/g)].map(([, href]) => href) };
}

async function paused(id: string): Promise<string> {
  await api.post(`/v1/runs/${id}/pause`, { reason: 'lunch' });
  return id;
}

/** What its state says: each is another run. */
const CAUSES: readonly (readonly [cause: string, make: () => Promise<string>, told: string, next: string])[] = [
  [
    'a person',
    async () => (await escalated({ draft: [no] })).id,
    'waits for a person: ',
    'a person · Answer the question',
  ],
  [
    'budget',
    async () => (await overBudget()).id,
    'The run has used its maxAttempts (1 of 1): should it go on?',
    'a person · Answer the question',
  ],
  [
    'a provider or a guard that was given up on',
    async () => (await escalated({ draft: ['broken'] })).id,
    'waits for a person: The provider is down.',
    'a person · Answer the question',
  ],
  [
    'about to pause',
    async () => paused(await started({ plan: [yes] }, PIPELINE)),
    'The run pauses (lunch): draft finishes first.',
    'the service · pause once draft has finished',
  ],
  [
    'paused',
    async () => paused((await escalated({ draft: [no] })).id),
    'The run is paused: lunch.',
    'a person · resume the run',
  ],
  [
    'not agreed',
    () => started({}, { ...SEARCH, objective: { ...objective('login'), goal: undefined } }),
    'The objective is not agreed yet: goal is missing.',
    'a person · say what the run is for (goal), and begin it',
  ],
  [
    'free words unsettled',
    async () => {
      const id = await started({ plan: [yes] }, PIPELINE);
      expect((await api.post(`/v1/runs/${id}/redirect`, { instruction: 'In Spanish, please.' })).statusCode).toBe(202);
      return id;
    },
    'What a person said in free words is not settled yet.',
    'the service · find out what was meant, and ask whether it is right',
  ],
  [
    'out of choices',
    async () => (await escalated({ jwt: [no], session: [no] }, SEARCH)).id,
    'waits for a person: ',
    'a person · Answer the question',
  ],
];

test.each(CAUSES)('console 6.4: %s: Why names it, and who is next', async (_cause, make, told, next) => {
  const why = await whyOf(await make());
  expect(why.seen).toContain(told);
  expect(why.seen).toContain(`Next: ${next}`);
  expect(why.summary).toContain(told);
  expect(why.links.every((href) => /^\/console\/(?:e\/|runs\/\w+\/control#resume$)/.test(href ?? ''))).toBe(true);
});

test('console 2.2: a person who is next is led to where that is done', async () => {
  const asked = await escalated({ draft: [no] });
  const question = new RegExp(`<a href="/console/e/${asked.eid}" class="button" aria-label="Answer the question: `);
  expect((await api.get(`/console/runs/${asked.id}`)).body).toMatch(question);
  const id = await paused(asked.id);
  expect((await whyOf(id)).links).toContain(`/console/runs/${id}/control#resume`);
  expect((await api.get(`/console/runs/${id}/control`)).body).toContain('<section aria-label="Resume" id="resume"');
});

const HINDRANCES: readonly (readonly [Hindrance, told: string, next: string])[] = [
  [
    { kind: 'no_slot', work: 'generate' },
    'draft waits for a slot: all that there are for calls of models are in use.',
    'the service · go on with draft once a slot is free',
  ],
  [
    { kind: 'retrying', work: 'generate', tries: 3, error: 'HTTP 503: <b>busy</b>', nextAt: Date.UTC(2027, 0, 1) },
    'The provider has failed 3 times at draft: HTTP 503: &lt;b>busy&lt;/b>.',
    'the service · try draft again at 00:00:00 UTC',
  ],
  [
    { kind: 'no_worker', detail: 'no worker polls dsap: start one with `dsap worker`' },
    'Nothing goes on: no worker polls dsap: start one with `dsap worker`.',
    'a person · start a worker',
  ],
  [
    { kind: 'run_stuck', reason: 'Unknown encoding' },
    'The run is stuck (run_stuck): its workflow task fails each time it is tried: Unknown encoding.',
    'a person · start a worker that can do the task, or terminate the run',
  ],
];

test('console 6.4: what the engine alone knows is told as soon as a run has been quiet for a while', async () => {
  const id = await started({ plan: [yes] }, PIPELINE);
  for (const [hindrance, told, next] of HINDRANCES) {
    api.runs.hindered = [hindrance];
    const seen = await until(`${hindrance.kind} to be told`, async () => {
      const why = await whyOf(id);
      return why.seen.includes(told) ? why.seen : undefined;
    });
    expect(seen).toContain(`Next: ${next}`);
  }
  const etag = `"${(await api.get(`/v1/runs/${id}`)).json().revision}"`;
  const again = () => api.get(`/v1/runs/${id}/overview`, { 'if-none-match': etag });
  expect((await again()).statusCode).toBe(200);
  api.runs.hindered = [];
  expect((await again()).statusCode).toBe(304);
});
