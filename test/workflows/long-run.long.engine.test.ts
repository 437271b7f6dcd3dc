// A real Temporal server, a real PostgreSQL, the real API: a run that outgrows one execution many times over (U-12).
import '../../src/topologies/views.ts';
import { startEngine, type TestEngine } from '../support/engine/engine.ts';
import { mustHandOn } from './many-attempts.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await startEngine({ settings: { maxHistoryEvents: 200 } });
});
afterAll(() => engine?.stop());

test('U-12: 2,000 attempts over many executions: the state that each is handed is the state before, and the fold of the log', async () => {
  await mustHandOn(engine, { steps: 400, attempts: 5 }, 20);
}, 600_000);
