// A real Temporal server, a real PostgreSQL: messages that meet a run just when it continues as new (U-12).
import { randomUUID } from 'node:crypto';
import { EngineUnavailable, RunNotOpen } from '../../src/api/run-client.ts';
import type { Event } from '../../src/model/event.ts';
import type { Request } from '../../src/model/input.ts';
import type { RunState } from '../../src/model/run-state.ts';
import type { Store } from '../../src/ports/store/store.ts';
import { SIGNALS } from '../../src/workflows/messages.ts';
import { consistent } from '../support/consistent.ts';
import { startEngine, type TestEngine } from '../support/engine/engine.ts';
import { collisionsOf, executionsOf } from '../support/engine/executions.ts';
import { ended, scripted } from '../support/engine/scripted.ts';
import { until } from '../support/until.ts';
import { mustHandOn } from './many-attempts.ts';

jest.setTimeout(120_000);

let engine: TestEngine;
beforeAll(async () => {
  engine = await startEngine({ seen: withHeldVerdicts, settings: { maxHistoryEvents: 20 } });
});
afterAll(() => engine?.stop());

const PASS = { verdict: 'pass' };
const FATAL = { verdict: 'fatal', feedback: 'never' };
const RETRY = { verdict: 'retry', feedback: 'no' };

interface Hold {
  readonly reached: PromiseWithResolvers<void>;
  readonly released: PromiseWithResolvers<void>;
}

/** Runs whose last call under way is being judged for as long as the test likes: the execution goes on as new when it ends. */
const held = new Map<string, Hold>();
/** Runs whose events are not stored before this settles. */
const unstorable = new Map<string, Promise<void>>();
const HELD = { verdict: 'retry', feedback: 'held' };

function withHeldVerdicts(store: Store): Store {
  const { verdicts, events } = store;
  const save: typeof verdicts.save = async (runId, token, artifactId, verdict) => {
    const hold = held.get(runId);
    if (hold && verdict.feedback.includes('held')) {
      hold.reached.resolve();
      await hold.released.promise;
    }
    return verdicts.save(runId, token, artifactId, verdict);
  };
  const append: typeof events.append = async (runId, batch) => {
    await unstorable.get(runId);
    return events.append(runId, batch);
  };
  return { ...store, verdicts: { ...verdicts, save }, events: { ...events, append } };
}

interface Meeting {
  readonly request: (escalationId: string) => Request;
  /** The event that it makes. */
  readonly makes: Event['type'];
  readonly until?: (state: RunState) => boolean;
  /** It ends the run, which may be before it continues as new. */
  readonly ends?: true;
}

const by = 'ada';
const PAUSE = { kind: 'pause', by } as const;
const decision = (action: 'abort' | 'retry') => (escalationId: string) =>
  ({ kind: 'decide', escalationId, action, by }) as const;

const REDIRECT = { kind: 'redirect', prepared: true, type: 'constraint_change', description: 'as said', by } as const;

const MEETINGS: Readonly<Record<string, Meeting>> = {
  'a decision that ends the run': { request: decision('abort'), makes: 'escalation.decided', until: ended, ends: true },
  'a decision that goes on': { request: decision('retry'), makes: 'escalation.decided', until: ended },
  'a pause': { request: () => PAUSE, makes: 'run.pausing', until: ({ life }) => life.status === 'paused' },
  'a resume': { request: () => ({ kind: 'resume', by }), makes: 'run.resumed' },
  'a stop': { request: () => ({ kind: 'stop', by }), makes: 'run.stopping', until: ended, ends: true },
  'a budget': { request: () => ({ kind: 'budget', budgets: { maxAttempts: 50 }, by }), makes: 'budget.raised' },
  'a redirect': { request: () => ({ ...REDIRECT, budgets: { maxAttempts: 50 } }), makes: 'run.redirected' },
};

/** How the message and the end of the last call meet. */
const ORDERS = {
  'the message first': async (send, release) => {
    await send();
    release();
  },
  'the message last': async (send, release) => {
    release();
    await send();
  },
  'at once': async (send, release) => {
    const sent = send();
    release();
    await sent;
  },
} as const satisfies Record<string, (send: () => Promise<void>, release: () => void) => Promise<void>>;

