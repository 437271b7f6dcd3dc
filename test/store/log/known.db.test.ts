// A real PostgreSQL, several stores as several processes would have them: what one remembers of calls spares statements (performance 2.4),
// and never hides what another has stored (R27, R32, R111).
import * as fc from 'fast-check';
import type { Body } from '../../../src/model/event.ts';
import type { CallRequest } from '../../../src/ports/store/calls.ts';
import type { Store } from '../../../src/ports/store/store.ts';
import { createGuardPort } from '../../../src/store/artifacts/guard-port.ts';
import { connectionSettings } from '../../../src/store/connection.ts';
import { digestOf } from '../../../src/store/digest.ts';
import { createImmutables } from '../../../src/store/immutables.ts';
import { createCalls } from '../../../src/store/log/calls.ts';
import { createHeads } from '../../../src/store/log/heads.ts';
import { type Database, openDatabase } from '../../../src/store/pool.ts';
import { createStore } from '../../../src/store/postgres-store.ts';
import '../../../src/topologies/documents.ts';
import { cases } from '../../support/properties.ts';
import { createTestDatabase, type TestDatabase } from '../../support/servers/database.ts';
import { countStatements, type Statements } from '../../support/servers/statements.ts';
import { aDefinition, anArtifact, aVerdict, numbered, startRun, usage } from '../makers.ts';

let database: TestDatabase;
let one: Store;
let other: Store;
let fresh: Database;
let statements: Statements;
beforeAll(async () => {
  database = await createTestDatabase();
  one = await createStore({ databaseUrl: database.url });
  other = await createStore({ databaseUrl: database.url });
  fresh = openDatabase(await connectionSettings(database.url), 1, { warn: () => undefined });
  statements = countStatements();
});
afterAll(async () => {
  statements?.stop();
  await Promise.all([one.close(), other.close(), fresh.close()]);
  await database.drop();
});

/** A run as its workflow sees it: what its log has, what is to ride on the next call, and the tokens of rejected attempts. */
interface Run {
  readonly id: string;
  seq: number;
  rides: Body[];
  history: string[];
  readonly dependencies: Record<string, string>;
}

async function aRun({ dependent = false } = {}): Promise<Run> {
  const { version } = await one.definitions.publish(aDefinition());
  const { id } = await startRun(one, {
    definition: { name: 'flow', version: version.version, digest: version.digest },
  });
  const dependencies: Record<string, string> = {};
  if (dependent) {
    const made = anArtifact(`for ${id}`, { runId: id, step: 'a', epoch: 1, attempt: 1, token: 't0' });
    await one.artifacts.save(made, [`for ${id}`]);
    await one.verdicts.save(id, 't0', made.id, aVerdict('pass', 'at first'));
    dependencies['a'] = made.id;
  }
  const rides: Body[] = [{ type: 'step.started', step: 'b', epoch: 1, allowed: 99 }];
  return { id, seq: 1, rides, history: [], dependencies };
}

function place({ history }: Run, token: string) {
  return { step: 'b', epoch: 1, attempt: history.length + 1, token };
}

/** The next attempt: its token, its call, and how what rides on the call is stored. */
function beginning(run: Run, store: Store) {
  const token = `t${run.seq + run.rides.length + 1}`;
  const bodies: Body[] = [...run.rides, { type: 'attempt.started', n: run.history.length + 1, ...place(run, token) }];
  const events = numbered(bodies, run.seq + 1);
  const call = { runId: run.id, step: 'b', token, dependencies: run.dependencies, history: run.history };
  run.rides = [];
  run.seq += events.length;
  const append = (...look: [] | Parameters<Parameters<Store['calls']['open']>[1] & {}>) =>
    store.events.append(run.id, events, ...look);
  return {
    token,
    generate: { ...call, phase: 'generate' as const },
    guard: { ...call, phase: 'guard' as const },
    append,
  };
}

/** What a worker does for an attempt whose guard is pure: the model's call, then the guard in the same process, rejecting. */
async function attempt(run: Run, store: Store): Promise<ReturnType<typeof beginning>> {
  const begun = beginning(run, store);
  const { token, generate, guard, append } = begun;
  const text = `answer ${token}`;
  await store.calls.open(generate, append);
  const made = anArtifact(text, { runId: run.id, ...place(run, token) });
  await store.artifacts.save(made, [text]);
  const material = await createGuardPort(store, () => true).open({
    ...guard,
    ...place(run, token),
    n: 1,
    events: [],
    infraTimeout: 1,
    artifactId: made.id,
    answers: [],
  });
  expect(material.answer?.text).toBe(text);
  await store.verdicts.save(run.id, token, made.id, aVerdict('retry', `no ${token}`));
  run.rides = [
    {
      type: 'artifact.created',
      ...place(run, token),
      artifactId: made.id,
      digest: digestOf(text),
      source: 'generated',
      usage: usage(1),
    },
    { type: 'guard.verdict', ...place(run, token), artifactId: made.id, verdict: 'retry', guard: 'g', signature: 's' },
    { type: 'attempt.finished', ...place(run, token), status: 'rejected' },
  ];
  run.history = [...run.history, token];
  return begun;
}

