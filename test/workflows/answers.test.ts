// A real Temporal server, a real PostgreSQL, the real API: every answer by every channel, every kind of question, every race.
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { RunNotOpen } from '../../src/api/run-client.ts';
import { type EscalationKind, type Event } from '../../src/domain/event.ts';
import { Refused } from '../../src/domain/input.ts';
import { type EscalationState, openEscalations, type RunState } from '../../src/domain/run-state.ts';
import { digestOf } from '../../src/store/digest.ts';
import { decideSignal, decideUpdate, stopUpdate } from '../../src/workflows/messages.ts';
import { consistent } from '../support/consistent.ts';
import { asJson, ended, scripted, startEngine, type TestEngine } from '../support/engine.ts';
import { apiOver } from '../support/engine-api.ts';

let engine: TestEngine;
let api: FastifyInstance;
let providerRefuses = false;
/** While it is set, verdicts are made but not stored. */
let verdictsHeld: Promise<void> | undefined;

beforeAll(async () => {
  engine = await startEngine({
    provider: (app) =>
      app.addHook('onRequest', async (_request, reply) => {
        if (providerRefuses) await reply.code(401).send({ error: { message: 'no such key' } });
      }),
    seen: (store) => ({
      ...store,
      verdicts: {
        ...store.verdicts,
        async save(...verdict) {
          await verdictsHeld;
          return store.verdicts.save(...verdict);
        },
      },
    }),
  });
  api = await apiOver(engine);
});
afterAll(async () => {
  await api?.close();
  await engine?.stop();
});

const PASS = { verdict: 'pass' };
const FATAL = { verdict: 'fatal', feedback: 'never like this' };
const SAME = { verdict: 'retry', feedback: 'AssertionError: expected 3 items but got 2' };

interface Answer {
  readonly action: 'approve' | 'reject' | 'amend' | 'retry' | 'redo' | 'skip' | 'raise' | 'abort';
  readonly [field: string]: unknown;
}

/** plan → work; a list each of what their guards say over all their epochs. */
function chain(planVerdicts: readonly object[], workVerdicts: readonly object[], facts: ChainFacts = {}) {
  const step = (id: string, requires: readonly string[], verdicts: readonly object[], more: object = {}) => ({
    id,
    requires,
    generator: { kind: 'llm', prompt: `Make ${id}.` },
    guard: { use: 'scripted', with: { verdicts } },
    ...more,
  });
  return {
    name: 'answers',
    model: { name: 'sim:script', extra: { sim: { outputs: { plan: ['p1', 'p2', 'p3'], work: ['w1', 'w2', 'w3'] } } } },
    steps: [step('plan', [], planVerdicts, facts.plan), step('work', ['plan'], workVerdicts, facts.work)],
    ...facts.run,
  };
}

interface ChainFacts {
  readonly plan?: object;
  readonly work?: object;
  readonly run?: object;
}

interface Asked {
  readonly id: string;
  readonly question: EscalationState;
  readonly state: RunState;
}

async function asked(definition: Readonly<Record<string, unknown>>): Promise<Asked> {
  return nextQuestion(await engine.start(definition));
}

async function nextQuestion(id: string): Promise<Asked> {
  const state = await engine.until(id, (now) => now.status !== 'running' && openEscalations(now).length > 0);
  const [question] = openEscalations(state);
  if (!question) throw new Error('no question');
  return { id, question, state };
}

const update = ({ id, question }: Asked, answer: Answer, by = 'ada') =>
  engine.client.workflow
    .getHandle(id)
    .executeUpdate(decideUpdate, { args: [{ escalationId: question.id, by, ...answer }], updateId: randomUUID() });

/** As the API sends it, with refusals as the API sees them. */
const decide = ({ id, question }: Asked, answer: Answer) =>
  engine.runs.decide(id, { kind: 'decide', escalationId: question.id, by: 'ada', ...answer }, randomUUID());

