// A real PostgreSQL, calls in this process: how many statements a run's attempts take (performance 2.4).
import { startInProcess } from '../support/engine/in-process.ts';
import type { AnyEngine } from '../support/engine/parts.ts';
import { ended, scripted } from '../support/engine/scripted.ts';
import { countStatements, type Statements } from '../support/servers/statements.ts';

let engine: AnyEngine;
let statements: Statements;
beforeAll(async () => {
  engine = await startInProcess();
  // What a test reads itself until it is so, and what holders of calls ask every few seconds.
  statements = countStatements(['run', 'heads', 'discarded']);
});
afterAll(async () => {
  statements?.stop();
  await engine?.stop();
});

/** Plays a run whose answer is accepted at its attempt number `attempts`; answers the statements that it took. */
async function play(attempts: number): Promise<readonly string[]> {
  const numbers = Array.from({ length: attempts }, (_, at) => at + 1);
  const outputs = numbers.map((number) => `answer ${number}`);
  const verdicts = numbers.map((number) =>
    number < attempts ? { verdict: 'retry', feedback: `not ${number}` } : { verdict: 'pass' },
  );
  statements.taken();
  const id = await engine.start(scripted(outputs, verdicts, { recovery: { rMax: attempts - 1, rPatience: null } }));
  expect(await engine.until(id, ended)).toMatchObject({ life: { status: 'completed' }, usage: { attempts } });
  return statements.taken();
}

test('an attempt takes at most four statements, however many came before it (performance 2.4)', async () => {
  const [short, long] = [await play(5), await play(20)];
  expect((long.length - short.length) / 15).toBeLessThanOrEqual(4);
});
