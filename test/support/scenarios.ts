import { decideSignal, stopSignal } from '../../src/workflows/messages.ts';
import { ended, scripted, type TestEngine } from './engine.ts';

const PASS = { verdict: 'pass' };
const RETRY = { verdict: 'retry', feedback: 'AssertionError: no' };
const FATAL = { verdict: 'fatal', feedback: 'never' };
const SLOW = { text: 'late', delay: '5s' };

/** One run of every kind, each brought to its end; what it answers is the run's id. */
export const SCENARIOS: Readonly<Record<string, (engine: TestEngine) => Promise<string>>> = {
  accepted: (engine) => finished(engine, scripted(['good'], [PASS])),
  refined: (engine) => finished(engine, scripted(['bad', 'good'], [RETRY, PASS])),
  'content-failure': (engine) => finished(engine, scripted([{ text: 'cut', finish: 'length' }, 'good'], [PASS])),
  'exhausted-failed': (engine) =>
    finished(engine, scripted(['bad'], [RETRY], { recovery: { rMax: 1, onExhausted: 'fail' } })),
  'exhausted-skipped': (engine) =>
    finished(engine, scripted(['bad'], [RETRY], { recovery: { rMax: 1, onExhausted: 'skip' } })),
  'exhausted-escalated-aborted': (engine) => aborted(engine, scripted(['bad'], [RETRY], { recovery: { rMax: 1 } })),
  'fatal-aborted': (engine) => aborted(engine, scripted(['bad'], [FATAL])),
  'infrastructure-aborted': (engine) => aborted(engine, scripted([{ status: 401 }, 'good'], [PASS])),
  'guard-error-aborted': (engine) =>
    aborted(
      engine,
      scripted(
        ['good'],
        Array.from({ length: 9 }, () => ({ error: true })),
        { timeouts: { infra: 'PT1S' } },
      ),
    ),
  'context-overflow-aborted': (engine) => aborted(engine, scripted(['good'], [PASS], { maxContextTokens: 3 })),
  'budget-aborted': (engine) => aborted(engine, { ...scripted(['bad'], [RETRY]), budgets: { maxAttempts: 2 } }),
  'duration-aborted': (engine) =>
    aborted(engine, { ...scripted([{ text: 'x', delay: '1500ms' }], [RETRY]), budgets: { maxDuration: 'PT1S' } }),
  'condition-false': (engine) => finished(engine, scripted(['good'], [PASS], { when: 'input.wanted' })),
  fixed: (engine) => finished(engine, scripted([], [PASS], { generator: { kind: 'fixed', content: 'text' } })),
  'stopped-now': async (engine) => {
    const id = await generating(engine, scripted([SLOW], [PASS]));
    await engine.runs.stop(id, { kind: 'stop', reason: 'enough' }, 'stop-1');
    return end(engine, id);
  },
  'stopped-after-attempt': async (engine) => {
    const id = await generating(engine, scripted([{ text: 'x', delay: '300ms' }], [RETRY]));
    await engine.client.workflow.getHandle(id).signal(stopSignal, { mode: 'after_attempt' });
    return end(engine, id);
  },
  cancelled: async (engine) => {
    const id = await generating(engine, scripted([SLOW], [PASS]));
    await engine.client.workflow.getHandle(id).cancel();
    return end(engine, id);
  },
  'parallel-with-fatal': (engine) => aborted(engine, diamond(FATAL)),
  diamond: (engine) => finished(engine, diamond(PASS)),
};

/** a, then b and c beside each other, then d. */
export function diamond(verdictOfC: object) {
  const step = (id: string, requires: readonly string[], verdicts: readonly object[]) => ({
    id,
    requires,
    generator: { kind: 'llm', prompt: `Do ${id}.` },
    guard: { use: 'scripted', with: { verdicts } },
  });
  const outputs = { a: ['1', '2'], b: [{ text: 'x', delay: '100ms' }], c: ['y'], d: ['z'] };
  return {
    name: 'diamond',
    model: { name: 'sim:script', extra: { sim: { outputs } } },
    steps: [
      step('a', [], [RETRY, PASS]),
      step('b', ['a'], [PASS]),
      step('c', ['a'], [verdictOfC]),
      step('d', ['b', 'c'], [PASS]),
    ],
  };
}

async function finished(engine: TestEngine, definition: Readonly<Record<string, unknown>>): Promise<string> {
  return end(engine, await engine.start(definition));
}

async function generating(engine: TestEngine, definition: Readonly<Record<string, unknown>>): Promise<string> {
  const id = await engine.start(definition);
  await engine.until(id, ({ steps }) => steps['work']?.call?.phase === 'generate');
  return id;
}

async function aborted(engine: TestEngine, definition: Readonly<Record<string, unknown>>): Promise<string> {
  const id = await engine.start(definition);
  const parked = await engine.until(
    id,
    ({ status, steps }) => status !== 'running' && Object.values(steps).every(({ call }) => !call),
  );
  const [escalationId = ''] = Object.keys(parked.escalations);
  await engine.client.workflow.getHandle(id).signal(decideSignal, { escalationId, action: 'abort', by: 'a person' });
  return end(engine, id);
}

async function end(engine: TestEngine, id: string): Promise<string> {
  await engine.until(id, ended);
  await engine.client.workflow
    .getHandle(id)
    .result()
    .catch(() => undefined);
  return id;
}