const CHANNELS: Readonly<Record<string, (asked: Asked, answer: Answer) => Promise<unknown>>> = {
  async rest({ question }, answer) {
    const payload = { by: 'ada', ...answer };
    const reply = await api.inject({
      method: 'POST',
      url: `/v1/escalations/${question.id}/decision?wait=10s`,
      payload,
    });
    expect([reply.statusCode, reply.body]).toEqual([200, expect.stringContaining('"decided"')]);
  },
  update,
  signal: ({ id, question }, answer) =>
    engine.client.workflow.getHandle(id).signal(decideSignal, { escalationId: question.id, by: 'ada', ...answer }),
};

const HUMAN = { use: 'human', with: { question: 'Is it good?' } };

/** The action, what it is sent with, what it answers, and the end it leads to. */
const ANSWERS: readonly (readonly [
  Answer['action'],
  Readonly<Record<string, unknown>>,
  Readonly<Record<string, unknown>>,
  object,
])[] = [
  [
    'approve',
    { artifactDigest: digestOf('w1') },
    chain([PASS], [FATAL]),
    { status: 'completed', steps: { work: { sigma: 'waived', n: 1, artifact: { digest: digestOf('w1') } } } },
  ],
  [
    'reject',
    { feedback: 'too short' },
    chain([PASS], [], { work: { guard: HUMAN, recovery: { rMax: 0, onExhausted: 'fail' } } }),
    { status: 'failed', failure: { code: 'attempts_exhausted', step: 'work' }, steps: { work: { n: 1 } } },
  ],
  [
    'amend',
    { content: 'by hand' },
    chain([PASS], [FATAL, PASS]),
    {
      status: 'completed',
      usage: { attempts: 2 },
      steps: { work: { sigma: 'satisfied', n: 1, amendments: 1, artifact: { digest: digestOf('by hand') } } },
    },
  ],
  [
    'retry',
    { guidance: 'Use {braces}.', extraAttempts: 2 },
    chain([PASS], [FATAL, PASS]),
    { status: 'completed', steps: { plan: { epoch: 1 }, work: { sigma: 'satisfied', epoch: 2, allowed: 2, n: 2 } } },
  ],
  [
    'redo',
    { step: 'plan', guidance: 'Another plan.' },
    chain([PASS], [FATAL, PASS]),
    { status: 'completed', steps: { plan: { epoch: 2, n: 2 }, work: { epoch: 2, n: 2 } } },
  ],
  ['skip', {}, chain([PASS], [FATAL]), { status: 'completed', steps: { work: { sigma: 'waived', n: 1 } } }],
  [
    'raise',
    { budgets: { maxAttempts: 4 } },
    chain([PASS], [SAME, PASS], { run: { budgets: { maxAttempts: 2 } } }),
    { status: 'completed', usage: { attempts: 3 }, budgets: { maxAttempts: 4 } },
  ],
  [
    'abort',
    { reason: 'not worth it' },
    chain([PASS], [FATAL]),
    { status: 'failed', failure: { code: 'aborted', step: 'work', detail: 'not worth it' } },
  ],
];

describe('by REST, by Update and by Signal an answer leads to the same end by the same events', () => {
  test.each(ANSWERS)('api 5, R45: %s', async (action, fields, definition, expected) => {
    const runs = await Promise.all(
      Object.values(CHANNELS).map(async (send) => {
        const question = await asked(definition);
        if (action === 'raise') expect(question.state.status).toBe('budget_exceeded');
        await send(question, { action, ...fields });
        await engine.until(question.id, ended);
        return consistent(engine, question.id);
      }),
    );
    const [first, ...others] = runs;
    expect(first?.state).toMatchObject(expected);
    if (action === 'skip') expect(first?.state.steps['work']).not.toHaveProperty('artifact');
    expect(Object.values(first?.state.escalations ?? {})).toMatchObject([
      { status: 'decided', decision: { action, by: 'ada' } },
    ]);
    for (const other of others) {
      expect(kindsOf(other.log)).toEqual(kindsOf(first?.log ?? []));
      expect(other.state).toMatchObject(expected);
      expect(payloadsOf(other.log)).toEqual(payloadsOf(first?.log ?? []));
    }
  });
});