/** As a process reads it that knows nothing. */
function readAnew(call: CallRequest) {
  return createCalls(fresh, createImmutables(), createHeads(1)).load(call);
}

test.each([false, true])(
  'an attempt takes three statements where this process made the one before: events, artifact, verdict (dependent: %s)',
  async (dependent) => {
    const run = await aRun({ dependent });
    await attempt(run, one);
    for (let made = 2; made < 6; made += 1) {
      statements.taken();
      await attempt(run, one);
      expect(statements.taken()).toEqual(['append-and-look', 'save-artifact-1', 'save-verdict']);
    }
  },
);

test('an attempt takes four statements in a process that knows nothing of the run, and three from then on', async () => {
  const run = await aRun({ dependent: true });
  for (let made = 1; made < 4; made += 1) await attempt(run, one);
  statements.taken();
  await attempt(run, other);
  expect(statements.taken()).toEqual(['load-call', 'append-and-look', 'save-artifact-1', 'save-verdict']);
  await attempt(run, other);
  expect(statements.taken()).toEqual(['append-and-look', 'save-artifact-1', 'save-verdict']);
});

test('R27: a call made again finds the answer of the first execution, in its own process and in another', async () => {
  const run = await aRun();
  await attempt(run, one);
  const { generate, guard, append, token } = await attempt(run, one);
  for (const store of [one, other]) {
    const again = await store.calls.open(generate, append);
    expect(again.answer).toMatchObject({ text: `answer ${token}`, verdict: { verdict: 'retry' } });
    expect(await store.calls.load(guard)).toEqual(await readAnew(guard));
  }
});

test('R27: an answer that another process has stored under a token is found by the statement that stores its events', async () => {
  const run = await aRun();
  await attempt(run, one);
  const { generate, append, token } = beginning(run, one);
  const theirs = anArtifact('theirs', { runId: run.id, ...place(run, token) });
  await other.artifacts.save(theirs, ['theirs']);
  expect((await one.calls.open(generate, append)).answer).toEqual({ artifact: theirs, text: 'theirs' });
});

test('R27: what is remembered is what was stored first, not what was offered', async () => {
  const run = await aRun();
  const { generate, guard, append, token } = beginning(run, one);
  await one.calls.open(generate, append);
  const theirs = anArtifact('theirs', { runId: run.id, ...place(run, token) });
  await other.artifacts.save(theirs, ['theirs']);
  await other.verdicts.save(run.id, token, theirs.id, aVerdict('retry', 'theirs'));
  const kept = await one.artifacts.save(anArtifact('mine', { runId: run.id, ...place(run, token) }), ['mine']);
  expect(kept).toEqual(theirs);
  expect(one.calls.known(guard)).toBeUndefined();
  expect(await one.verdicts.save(run.id, token, kept.id, aVerdict('pass', 'mine'))).toMatchObject({
    feedback: 'theirs',
  });
  expect(await one.calls.load(guard)).toEqual(await readAnew(guard));
});

test('R32, R111: faults that another process has noted, and what was paid for them, are seen by the next attempt', async () => {
  const run = await aRun();
  await attempt(run, one);
  const { generate, append, token } = beginning(run, one);
  const fault = { runId: run.id, phase: 'generate', detail: '503', startedAt: 1, usage: usage(7) } as const;
  await other.faults.record({ ...fault, token });
  await other.faults.record({ ...fault, token: 't99' });
  statements.taken();
  expect(await one.calls.open(generate, append)).toMatchObject({ faults: 1, paid: { inputTokens: 14 } });
  expect(statements.taken()).toEqual(['append-and-look']);
});

test('K11: a call reads the limits in force and what is used of them by the statement that stores its events', async () => {
  const run = await aRun();
  const limited = (maxTokens: number): Body => ({ type: 'budget.raised', budgets: { maxTokens }, by: 'ann' });
  run.rides.push(limited(100));
  await attempt(run, one);
  run.rides.push(limited(50));
  const { generate, append } = beginning(run, one);
  statements.taken();
  const { budget } = await one.calls.open(generate, append);
  expect(statements.taken()).toEqual(['append-and-look']);
  const used = usage(1).inputTokens + usage(1).outputTokens;
  expect(budget).toEqual({ limits: { maxTokens: 50 }, tokens: used, microUsd: usage(1).microUsd });
});

