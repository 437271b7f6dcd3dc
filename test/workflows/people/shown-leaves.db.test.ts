// A real PostgreSQL, the real API with its pages: what an approval shows of its guard before there is a verdict.
import type { FastifyInstance } from 'fastify';
import { consoleRoutes } from '../../../src/console/served/routes.ts';
import { region } from '../../console/forms.ts';
import { nextQuestion } from '../../support/engine/asked.ts';
import { API_SETTINGS, apiOver } from '../../support/engine/engine-api.ts';
import { startInProcess } from '../../support/engine/in-process.ts';
import type { AnyEngine } from '../../support/engine/parts.ts';
import { ended } from '../../support/engine/scripted.ts';

let engine: AnyEngine;
let api: FastifyInstance;

beforeAll(async () => {
  engine = await startInProcess();
  api = await apiOver(engine, { extensions: [consoleRoutes({ settings: API_SETTINGS, now: Date.now })] });
});
afterAll(async () => {
  await api?.close();
  await engine?.stop();
});

const asking = (step: object) => ({
  name: 'asking',
  model: { name: 'sim:script', extra: { sim: { outputs: { work: ['good'] } } } },
  steps: [{ id: 'work', generator: { kind: 'llm', prompt: 'Work.' }, guard: { use: 'not-empty' }, ...step }],
});

const evidenceOf = async (eid: string) => {
  const page = (await api.inject({ url: `/v1/escalations/${eid}?view=page` })).json();
  const html = region((await api.inject({ url: `/console/e/${eid}` })).body, 'Evidence');
  const [madeFrom] = /<details[^>]* class="made">/.exec(html) ?? [];
  return { leaves: page.evidence.leaves, madeFrom, words: html.replaceAll(/<[^>]+>/g, '').replaceAll('&quot;', '"') };
};

test('console 2.1: leaves that have passed are shown with what they look for, then that a person is waited for', async () => {
  const sequence = [
    { use: 'contains', with: { text: 'good' } },
    { use: 'human', id: 'signature', with: { question: 'Is it?' } },
    { use: 'not-empty' },
  ];
  const id = await engine.start(asking({ guard: { sequence } }));
  const { question } = await nextQuestion(engine, id);
  const { leaves, words } = await evidenceOf(question.id);
  expect(leaves).toEqual([
    { path: '/0', leaf: 'contains', guard: 'contains', nature: 'deterministic', options: '"good"', standing: 'passed' },
    { path: '/1', leaf: 'signature', guard: 'human', nature: 'human', standing: 'asked' },
    { path: '/2', leaf: 'not-empty', guard: 'not-empty', nature: 'deterministic', standing: 'open' },
  ]);
  expect(words).toMatch(/✓ Passed contains "good" deterministic◆ signature: you.*· Told with the verdict not-empty/);
  await api.inject({ method: 'POST', url: `/v1/escalations/${question.id}/decision`, payload: { action: 'approve' } });
  await engine.until(id, ended);
  const after = await evidenceOf(question.id);
  expect(after.leaves).toBeUndefined();
  expect(after.words).not.toContain('Waits for a person');
});