test.each(Object.entries(MEETINGS))('U-12: %s that meets continue-as-new is applied once', async (_, meeting) => {
  const ways = ['update', 'signal'] as const;
  const meetings = Object.values(ORDERS).flatMap((meet) => ways.map((way) => ({ meet, way })));
  const outcomes = await Promise.all(
    meetings.map(async ({ meet, way }) => {
      const run = await parkedAndHeld();
      if (meeting.makes === 'run.resumed') await sendTo(run.id, PAUSE, 'update');
      await meet(() => sendTo(run.id, meeting.request(run.escalationId), way), run.release);
      const atRest = (state: RunState) => ended(state) || state.steps['aside']?.call === undefined;
      await engine.until(run.id, (state) => atRest(state) && meeting.until?.(state) !== false);
      const { log } = await consistent(engine, run.id);
      const executions = (await executionsOf(engine.client, run.id)).length;
      return { made: log.filter(({ type }) => type === meeting.makes).length, executions };
    }),
  );
  expect(outcomes.map(({ made }) => made)).toEqual(outcomes.map(() => 1));
  if (!meeting.ends) expect(Math.min(...outcomes.map(({ executions }) => executions))).toBeGreaterThan(1);
});

test('U-12: a run continues as new although its newest events are not stored yet, and stores them then', async () => {
  const { id, release } = await parkedAndHeld();
  const storable = Promise.withResolvers<void>();
  unstorable.set(id, storable.promise);
  const { seq } = await engine.runs.send(id, { kind: 'budget', budgets: { maxAttempts: 50 }, by }, randomUUID());
  const before = (await executionsOf(engine.client, id)).length;
  release();
  const executions = await until('another execution', async () => {
    const now = await executionsOf(engine.client, id);
    return now.length > before ? now : undefined;
  });
  expect(executions.at(-1)?.input).toMatchObject({
    stored: seq - 1,
    unstored: [{ type: 'budget.raised', seq }, {}, {}],
  });
  storable.resolve();
  await engine.until(id, ({ steps }) => steps['aside']?.call === undefined);
  const { log } = await consistent(engine, id);
  expect(log.filter(({ type }) => type === 'budget.raised')).toHaveLength(1);
});

test('U-12: a redirect as a person writes it, that meets continue-as-new, is prepared and applied once', async () => {
  const written = { type: 'constraint_change', description: 'shorter', constraints: 'Short.', by };
  const outcomes = await Promise.all(
    Object.values(ORDERS).map(async (meet) => {
      const { id, release } = await parkedAndHeld();
      await meet(() => engine.client.workflow.getHandle(id).signal(SIGNALS.redirect.name, written), release);
      await engine.until(
        id,
        ({ steps, corrections }) => steps['aside']?.call === undefined && corrections !== undefined,
      );
      const { log, state } = await consistent(engine, id);
      return [log.filter(({ type }) => type === 'run.redirected').length, state.revision !== undefined];
    }),
  );
  expect(outcomes).toEqual(outcomes.map(() => [1, true]));
});

test('U-12: a run goes on in one execution after the other: the state that each is handed is the state before, and the fold of the log', async () => {
  await mustHandOn(engine, { steps: 3, attempts: 8 }, 3);
});

test('R74: an Update sent again after its run continued as new answers the same and is applied once', async () => {
  const { id, release } = await parkedAndHeld();
  const ask = () => engine.runs.send(id, { kind: 'budget', budgets: { maxAttempts: 50 }, by: 'ada' }, 'budget-1');
  const first = await ask();
  const before = (await executionsOf(engine.client, id)).length;
  release();
  await until('another execution', async () => (await executionsOf(engine.client, id)).length > before || undefined);
  expect(await ask()).toEqual(first);
  const { log } = await consistent(engine, id);
  expect(log.filter(({ type }) => type === 'budget.raised')).toHaveLength(1);
});

test('U-12: whatever is sent while a run continues as new again and again is applied once, also what collides with that', async () => {
  const verdicts = [...Array.from({ length: 16 }, () => RETRY), PASS];
  const id = await engine.start(scripted(['x'], verdicts, { recovery: { rMax: 16, rPatience: null } }));
  const limits = (function* () {
    for (let limit = 1_000; ; limit += 1) yield limit;
  })();
  const lanes = [byUpdate, byUpdate, bySignal, bySignal].map((lane) => lane(id, limits));
  const acknowledged = (await Promise.all(lanes)).flat();
  const { log, state } = await consistent(engine, id);
  expect(state).toMatchObject({ life: { status: 'completed' }, usage: { attempts: 17 } });
  const raised = log.flatMap((event) => (event.type === 'budget.raised' ? (event.budgets.maxAttempts ?? []) : []));
  expect(raised).toHaveLength(new Set(raised).size);
  expect(raised).toEqual(expect.arrayContaining(acknowledged));
  const executions = await executionsOf(engine.client, id);
  expect(executions.length).toBeGreaterThan(5);
  const collisions = await Promise.all(
    executions.map(({ executionId }) => collisionsOf(engine.client, id, executionId)),
  );
  expect(Math.max(...collisions)).toBeGreaterThan(0);
});

