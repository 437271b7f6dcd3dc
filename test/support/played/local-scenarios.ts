import { type EngineOptions, startEngine, type TestEngine } from '../engine/engine.ts';
import { ended, scripted } from '../engine/scripted.ts';
import { SLOW_VERDICT, withSlowVerdicts } from '../engine/slow-verdicts.ts';

const PASS = { verdict: 'pass' };
const RETRY = { verdict: 'retry', feedback: 'AssertionError: no' };

/** Runs whose guards are judged within the workflow task, and whose calls are packed (plan schema 2). */
export const LOCAL_SCENARIOS: Readonly<Record<string, (engine: TestEngine) => Promise<string>>> = {
  /** Two steps, so that what the first has made rides on the second's call. */
  'locally-judged': (engine) => finished(engine, inARow([RETRY, RETRY, RETRY, PASS], [RETRY, PASS])),
  /** Its first verdict takes more than its second: an activity of its own gives it. */
  'local-guard-cut': () => within({ seen: withSlowVerdicts }, scripted(['a', 'b'], [SLOW_VERDICT, PASS])),
  /** What is recorded of it is its last execution. */
  'locally-judged-continued': () =>
    within(
      { settings: { maxHistoryEvents: 30 } },
      scripted(['x'], [...Array.from({ length: 7 }, () => RETRY), PASS], { recovery: { rMax: 9 } }),
    ),
};

function inARow(first: readonly object[], second: readonly object[]) {
  const step = (id: string, verdicts: readonly object[], more: object = {}) => ({
    id,
    generator: { kind: 'llm', prompt: `Do ${id}.` },
    guard: { use: 'scripted', with: { verdicts } },
    recovery: { rMax: 9 },
    ...more,
  });
  return {
    name: 'in-a-row',
    model: { name: 'sim:script', extra: { sim: { outputs: { a: ['1', '2', '3'], b: ['4'] } } } },
    steps: [step('a', first), step('b', second, { requires: ['a'] })],
  };
}

async function within(options: EngineOptions, definition: Readonly<Record<string, unknown>>): Promise<string> {
  const engine = await startEngine(options);
  try {
    return await finished(engine, definition);
  } finally {
    await engine.stop();
  }
}

async function finished(engine: TestEngine, definition: Readonly<Record<string, unknown>>): Promise<string> {
  const id = await engine.start(definition);
  await engine.until(id, ended);
  await engine.client.workflow.getHandle(id).result();
  return id;
}
