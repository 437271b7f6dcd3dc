/** Over a real PostgreSQL, with the engine's core in memory: what models and people write stays text on every page of a run (console 4, 6.8). */
import { useDecisions } from '../api/escalations/deciding.ts';
import { HOSTILE } from '../support/hostile.ts';

const { api } = useDecisions();

/** What a store and a request can hold of it: half a pair and NUL are refused at the door. */
const kept = (text: string) => text.toWellFormed().replaceAll('\u0000', '');
/** As a name of something: one line that is not long. */
const brief = (text: string) => kept(text).slice(0, 200);

const STEPS = [
  { id: 'draft', generator: { kind: 'llm', prompt: 'Write.' }, guard: { use: 'not-empty' } },
  {
    id: 'book',
    requires: ['draft'],
    approval: true,
    generator: { kind: 'llm', prompt: 'Book.' },
    guard: { use: 'not-empty' },
  },
];

/** A run in which a person and a model have said it wherever something can be said; what the feedback says, too. */
async function saidEverywhere(text: string): Promise<{ readonly id: string; readonly eid: string }> {
  api.runs.script({
    draft: [
      { text: kept(text), verdict: 'retry' },
      { text: `${kept(text)}!`, verdict: 'pass' },
    ],
  });
  const definition = {
    name: 'hostile',
    description: kept(text).slice(0, 2_000),
    steps: STEPS.map((step) => ({ ...step, title: brief(text) })),
  };
  const answer = await api.post('/v1/runs', {
    workflow: { definition },
    input: { said: kept(text).slice(0, 100_000) },
    tags: [brief(text).slice(0, 60)],
  });
  const { id } = answer.json();
  expect([answer.statusCode, answer.json().detail]).toEqual([201, undefined]);
  const said = kept(text).slice(0, 4_000);
  const change = { type: 'constraint_change', description: said, constraints: said };
  const redirected = await api.post(`/v1/runs/${id}/redirect`, change);
  expect([redirected.statusCode, redirected.json().detail]).toEqual([202, undefined]);
  await api.post(`/v1/runs/${id}/pause`, { reason: said });
  const [eid] = (await api.get(`/v1/runs/${id}`)).json().openEscalations;
  return { id, eid };
}

/** Elements and attributes that no page has; values of attributes are left out. */
const FOREIGN = /<(?:script(?! type="")|iframe|object|embed|video|math|base)\b|<[a-z][^<>]*\son\w+=/;
/** Where none of its elements leads to. */
const ELSEWHERE = /<[a-z][^<>]*\s(?:href|src|action|data|content)="(?:javascript:|https?:\/\/evil|\/\/evil)/;
/** What is told and never written as it is. */
const HIDDEN = /(?![\t\n\r])\p{Cc}|[\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]/u;

test.each(HOSTILE.map((text) => [JSON.stringify(text).slice(0, 60), text] as const))(
  'console 6.8: %s as output, feedback, title, tag, input and reason stays text on every page of its run, and in its report',
  async (_, text) => {
    const { id, eid } = await saidEverywhere(text);
    const run = `/console/runs/${id}`;
    const pages = [
      '/console',
      `/console/runs?q=${encodeURIComponent(brief(text))}`,
      run,
      `/console/e/${eid}`,
      `${run}/steps/draft`,
      `${run}/steps/draft?attempt=1`,
      `${run}/steps/draft/compare?a=1&b=2`,
      `${run}/redirect`,
      `${run}/control`,
      `/v1/runs/${id}/report?format=html`,
    ];
    for (const url of pages) {
      const { statusCode, headers, body } = await api.get(url);
      expect([url, statusCode, headers['content-type']]).toEqual([url, 200, 'text/html; charset=utf-8']);
      const mains = body.match(/<\/?main\b/g)?.length;
      // What stands in a field is for a hand to change, and told beside it.
      const written = body.replaceAll(/<textarea[^>]*>.*?<\/textarea>|value="[^"]*"/gs, '');
      const foreign = FOREIGN.exec(written.replaceAll(/="[^"]*"/g, '=""'))?.[0];
      const seen = { url, mains, foreign, elsewhere: ELSEWHERE.exec(body)?.[0], hidden: HIDDEN.exec(written)?.[0] };
      expect(seen).toEqual({ url, mains: 2, foreign: undefined, elsewhere: undefined, hidden: undefined });
    }
  },
  20_000,
);