/** What happened to what, in order; ids, tokens and times differ from run to run. */
function kindsOf(log: readonly Event[]): readonly string[] {
  return log.map((event) => `${event.type} ${'step' in event ? event.step : ''}`);
}

function payloadsOf(log: readonly Event[]): readonly string[] {
  return log.flatMap((event) => (event.type === 'escalation.decided' ? event.payload : []));
}

/** Sends and answers the end. */
async function settled(question: Asked, answer: Answer) {
  await update(question, answer);
  await engine.until(question.id, ended);
  return consistent(engine, question.id);
}

function isAbout({ question }: Asked, kind: EscalationKind, facts: object): void {
  expect(question).toMatchObject({ kind, ...facts });
}

describe('R12, design 1: a deadlock is a question about the run', () => {
  const stuck = () => chain([SAME, PASS], [PASS], { plan: { recovery: { rMax: 0, onExhausted: 'skip' } } });
  const offered = { allowedActions: ['redo', 'skip', 'abort'] };

  test('redo of the waived step gives its dependents what they wait for', async () => {
    const question = await asked(stuck());
    isAbout(question, 'deadlock', offered);
    expect(question.question).not.toHaveProperty('step');
    expect(question.state).toMatchObject({ status: 'escalated', steps: { plan: { sigma: 'waived' }, work: { n: 0 } } });
    expect((await settled(question, { action: 'redo', step: 'plan' })).state).toMatchObject({
      status: 'completed',
      steps: { plan: { sigma: 'satisfied', epoch: 2 }, work: { sigma: 'satisfied', epoch: 1 } },
    });
  });

  test('skip of the dependent completes the run without either', async () => {
    const { state } = await settled(await asked(stuck()), { action: 'skip', step: 'work' });
    expect(state).toMatchObject({
      status: 'completed',
      steps: { plan: { sigma: 'waived' }, work: { sigma: 'waived', n: 0 } },
    });
  });

  test('a skip must name its step, and one that the run has; an answer that frees nothing is followed by a new question', async () => {
    const question = await asked(stuck());
    await expect(decide(question, { action: 'skip' })).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(decide(question, { action: 'skip', step: 'no' })).rejects.toMatchObject({ code: 'unknown_step' });
    await decide(question, { action: 'redo', step: 'work' });
    await engine.until(question.id, ({ escalations }) => Object.keys(escalations).length === 2);
    const again = await nextQuestion(question.id);
    isAbout(again, 'deadlock', offered);
    expect((await settled(again, { action: 'abort' })).state).toMatchObject({ failure: { code: 'aborted' } });
  });
});

describe('R6, R72: a run that resolves nothing more is stalled', () => {
  const recovery = { rMax: 0, onExhausted: 'backtrack', eMax: 9, backtrackTo: ['plan'] };
  const circling = (verdicts: readonly object[]) =>
    chain([PASS], verdicts, { work: { recovery }, run: { budgets: { maxStall: 4 } } });

  test.each<[Answer, object]>([
    [{ action: 'redo', step: 'plan', guidance: 'Otherwise.' }, { steps: { work: { sigma: 'satisfied' } } }],
    [{ action: 'skip', step: 'work' }, { steps: { work: { sigma: 'waived' } } }],
  ])('%j goes on with a stall count of its own', async (answer, expected) => {
    const question = await asked(circling([SAME, SAME, PASS]));
    isAbout(question, 'stalled', { allowedActions: ['redo', 'skip', 'abort'] });
    expect(question.state).toMatchObject({ stall: { since: 4 }, steps: { work: { n: 2, backtracks: 2 } } });
    const { state } = await settled(question, answer);
    expect(state).toMatchObject({ status: 'completed', ...expected });
    expect(state.stall.since).toBeLessThan(4);
  });

  test('it is asked again when nothing is resolved after the answer either', async () => {
    const question = await asked(circling([SAME]));
    await update(question, { action: 'redo', step: 'plan' });
    await engine.until(question.id, ({ escalations }) => Object.keys(escalations).length === 2);
    const again = await nextQuestion(question.id);
    isAbout(again, 'stalled', {});
    expect((await settled(again, { action: 'abort' })).state.status).toBe('failed');
  });
});