test('console 2, 2.3: an attempt that waits for a person stands on the page of its step and beside another as in the question', async () => {
  const sequence = [
    { use: 'contains', with: { text: 'good' } },
    { use: 'human', with: { question: 'Is it?' } },
    { use: 'not-empty' },
  ];
  const model = { name: 'sim:script', extra: { sim: { outputs: { work: ['bad', 'good'] } } } };
  const id = await engine.start({ ...asking({ guard: { sequence } }), model });
  const { question } = await nextQuestion(engine, id);
  const words = async (path: string, name: string) => {
    const html = region((await api.inject({ url: `/console/runs/${id}/steps/work${path}` })).body, name);
    return html.replaceAll(/<[^>]+>/g, '').replaceAll('&quot;', '"');
  };
  const waits = /✓ Passed contains "good" deterministic◆ Waits for a person human· Told with the verdict not-empty/;
  expect(await words('', 'Attempt 2')).toMatch(waits);
  expect(await words('', 'Attempts')).toMatch(/◆ Waits for a person Attempt 2.*✕ Rejected Attempt 1/);
  expect(await words('/compare?a=1&b=2', 'Figures')).toContain('OutcomeRejectedWaits for a person');
  const chooser = (await api.inject({ url: `/console/runs/${id}/steps/work/compare?a=1&b=2` })).body;
  expect(chooser).toMatch(/<option[^>]*>2 · Waits for a person<\/option><option[^>]*>1 · Rejected<\/option>/);
  const verdict = await words('/compare?a=1&b=2', 'Verdict');
  expect(verdict).toMatch(/contains.*Attempt 1: ✕ Rejected.*Attempt 2: ✓ Passed/s);
  expect(verdict).toMatch(/human.*Attempt 1: was not asked.*Attempt 2: ◆ Waits for a person/);
  const { leaves } = (await api.inject({ url: `/v1/runs/${id}/steps/work/attempts/2` })).json();
  expect(leaves).toEqual((await evidenceOf(question.id)).leaves);
  await api.inject({ method: 'POST', url: `/v1/escalations/${question.id}/decision`, payload: { action: 'approve' } });
  await engine.until(id, ended);
  expect(await words('', 'Attempt 2')).toMatch(/✓ Passed human/);
  expect(await words('/compare?a=1&b=2', 'Verdict')).toMatch(/human.*Attempt 2: ✓ Passed/);
});

test('console 2.1: what is asked for leave before it is made names no guard, but what it would be made from', async () => {
  const [work] = asking({}).steps;
  const send = { ...work, id: 'send', requires: ['work'], approval: true };
  const input = { customer: 'Ada' };
  const id = await engine.start({ ...asking({}), steps: [work, send] }, { input });
  const { question } = await nextQuestion(engine, id);
  const { leaves, words } = await evidenceOf(question.id);
  expect(leaves).toBeUndefined();
  expect(words).toContain('Nothing of it is made before a person has agreed.');
  expect(words).toMatch(/Input of the run · 23 bytes\{\n {2}"customer": "Ada"\n\}Result of work · 4 bytesgood/);
});

test.each([
  { customer: 'Ada', isFolded: false },
  { customer: 'Ada '.repeat(300), isFolded: true },
])(
  'console 2.1: a text is approved beside what it was made from, which is folded when it is long ($isFolded); what was said of an attempt before stands with that attempt',
  async ({ customer, isFolded }) => {
    const [work] = asking({}).steps;
    const guard = {
      sequence: [
        { use: 'contains', with: { text: 'paid' } },
        { use: 'human', with: { question: 'Is it?' } },
      ],
    };
    const pay = { ...work, id: 'pay', requires: ['work'], recovery: { rMax: 2 }, guard };
    const model = { name: 'sim:script', extra: { sim: { outputs: { work: ['due'], pay: ['no', 'paid'] } } } };
    const id = await engine.start({ ...asking({}), model, steps: [work, pay] }, { input: { customer } });
    const { question } = await nextQuestion(engine, id);
    const { words, madeFrom } = await evidenceOf(question.id);
    expect(madeFrom).toBe(isFolded ? '<details class="made">' : '<details open class="made">');
    expect(words).toMatch(
      /Made from Input of the run · Result of workInput of the run.*"customer": "Ada.*Result of work · 3 bytesdue/s,
    );
    const [now, before] = words.split('Why asked');
    expect(now).not.toContain('does not contain');
    expect(before).toMatch(/Rejected Attempt 1: The text does not contain/);
    expect(now).toMatch(/◆ human: youMade from/);
    await api.inject({
      method: 'POST',
      url: `/v1/escalations/${question.id}/decision`,
      payload: { action: 'approve' },
    });
    await engine.until(id, ended);
    expect((await evidenceOf(question.id)).words).toMatch(/✓ Passed humanWhy asked/);
  },
);
