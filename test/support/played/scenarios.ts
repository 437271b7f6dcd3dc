import { executionOf } from '../../../src/api/runs/start-stored.ts';
import { digestOf } from '../../../src/store/digest.ts';
import { SIGNALS } from '../../../src/workflows/messages.ts';
import { agentScript, calls } from '../engine/agents.ts';
import { startEngine, type TestEngine } from '../engine/engine.ts';
import { ended, scripted } from '../engine/scripted.ts';
import { AND_OR_SCENARIOS } from './and-or-scenarios.ts';
import { LOCAL_SCENARIOS } from './local-scenarios.ts';
import { MACHINE_SCENARIOS } from './machine-scenarios.ts';
import { REDIRECT_SCENARIOS } from './redirect-scenarios.ts';
import { TOLD_SCENARIOS } from './told/told-scenarios.ts';

/** A field that a run may leave out (R109). */
const MAY_BE_WANTED = { properties: { wanted: { type: 'boolean' } } };
const PASS = { verdict: 'pass' };
const RETRY = { verdict: 'retry', feedback: 'AssertionError: no' };
const SAME = { verdict: 'retry', feedback: 'AssertionError: expected 3 items but got 2' };
const FATAL = { verdict: 'fatal', feedback: 'never' };
const SLOW = { text: 'late', delay: '5s' };

