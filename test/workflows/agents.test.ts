// Agents in whole runs: real Temporal and PostgreSQL, the simulated models over HTTP.
import type { RunState } from '../../src/domain/run-state.ts';
import { agentScript, calls, FIXTURE_PARTS } from '../support/agents.ts';
import { ended, startEngine, type TestEngine } from '../support/engine.ts';

const INPUT = { data: '{"total": 3}' };

let engine: TestEngine;
beforeAll(async () => {
  engine = await startEngine({ parts: FIXTURE_PARTS });
});
afterAll(() => engine.stop());

async function attemptsOf(runId: string) {
  return (await engine.store.attempts.list(runId, { step: 'work' }, { limit: 50 })).rows;
}

async function play(definition: Readonly<Record<string, unknown>>): Promise<{ id: string; state: RunState }> {
  const id = await engine.start(definition, { input: INPUT });
  return { id, state: await engine.until(id, ended) };
}

test('S4-2, S4-22, S4-24: one parse over three attempts, with an invalid answer and a rejected one in between', async () => {
  const query = calls(['query', { field: 'total' }]);
  const definition = agentScript(
    [
      [calls(['parse']), calls(['output', { total: 'three' }])],
      [query, calls(['output', { total: 4 }])],
      [query, calls(['output', { total: 3 }])],
    ],
    { guard: { use: 'contains', with: { text: '3' } } },
  );
  const { id, state } = await play(definition);
  expect(state.status).toBe('completed');
  const attempts = await attemptsOf(id);
  expect(attempts.map(({ verdict }) => verdict?.guard)).toEqual(['generator-validation', 'contains', 'contains']);
  expect(attempts.map(({ artifact }) => artifact?.agent)).toEqual([
    { name: 'stateful', iterations: 2, tools: ok('parse', 'output'), finalState: { total: 3 } },
    { name: 'stateful', iterations: 2, tools: ok('query', 'output'), finalState: { total: 3 } },
    { name: 'stateful', iterations: 2, tools: ok('query', 'output'), finalState: { total: 3 } },
  ]);
  expect(state.usage).toMatchObject({ attempts: 3, llmCalls: 6 });
});

function ok(...names: readonly string[]) {
  return names.map((name) => ({ name, ok: true }));
}
