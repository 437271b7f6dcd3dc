import { type StateView, stateView } from '../../src/api/runs/state-view.ts';
import { evolve, upgraded } from '../../src/engine.ts';
import { INITIAL, type RunState } from '../../src/model/run-state.ts';
import { consistent } from '../support/consistent.ts';
import type { TestEngine } from '../support/engine/engine.ts';
import { apiOver } from '../support/engine/engine-api.ts';
import { executionsOf } from '../support/engine/executions.ts';
import { asJson, ended } from '../support/engine/scripted.ts';

/** So many independent steps, each accepted at its attempt number `attempts`. */
export interface Many {
  readonly steps: number;
  readonly attempts: number;
}

/**
 * Plays a run that outgrows one execution more than `executions` times: the state that each is handed is the state before, and the fold of the
 * log, and so is whatever `/state` answers meanwhile.
 */
export async function mustHandOn(engine: TestEngine, many: Many, executions: number): Promise<void> {
  const id = await engine.start(manySteps(many));
  const seen = await statesSeen(engine, id);
  const { state, log } = await consistent(engine, id);
  expect(state).toMatchObject({ life: { status: 'completed' }, usage: { attempts: many.steps * many.attempts } });
  const row = await engine.store.runs.find(id);
  if (!row) throw new Error('the run is not stored');
  const folded: RunState[] = [];
  for (const event of log) folded.push(evolve(folded.at(-1) ?? INITIAL, event));
  const viewOf = (at: RunState) => asJson(stateView({ ...row, state: at }));
  const viewAt = (seq: number) => viewOf(folded[seq - 1] ?? INITIAL);

  const found = await executionsOf(engine.client, id);
  expect(found.length).toBeGreaterThan(executions);
  for (const { input } of found) {
    expect(input.state).toEqual(asJson(folded[input.state.seq - 1]));
    expect(viewOf(upgraded(input.state, 'dag'))).toEqual(viewAt(input.state.seq));
    expect(input.unstored ?? []).toEqual(asJson(log.slice(input.stored, input.state.seq)));
  }
  expect(seen.length).toBeGreaterThan(executions);
  for (const view of seen) expect(view).toEqual(viewAt(view.seq));
}

/** What `/state` answers, again and again until the run has ended. */
async function statesSeen(engine: TestEngine, id: string): Promise<readonly StateView[]> {
  const api = await apiOver(engine);
  const seen: StateView[] = [];
  for (let over = false; !over; ) {
    const view = (await api.inject(`/v1/runs/${id}/state`)).json<StateView>();
    seen.push(view);
    over = ended((await engine.store.runs.find(id))?.state ?? INITIAL) && view.status === 'completed';
    await engine.store.events.waitFor(id, view.seq + (over ? 0 : 10), 500);
  }
  await api.close();
  return seen;
}

function manySteps({ steps: count, attempts }: Many) {
  const outputs = [...Array.from({ length: attempts - 1 }, () => 'draft'), 'final'];
  const steps = Array.from({ length: count }, (_, index) => ({
    id: `s${index + 1}`,
    model: { name: 'sim:script', extra: { sim: { outputs: { [`s${index + 1}`]: outputs } } } },
    generator: { kind: 'llm', prompt: 'Do it.' },
    guard: { use: 'contains', with: { text: 'final' } },
    recovery: { rMax: attempts - 1, rPatience: null },
  }));
  return { name: 'long', budgets: { maxParallelAgents: 10 }, steps };
}