test('K11: another try reads the limits that somebody else has stored since, by its one statement', async () => {
  const run = await aRun();
  const { generate, append } = beginning(run, one);
  expect(await one.calls.open(generate, append)).not.toHaveProperty('budget');
  const raised = numbered([{ type: 'budget.raised', budgets: { maxTokens: 7 }, by: 'ann' }], run.seq + 1);
  await other.events.append(run.id, raised);
  statements.taken();
  expect(await one.calls.open(generate, append)).toMatchObject({ budget: { limits: { maxTokens: 7 }, tokens: 0 } });
  expect(statements.taken()).toEqual(['head', 'load-call']);
});

test('running 4: faults of an attempt whose end rides on the call count on, whatever a process knows of the run', async () => {
  for (const store of [one, other]) {
    const run = await aRun();
    for (let discarded = 0; discarded < 3; discarded += 1) await happens(run, one, 'discarded');
    const { generate, append } = beginning(run, store);
    expect((await store.calls.open(generate, append)).faults).toBe(3);
  }
});

test('a dependency is shown with the newest verdict of this run, whoever stored it', async () => {
  const run = await aRun({ dependent: true });
  await attempt(run, one);
  const [id = ''] = Object.values(run.dependencies);
  await other.verdicts.save(run.id, 'h1', id, aVerdict('pass', 'once more'));
  const { generate, append } = beginning(run, one);
  const { dependencies } = await one.calls.open(generate, append);
  expect(dependencies['a']?.verdict?.feedback).toBe('once more');
});

test('what rides on a call is stored also where the call cannot be read', async () => {
  const run = await aRun();
  const { generate, append } = beginning({ ...run, history: ['t77'] }, one);
  await expect(other.calls.open(generate, append)).rejects.toThrow('t77');
  expect((await one.runs.find(run.id))?.state.seq).toBe(3);
});

test('a pure guard is told nothing from memory that this process has not seen', async () => {
  const run = await aRun();
  const { guard } = await attempt(run, one);
  expect(one.calls.known(guard)).toMatchObject({ answer: { verdict: { verdict: 'retry' } }, history: [] });
  expect(other.calls.known(guard)).toBeUndefined();
  expect(one.calls.known({ ...guard, dependencies: { a: 'art_x' } })).toBeUndefined();
  expect(one.calls.known({ ...guard, history: ['t9'] })).toBeUndefined();
});

type Happening = 'attempt' | 'again' | 'fault' | 'paid' | 'judged anew' | 'discarded' | 'limited';

const happenings = fc.array(
  fc.record({
    store: fc.constantFrom<0 | 1>(0, 1),
    what: fc.constantFrom<Happening>(
      'attempt',
      'attempt',
      'attempt',
      'again',
      'fault',
      'paid',
      'judged anew',
      'discarded',
      'limited',
    ),
  }),
  { minLength: 2, maxLength: 8 },
);

async function happens(run: Run, store: Store, what: Happening): Promise<void> {
  const last = run.history.at(-1);
  if (what === 'attempt') await attempt(run, store);
  else if (what === 'discarded') {
    const { token, generate, append } = beginning(run, store);
    await store.calls.open(generate, append);
    await store.faults.record({ runId: run.id, token, phase: 'generate', detail: '503', startedAt: 1 });
    run.rides = [{ type: 'attempt.finished', ...place(run, token), status: 'discarded' }];
  } else if (what === 'limited') {
    run.rides.push({ type: 'budget.raised', budgets: { maxTokens: 1_000 * (run.seq + 1) }, by: 'ann' });
  } else if (what === 'judged anew') {
    await store.verdicts.save(run.id, `h${run.seq}`, run.dependencies['a'] ?? '', aVerdict('pass', `at ${run.seq}`));
  } else if (last !== undefined) {
    const fault = { runId: run.id, token: last, phase: 'generate', detail: '503', startedAt: 1 } as const;
    if (what === 'fault') await store.faults.record(fault);
    if (what === 'paid') await store.faults.record({ ...fault, phase: 'guard', usage: usage(3) });
    if (what === 'again') {
      await store.artifacts.save(anArtifact('again', { runId: run.id, token: last }), ['again']);
      await store.verdicts.save(run.id, last, 'art_x', aVerdict('pass', 'again'));
    }
  }
}

test('whatever two processes do in turn, a call is opened with what a process reads that knows nothing', async () => {
  await fc.assert(
    fc.asyncProperty(happenings, fc.constantFrom(0 as const, 1 as const), async (all, last) => {
      const run = await aRun({ dependent: true });
      const stores = [one, other] as const;
      for (const { store, what } of all) await happens(run, stores[store], what);
      const { generate, guard, append } = beginning(run, stores[last]);
      // What rides on the call counts for it.
      const opened = await stores[last].calls.open(generate, append);
      expect(opened).toEqual(await readAnew(generate));
      for (const call of [generate, guard]) {
        const now = await readAnew(call);
        for (const store of stores) expect(await store.calls.load(call)).toEqual(now);
      }
    }),
    cases(20),
  );
});
