// A real Temporal server, a real PostgreSQL, the real API: a run that outgrows one execution many times over (U-12).
import type { FastifyInstance } from 'fastify';
import { type StateView, stateView } from '../../src/api/runs/state-view.ts';
import { evolve } from '../../src/engine.ts';
import '../../src/topologies/views.ts';
import { INITIAL, type RunState } from '../../src/model/run-state.ts';
import { consistent } from '../support/consistent.ts';
import { asJson, ended, startEngine, type TestEngine } from '../support/engine/engine.ts';
import { apiOver } from '../support/engine/engine-api.ts';
import { executionsOf } from '../support/engine/executions.ts';

import.meta.jest.setTimeout(600_000);

let engine: TestEngine;
let api: FastifyInstance;
beforeAll(async () => {
  engine = await startEngine({ settings: { maxHistoryEvents: 200 } });
  api = await apiOver(engine);
});
afterAll(async () => {
  await api?.close();
  await engine?.stop();
});

const STEPS = 400;
const ATTEMPTS = 5;

test('U-12: 2,000 attempts over many executions: the state that each is handed is the state before, and the fold of the log', async () => {
  const id = await engine.start(manySteps());
  const seen = await statesSeen(id);
  const { state, log } = await consistent(engine, id);
  expect(state).toMatchObject({ status: 'completed', usage: { attempts: STEPS * ATTEMPTS } });
  const row = await engine.store.runs.find(id);
  if (!row) throw new Error('the run is not stored');
  const folded: RunState[] = [];
  for (const event of log) folded.push(evolve(folded.at(-1) ?? INITIAL, event));
  const viewOf = (at: RunState) => asJson(stateView({ ...row, state: at }));
  const viewAt = (seq: number) => viewOf(folded[seq - 1] ?? INITIAL);

  const executions = await executionsOf(engine.client, id);
  expect(executions.length).toBeGreaterThan(20);
  for (const { input } of executions) {
    expect(input.state).toEqual(asJson(folded[input.state.seq - 1]));
    expect(viewOf(input.state)).toEqual(viewAt(input.state.seq));
    expect(input.unstored ?? []).toEqual(asJson(log.slice(input.stored, input.state.seq)));
  }
  expect(seen.length).toBeGreaterThan(20);
  for (const view of seen) expect(view).toEqual(viewAt(view.seq));
});

/** What `/state` answers, again and again until the run has ended. */
async function statesSeen(id: string): Promise<readonly StateView[]> {
  const seen: StateView[] = [];
  for (let over = false; !over; ) {
    const view = (await api.inject(`/v1/runs/${id}/state`)).json<StateView>();
    seen.push(view);
    over = ended((await engine.store.runs.find(id))?.state ?? INITIAL) && view.status === 'completed';
    await engine.store.events.waitFor(id, view.seq + 50, 1_000);
  }
  return seen;
}

/** Independent steps, each accepted at its last attempt. */
function manySteps() {
  const steps = Array.from({ length: STEPS }, (_, index) => ({
    id: `s${index + 1}`,
    model: {
      name: 'sim:script',
      extra: { sim: { outputs: { [`s${index + 1}`]: ['draft', 'draft', 'draft', 'draft', 'final'] } } },
    },
    generator: { kind: 'llm', prompt: 'Do it.' },
    guard: { use: 'contains', with: { text: 'final' } },
    recovery: { rMax: ATTEMPTS - 1, rPatience: null },
  }));
  return { name: 'long', budgets: { maxParallelAgents: 10 }, steps };
}
