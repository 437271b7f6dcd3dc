// A real PostgreSQL, the simulated models: a model judges what another one made.
import { startInProcess } from '../../support/engine/in-process.ts';
import type { AnyEngine } from '../../support/engine/parts.ts';
import { ended } from '../../support/engine/scripted.ts';

const judgeCard = (name: string, steps: object) => ({ name, seed: 1, epsilon: 1, steps: { '*': steps } });
const CALM = '{"score": 0.9, "reasons": "calm"}';
const LOUD = '{"score": 0.2, "reasons": "It shouts."}';

let engine: AnyEngine;
/** Requests to models. */
let asked = 0;
beforeAll(async () => {
  engine = await startInProcess({
    provider: (app) => {
      app.addHook('onRequest', async () => {
        asked += 1;
      });
    },
    cards: [
      judgeCard('kind', {
        right: [
          { text: LOUD, when: { pattern: '!' } },
          { text: CALM, when: { pattern: '!', not: true } },
        ],
      }),
      judgeCard('chatty', { right: 'Very good!' }),
    ],
  });
});
afterAll(() => engine?.stop());

async function play(outputs: readonly string[], model: string, facts: object = {}) {
  const judge = { use: 'llm-judge', with: { rubric: 'It is calm.', model } };
  const id = await engine.start({
    name: 'judged',
    model: { name: 'sim:script', extra: { sim: { outputs: { work: outputs } } } },
    steps: [
      {
        id: 'work',
        generator: { kind: 'llm', prompt: 'Do the work.' },
        guard: { sequence: [{ use: 'not-empty' }, judge] },
        ...facts,
      },
    ],
  });
  const state = await engine.until(id, (now) => ended(now) || now.life.status !== 'running');
  const { rows } = await engine.store.attempts.list(id, {}, { limit: 50 });
  return { id, state, rows };
}

test('running 5: what a judge rejects is made again with its reasons, and its calls count as usage', async () => {
  const { id, state, rows } = await play(['loud!', 'calm'], 'sim:kind');
  expect(state).toMatchObject({ life: { status: 'completed' }, usage: { attempts: 2, llmCalls: 4 } });
  expect(rows.map(({ verdict }) => verdict)).toMatchObject([
    { verdict: 'retry', guard: 'llm-judge', nature: 'judged', score: 0.2, data: { model: 'sim:kind', raw: LOUD } },
    { verdict: 'pass', guard: 'llm-judge', score: 0.9, usage: { llmCalls: 1 } },
  ]);
  expect(rows[0]?.verdict?.feedback).toMatch(/^It shouts\./);
  const events = await engine.log(id);
  const usages = events.flatMap((event) => ('usage' in event && event.usage ? [event.usage] : []));
  const sum = (field: 'inputTokens' | 'microUsd') => usages.reduce((total, usage) => total + (usage[field] ?? 0), 0);
  expect(usages).toHaveLength(4);
  expect(state.usage).toMatchObject({ inputTokens: sum('inputTokens'), microUsd: sum('microUsd') });
});

test('R32: a judge that says nothing readable costs no attempt; in the end a person is asked', async () => {
  const { id, state, rows } = await play(['calm'], 'sim:chatty');
  expect(Object.values(state.escalations)).toMatchObject([{ kind: 'infrastructure', step: 'work' }]);
  expect(state.usage.attempts).toBe(0);
  // Report 32: the same unreadable answer is paid for twice, and the question offers another judge.
  expect(rows[0]?.faults).toHaveLength(2);
  expect(Object.values(state.escalations)[0]?.question).toContain('let the guard ask another model as judge');
  // Its answers led to nothing, and were paid for: they show with the answer that nobody could judge.
  const { llmCalls } = (await engine.store.runs.find(id))?.discarded ?? {};
  expect(llmCalls).toBe((rows[0]?.faults.length ?? 0) + 1);
});

test('R100: what a judge has answered is kept when another guard breaks, and counts once', async () => {
  asked = 0;
  const judge = { use: 'llm-judge', with: { rubric: 'It is calm.', model: 'sim:kind' } };
  const breaking = { use: 'scripted', with: { verdicts: [{ error: true }, { error: true }, { verdict: 'pass' }] } };
  const { state, rows } = await play(['calm'], 'sim:kind', { guard: { all: [judge, breaking] } });
  expect(state).toMatchObject({ life: { status: 'completed' }, usage: { attempts: 1, llmCalls: 2 } });
  expect([rows[0]?.faults.length, asked]).toEqual([2, 2]);
});

test('R32: a judge whose model is not there asks a person at once', async () => {
  const { state, rows } = await play(['calm'], 'nowhere/big');
  expect(Object.values(state.escalations)).toMatchObject([{ kind: 'infrastructure', step: 'work' }]);
  expect(rows[0]?.faults).toHaveLength(1);
});