test('R49: a time budget that ends while the last call before continue-as-new is awaited wakes the run once', async () => {
  const step = (id: string, verdicts: readonly object[]) => ({
    id,
    generator: { kind: 'llm', prompt: `Do ${id}.` },
    guard: { use: 'scripted', with: { verdicts } },
    recovery: { rMax: 5, rPatience: null },
  });
  const outputs = { quick: ['x'], slow: [{ text: 'y', delay: '3500ms' }] };
  const id = await engine.start({
    name: 'draining',
    model: { name: 'sim:script', extra: { sim: { outputs } } },
    budgets: { maxDuration: 'PT1S' },
    steps: [step('quick', [RETRY, RETRY, RETRY, RETRY, RETRY]), step('slow', [PASS])],
  });
  const state = await engine.until(
    id,
    ({ life, steps }) => life.status === 'budget_exceeded' && steps['slow']?.call === undefined,
  );
  expect(state).toMatchObject({ exceeded: 'maxDuration', steps: { slow: { sigma: 'satisfied' } } });
  const executions = await executionsOf(engine.client, id);
  const histories = executions.map(({ executionId }) =>
    engine.client.workflow.getHandle(id, executionId).fetchHistory(),
  );
  const events = (await Promise.all(histories)).flatMap(({ events: all }) => all ?? []);
  expect(events.filter(({ timerFiredEventAttributes }) => timerFiredEventAttributes)).toHaveLength(1);
});

/** Sets one limit after the other until the run has ended, each request twice under its id; answers those it was told are set. */
async function byUpdate(id: string, limits: Iterator<number, never>): Promise<readonly number[]> {
  for (const set: number[] = []; ; ) {
    const maxAttempts = limits.next().value;
    const requestId = randomUUID();
    const ask = () =>
      patiently(() => engine.runs.send(id, { kind: 'budget', budgets: { maxAttempts }, by }, requestId));
    const [one, again] = await Promise.allSettled([ask(), ask()]);
    for (const sent of [one, again]) if (sent.status === 'rejected') expect(sent.reason).toBeInstanceOf(RunNotOpen);
    if (one.status === 'rejected' || again.status === 'rejected') return set;
    expect(again.value).toEqual(one.value);
    set.push(maxAttempts);
  }
}

/** As a caller does who is told that the run is busy. */
async function patiently<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof EngineUnavailable)) throw error;
    return patiently(ask);
  }
}

/** The same by signals, each sent once the one before is in the log or the run has ended. */
async function bySignal(id: string, limits: Iterator<number, never>): Promise<readonly number[]> {
  for (const set: number[] = []; ; ) {
    const maxAttempts = limits.next().value;
    const { seq } = await engine.until(id, () => true);
    const sent = engine.client.workflow.getHandle(id).signal(SIGNALS.budget, { budgets: { maxAttempts }, by });
    if (
      !(await sent.then(
        () => true,
        () => false,
      ))
    )
      return set;
    const isSet = (event: Event) => event.type === 'budget.raised' && event.budgets.maxAttempts === maxAttempts;
    const isThere = async () => (await engine.store.events.read(id, seq, 10_000)).some(isSet);
    const state = await until('the signal in the log', async () => {
      const now = await engine.until(id, () => true);
      return ended(now) || (await isThere()) ? now : undefined;
    });
    if (ended(state) && !(await isThere())) return set;
    set.push(maxAttempts);
  }
}

interface HeldRun {
  readonly id: string;
  readonly escalationId: string;
  readonly release: () => void;
}

/** A run that waits for a person, all of it stored, with one call being judged: when that ends, the run continues as new. */
async function parkedAndHeld(): Promise<HeldRun> {
  const step = (id: string, verdicts: readonly object[]) => ({
    id,
    generator: { kind: 'llm', prompt: `Do ${id}.` },
    guard: { use: 'scripted', with: { verdicts } },
  });
  const hold: Hold = { reached: Promise.withResolvers(), released: Promise.withResolvers() };
  const id = `run_${randomUUID()}`;
  held.set(id, hold);
  const outputs = { work: ['x', 'y'], aside: ['z'] };
  const model = { name: 'sim:script', extra: { sim: { outputs } } };
  await engine.start(
    { name: 'parked', model, steps: [step('work', [FATAL, PASS]), step('aside', [HELD, PASS])] },
    { id },
  );
  await hold.reached.promise;
  const { escalations } = await engine.until(
    id,
    (state) => Object.keys(state.escalations).length > 0 && state.steps['aside']?.call?.phase === 'guard',
  );
  return { id, escalationId: Object.keys(escalations)[0] ?? '', release: () => hold.released.resolve() };
}

async function sendTo(id: string, request: Request, way: 'update' | 'signal'): Promise<void> {
  if (way === 'signal') await engine.client.workflow.getHandle(id).signal(request.kind, request);
  else await engine.runs.send(id, request, randomUUID());
}