/** One run of every kind, each brought to its end; what it answers is the run's id. */
export const SCENARIOS: Readonly<Record<string, (engine: TestEngine) => Promise<string>>> = {
  ...REDIRECT_SCENARIOS,
  ...MACHINE_SCENARIOS,
  ...AND_OR_SCENARIOS,
  ...LOCAL_SCENARIOS,
  ...TOLD_SCENARIOS,
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
  'condition-false': (engine) =>
    finished(engine, { ...scripted(['good'], [PASS], { when: 'input.wanted' }), input: MAY_BE_WANTED }),
  /** One that is false, one that cannot be calculated, and one that is true, before a person is asked for the artifact. */
  'conditions-first': async (engine) => {
    const id = await engine.start(conditional(), { input: { wanted: false, amount: 5 } });
    await answered(engine, id, { action: 'approve' }, false);
    return answered(engine, id, { action: 'amend', content: 'by hand' });
  },
  'agent-with-effects': (engine) =>
    finished(
      engine,
      agentScript(
        [
          [calls(['mail', { to: 'Ada' }], ['note', { name: 'Ada' }], ['mail', { to: 'Bob' }]), calls(['output', {}])],
          [calls(['output', { sent: 2 }])],
        ],
        {},
        { kind: 'agent', agent: 'mailer' },
      ),
    ),
  'external-unanswered-aborted': (engine) =>
    aborted(
      engine,
      scripted([], [PASS], {
        generator: { kind: 'external', taskQueue: 'nobody-polls-it', activity: 'write' },
        timeouts: { generate: 'PT1S', infra: 'PT1S' },
      }),
    ),
  fixed: (engine) => finished(engine, scripted([], [PASS], { generator: { kind: 'fixed', content: 'text' } })),
  'stopped-now': async (engine) => {
    const id = await generating(engine, scripted([SLOW], [PASS]));
    await engine.runs.send(id, { kind: 'stop', reason: 'enough' }, 'stop-1');
    return end(engine, id);
  },
  'stopped-after-attempt': async (engine) => {
    const id = await generating(engine, scripted([{ text: 'x', delay: '300ms' }], [RETRY]));
    await engine.client.workflow.getHandle(id).signal(SIGNALS.stop, { mode: 'after_attempt' });
    return end(engine, id);
  },
  'paused-and-resumed': async (engine) => {
    const id = await generating(engine, scripted([{ text: 'x', delay: '300ms' }, 'y'], [RETRY, PASS]));
    await engine.runs.send(id, { kind: 'pause', reason: 'lunch', by: 'a person' }, 'pause-1');
    await engine.until(id, ({ life }) => life.status === 'paused');
    await engine.runs.send(id, { kind: 'resume', by: 'a person' }, 'resume-1');
    return end(engine, id);
  },
  'stopped-and-resumed': async (engine) => {
    const id = await generating(engine, scripted([{ text: 'x', delay: '1s' }, 'y'], [PASS]));
    await engine.runs.send(id, { kind: 'stop', reason: 'night', by: 'a person' }, 'stop-1');
    const row = await engine.store.runs.find(await end(engine, id));
    if (row) await engine.runs.restart(executionOf(row), { kind: 'resume', reason: 'morning', by: 'a person' });
    await engine.until(id, ({ life }) => life.status === 'completed');
    return end(engine, id);
  },
  /** What is recorded of it is its last execution. */
  'continued-as-new': async () => {
    const engine = await startEngine({ settings: { maxHistoryEvents: 30 } });
    try {
      const verdicts = [RETRY, RETRY, RETRY, RETRY, RETRY, PASS];
      const id = await generating(
        engine,
        scripted([{ text: 'x', delay: '200ms' }], verdicts, { recovery: { rMax: 9 } }),
      );
      await engine.runs.send(id, { kind: 'budget', budgets: { maxAttempts: 50 }, by: 'a person' }, 'budget-1');
      return await end(engine, id);
    } finally {
      await engine.stop();
    }
  },
  cancelled: async (engine) => {
    const id = await generating(engine, scripted([SLOW], [PASS]));
    await engine.client.workflow.getHandle(id).cancel();
    return end(engine, id);
  },
  'stagnation-and-backtrack': (engine) =>
    finished(engine, pipeline([SAME, SAME, PASS], { rMax: 4, rPatience: 2, backtrackTo: ['a'] })),
  'several-targets': (engine) =>
    finished(engine, pipeline([SAME, SAME, PASS], { rMax: 4, rPatience: 2, backtrackTo: ['a', 'b'] })),
  ladder: (engine) =>
    finished(
      engine,
      pipeline([SAME, SAME, PASS], { rMax: 4, rPatience: 2, ladder: [{ temperature: 0 }, { temperature: 1 }] }),
    ),
  'exhausted-backtrack': (engine) =>
    finished(engine, pipeline([RETRY, PASS], { rMax: 0, onExhausted: 'backtrack', backtrackTo: ['a'] })),
  'stagnated-warned': (engine) => finished(engine, pipeline([SAME, SAME, PASS], { rMax: 4, rPatience: 2 })),
  'decided-approve': (engine) => decided(engine, { action: 'approve', artifactDigest: digestOf('5') }),
  'decided-amend': (engine) => decided(engine, { action: 'amend', content: 'by hand' }),
  'decided-retry': (engine) => decided(engine, { action: 'retry', guidance: 'Again.', extraAttempts: 2 }),
  'decided-redo': (engine) => decided(engine, { action: 'redo', step: 'a' }),
  'decided-skip': (engine) => decided(engine, { action: 'skip' }),
  'decided-raise': async (engine) => {
    const id = await engine.start({ ...scripted(['bad'], [RETRY, RETRY, PASS]), budgets: { maxAttempts: 2 } });
    return answered(engine, id, { action: 'raise', budgets: { maxAttempts: 9 } });
  },
  'human-guard': async (engine) => {
    const guard = { use: 'human', with: { question: 'Good?' } };
    const id = await engine.start(scripted(['text'], [], { guard }));
    await answered(engine, id, { action: 'reject', feedback: 'Shorter.' }, false);
    return answered(engine, id, { action: 'approve' });
  },
  'human-generator': async (engine) => {
    const id = await engine.start(scripted([], [PASS], { generator: { kind: 'human', question: 'What?' } }));
    return answered(engine, id, { action: 'amend', content: 'by hand' });
  },
  'approval-first': async (engine) => {
    const id = await engine.start(scripted(['text'], [PASS], { approval: true }));
    return answered(engine, id, { action: 'approve' });
  },
  expired: (engine) => finished(engine, scripted(['bad'], [FATAL], { timeouts: { decision: 'PT1S' } })),
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

/** a → b → c; `verdicts` are those of c. */
function pipeline(verdicts: readonly object[], recovery: object) {
  const step = (id: string, requires: readonly string[], judged: readonly object[], more: object = {}) => ({
    id,
    requires,
    generator: { kind: 'llm', prompt: `Do ${id}.` },
    guard: { use: 'scripted', with: { verdicts: judged } },
    ...more,
  });
  return {
    name: 'pipeline',
    model: { name: 'sim:script', extra: { sim: { outputs: { a: ['1', '2'], b: ['3', '4'], c: ['5', '6', '7'] } } } },
    steps: [step('a', [], [PASS]), step('b', ['a'], [PASS]), step('c', ['b'], verdicts, { recovery })],
  };
}

/** A fatal verdict answered by a person, by signal. */
async function decided(engine: TestEngine, decision: object): Promise<string> {
  const id = await engine.start(pipeline([FATAL, PASS], {}));
  return answered(engine, id, decision);
}

async function answered(engine: TestEngine, id: string, decision: object, toTheEnd = true): Promise<string> {
  const parked = await engine.until(id, ({ life }) => life.status === 'escalated' || life.status === 'budget_exceeded');
  const question = Object.values(parked.escalations).find(({ status }) => status === 'open');
  const answer = { escalationId: question?.id ?? '', by: 'a person', ...decision };
  await engine.client.workflow.getHandle(id).signal('decide', answer);
  if (toTheEnd) return end(engine, id);
  await engine.until(id, ({ escalations }) => escalations[question?.id ?? '']?.status === 'decided');
  return id;
}

async function finished(engine: TestEngine, definition: Readonly<Record<string, unknown>>): Promise<string> {
  return end(engine, await engine.start(definition));
}

/** Three steps with a condition each, of which two are a person's. */
function conditional() {
  const step = (id: string, when: string, generator: object) => ({ id, when, generator, guard: { use: 'not-empty' } });
  const human = { kind: 'human', question: 'What?' };
  return {
    name: 'conditional',
    steps: [
      step('skipped', 'input.wanted', human),
      step('unknown', 'input.missing > 1', { kind: 'fixed', content: 'text' }),
      { ...step('work', 'input.amount > 1', human), optionalRequires: ['unknown'] },
    ],
  };
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
    ({ life, steps }) => life.status !== 'running' && Object.values(steps).every(({ call }) => !call),
  );
  const [escalationId = ''] = Object.keys(parked.escalations);
  await engine.client.workflow.getHandle(id).signal(SIGNALS.decide, { escalationId, action: 'abort', by: 'a person' });
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