describe('R4, R21, R66: a step that cannot get on by itself is helped by a retry', () => {
  test.each<[EscalationKind, object, readonly object[], object]>([
    ['stagnated', { rMax: 4, rPatience: 2, onStagnation: 'escalate' }, [SAME, SAME, PASS], { epoch: 2, n: 3 }],
    [
      'backtracks_exhausted',
      { rMax: 0, onExhausted: 'backtrack', eMax: 1, backtrackTo: ['plan'] },
      [SAME, SAME, PASS],
      { epoch: 3, n: 3, backtracks: 1 },
    ],
    ['attempts_exhausted', { rMax: 1, rPatience: null }, [SAME, SAME, PASS], { epoch: 2, n: 3 }],
  ])('%s', async (kind, recovery, verdicts, work) => {
    const question = await asked(chain([PASS], verdicts, { work: { recovery } }));
    isAbout(question, kind, { step: 'work', artifactDigest: digestOf('w2') });
    const { state } = await settled(question, { action: 'retry', guidance: 'Otherwise.' });
    expect(state).toMatchObject({ status: 'completed', steps: { work: { sigma: 'satisfied', ...work } } });
  });
});

test('R65: a context that fits in no way is answered by an artifact of a person, and nothing was an attempt', async () => {
  const question = await asked(scripted(['never made'], [PASS], { maxContextTokens: 3 }));
  isAbout(question, 'context_overflow', { allowedActions: ['amend', 'retry', 'redo', 'skip', 'abort'] });
  const { state } = await settled(question, { action: 'amend', content: 'by hand' });
  expect(state).toMatchObject({
    status: 'completed',
    usage: { attempts: 0, llmCalls: 0 },
    steps: { work: { sigma: 'satisfied', n: 0, artifact: { digest: digestOf('by hand') } } },
  });
});

test('R32: a provider that was down is asked again by a retry, and its faults were no attempt', async () => {
  providerRefuses = true;
  const question = await asked(scripted(['good'], [PASS])).finally(() => {
    providerRefuses = false;
  });
  isAbout(question, 'infrastructure', { allowedActions: ['amend', 'retry', 'skip', 'abort'] });
  const { state } = await settled(question, { action: 'retry' });
  expect(state).toMatchObject({
    status: 'completed',
    usage: { attempts: 1 },
    steps: { work: { sigma: 'satisfied', epoch: 2, n: 1 } },
  });
});

/** Ten times at once, each a little different. */
function rounds<Result>(race: (round: number) => Promise<Result>): Promise<readonly Result[]> {
  return Promise.all(Array.from({ length: 10 }, (_, round) => race(round)));
}

const typesOf = (log: readonly Event[]) => log.map(({ type }) => type);
const fulfilled = ({ status }: PromiseSettledResult<unknown>) => status === 'fulfilled';

/** Refused for a reason of the run's, never cut off. */
function isRefusal(result: PromiseSettledResult<unknown>): void {
  if (result.status === 'rejected')
    expect(result.reason instanceof Refused || result.reason instanceof RunNotOpen).toBe(true);
}

describe('races', () => {
  test('R42, R74: a decision against a stop: one ending, and what was acknowledged is in the log', async () => {
    const answers: readonly Answer[] = [{ action: 'skip' }, { action: 'abort' }, { action: 'retry' }];
    const endings = await rounds(async (round) => {
      const question = await asked(chain([PASS], [FATAL, PASS]));
      const answer = answers[round % answers.length] ?? { action: 'skip' };
      const sends = [
        () => decide(question, answer),
        () => engine.runs.stop(question.id, { kind: 'stop', by: 'ada' }, randomUUID()),
      ];
      const order = round % 2 === 0 ? [0, 1] : [1, 0];
      const results = new Map<number, PromiseSettledResult<unknown>>();
      await Promise.all(
        order.map(async (index) => {
          const [result] = await Promise.allSettled([sends[index]?.()]);
          if (result) results.set(index, result);
        }),
      );
      await engine.until(question.id, ended);
      const { state, log } = await consistent(engine, question.id);
      const [decided, stopped] = [results.get(0), results.get(1)];
      if (!decided || !stopped) throw new Error('an answer is missing');
      isRefusal(decided);
      isRefusal(stopped);
      expect(typesOf(log).filter((type) => type === 'escalation.decided')).toHaveLength(fulfilled(decided) ? 1 : 0);
      expect(typesOf(log).filter((type) => type === 'run.stopping')).toHaveLength(fulfilled(stopped) ? 1 : 0);
      if (!fulfilled(decided)) expect(state).toMatchObject({ status: 'stopped' });
      if (!fulfilled(stopped)) expect(state.escalations[question.question.id]?.status).toBe('decided');
      return state.status;
    });
    expect(endings.filter((status) => !['stopped', 'completed', 'failed'].includes(status))).toEqual([]);
  });

  test('R41: a decision around the expiry: the question is decided or expired, never both', async () => {
    const ways = await rounds(async (round) => {
      const question = await asked(chain([PASS], [FATAL], { work: { timeouts: { decision: 'PT2S' } } }));
      const { id, expiresAt = 0 } = question.question;
      const offset = round === 0 ? -1_200 : round === 9 ? 1_000 : (round - 5) * 8;
      await wait(Math.max(0, expiresAt + offset - Date.now()));
      const [decided] = await Promise.allSettled([decide(question, { action: 'skip' })]);
      await engine.until(question.id, ended);
      const { state, log } = await consistent(engine, question.id);
      isRefusal(decided);
      const ends = typesOf(log).filter((type) => type === 'escalation.decided' || type === 'escalation.expired');
      expect(ends).toEqual([fulfilled(decided) ? 'escalation.decided' : 'escalation.expired']);
      expect(state).toMatchObject(
        fulfilled(decided)
          ? { status: 'completed', escalations: { [id]: { status: 'decided' } } }
          : { status: 'failed', failure: { code: 'escalation_expired' }, escalations: { [id]: { status: 'expired' } } },
      );
      return fulfilled(decided);
    });
    expect([ways[0], ways[9]]).toEqual([true, false]);
  });

  test('R27: a redo while an affected step generates: what arrives under the old token changes nothing', async () => {
    const slow = 900;
    const discarded = await rounds(async (round) => {
      const id = await engine.start(fork(slow));
      const begun = await engine.until(
        id,
        (now) => openEscalations(now).length > 0 && now.steps['aside']?.call !== undefined,
      );
      const [question] = openEscalations(begun);
      const old = begun.steps['aside']?.call?.token ?? '';
      if (!question) throw new Error('no question');
      const started = (await engine.log(id)).find((event) => 'token' in event && event.token === old)?.at ?? 0;
      if (round > 0) await wait(Math.max(0, started + slow + (round - 5) * 15 - Date.now()));
      const { seq } = await decide({ id, question, state: begun }, { action: 'redo', step: 'plan' });
      await engine.until(id, ended);
      const { state, log } = await consistent(engine, id);
      expect(state).toMatchObject({
        status: 'completed',
        steps: { plan: { epoch: 2 }, work: { epoch: 2 }, aside: { epoch: 2, sigma: 'satisfied' } },
      });
      const ofOld = log.filter((event) => 'token' in event && event.token === old);
      expect(ofOld.filter((event) => event.seq > seq)).toEqual([]);
      const artifact = ofOld.find((event) => event.type === 'artifact.created');
      if (artifact?.type === 'artifact.created')
        expect(state.steps['aside']?.artifact?.id).not.toBe(artifact.artifactId);
      const { rows } = await engine.store.attempts.list(id, { step: 'aside' }, { limit: 9 });
      expect(rows.at(-1)).toMatchObject({ status: 'accepted', epoch: 2 });
      expect(state.usage.attempts).toBe(rows.filter(({ n }) => n !== undefined).length + 4);
      return ofOld.at(-1);
    });
    expect(discarded[0]).toMatchObject({ type: 'attempt.finished', status: 'discarded' });
  });

  test('R43: a retry while an amendment is being judged discards the amendment; its verdict comes late and changes nothing', async () => {
    const questions = await rounds(() => asked(chain([PASS], [FATAL, PASS])));
    let release = () => {};
    verdictsHeld = new Promise((resolve) => {
      release = resolve;
    });
    try {
      await Promise.all(
        questions.map(async (question) => {
          await update(question, { action: 'amend', content: 'by hand' });
          await engine.until(question.id, ({ steps }) => steps['work']?.call?.source === 'human');
          await decide(question, { action: 'retry' });
        }),
      );
    } finally {
      verdictsHeld = undefined;
      release();
    }
    for (const { id, question } of questions) {
      await engine.until(id, ended);
      const { state, log } = await consistent(engine, id);
      expect(state).toMatchObject({
        status: 'completed',
        usage: { attempts: 3 },
        steps: { work: { epoch: 2, n: 2, amendments: 1, artifact: { digest: digestOf('w2') } } },
        escalations: { [question.id]: { decision: { action: 'retry' } } },
      });
      const ofAmendment = log.filter((event) => 'token' in event && event.token.startsWith('h'));
      expect(ofAmendment).toMatchObject([
        { type: 'artifact.created', source: 'human' },
        { type: 'attempt.finished', status: 'discarded' },
      ]);
    }
  });

  test('R42, R43: an amendment against a retry sent with it: exactly one of them answers', async () => {
    await rounds(async (round) => {
      const question = await asked(chain([PASS], [FATAL, PASS]));
      const amended = update(question, { action: 'amend', content: 'by hand' });
      await wait(round * 12);
      const [amend, retry] = await Promise.allSettled([amended, decide(question, { action: 'retry' })]);
      await engine.until(question.id, ended);
      const { state, log } = await consistent(engine, question.id);
      isRefusal(retry);
      if (retry.status === 'rejected') expect(amend.status).toBe('fulfilled');
      const answers = log.flatMap((event) => (event.type === 'escalation.decided' ? event.action : []));
      expect(answers).toEqual([fulfilled(retry) ? 'retry' : 'amend']);
      expect(state).toMatchObject({
        status: 'completed',
        steps: { work: { artifact: { digest: digestOf(fulfilled(retry) ? 'w2' : 'by hand') } } },
      });
    });
  });
});

/** plan → work, which is fatal at first, beside plan → aside, which is slow at first. */
function fork(milliseconds: number) {
  const definition = chain([PASS], [FATAL, PASS]);
  const [plan, work] = definition.steps;
  const { outputs } = definition.model.extra.sim;
  const aside = [{ text: 'late', delay: `${milliseconds}ms` }];
  return {
    ...definition,
    model: { name: 'sim:script', extra: { sim: { outputs: { ...outputs, aside } } } },
    steps: [plan, work, { ...plan, id: 'aside', requires: ['plan'] }],
  };
}
