// A real PostgreSQL, the real API: every answer by every channel, and every kind of question.
import type { FastifyInstance } from 'fastify';
import type { Event } from '../../../src/model/event.ts';
import type { EscalationKind } from '../../../src/model/events/escalations.ts';
import { digestOf } from '../../../src/store/digest.ts';
import { SIGNALS } from '../../../src/workflows/messages.ts';
import { consistent } from '../../support/consistent.ts';
import {
  type Answer,
  type Asked,
  asked,
  chain,
  decideWith,
  nextQuestion,
  updateWith,
} from '../../support/engine/asked.ts';
import { apiOver } from '../../support/engine/engine-api.ts';
import { startInProcess } from '../../support/engine/in-process.ts';
import type { AnyEngine } from '../../support/engine/parts.ts';
import { ended, scripted } from '../../support/engine/scripted.ts';
import { until } from '../../support/until.ts';

let engine: AnyEngine;
let api: FastifyInstance;
let url: string;
let providerRefuses = false;

beforeAll(async () => {
  engine = await startInProcess({
    provider: (app) =>
      app.addHook('onRequest', async (_request, reply) => {
        if (providerRefuses) await reply.code(401).send({ error: { message: 'no such key' } });
      }),
  });
  api = await apiOver(engine);
  url = await api.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await api?.close();
  await engine?.stop();
});

const PASS = { verdict: 'pass' };
const FATAL = { verdict: 'fatal', feedback: 'never like this' };
const SAME = { verdict: 'retry', feedback: 'AssertionError: expected 3 items but got 2' };

const CHANNELS: Readonly<Record<string, (asked: Asked, answer: Answer) => Promise<unknown>>> = {
  async rest({ question }, answer) {
    const reply = await fetch(`${url}/v1/escalations/${question.id}/decision?wait=10s`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ by: 'ada', ...answer }),
    });
    expect([reply.status, await reply.json()]).toEqual([200, expect.objectContaining({ status: 'decided' })]);
  },
  update: (question, answer) => updateWith(engine, question, answer),
  signal: ({ id, question }, answer) =>
    engine.handleOf(id).signal(SIGNALS.decide, { escalationId: question.id, by: 'ada', ...answer }),
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
    { life: { status: 'completed' }, steps: { work: { sigma: 'waived', n: 1, artifact: { digest: digestOf('w1') } } } },
  ],
  [
    'reject',
    { feedback: 'too short' },
    chain([PASS], [], { work: { guard: HUMAN, recovery: { rMax: 0, onExhausted: 'fail' } } }),
    { life: { status: 'failed', failure: { code: 'attempts_exhausted', step: 'work' } }, steps: { work: { n: 1 } } },
  ],
  [
    'amend',
    { content: 'by hand' },
    chain([PASS], [FATAL, PASS]),
    {
      life: { status: 'completed' },
      usage: { attempts: 2 },
      steps: { work: { sigma: 'satisfied', n: 1, amendments: 1, artifact: { digest: digestOf('by hand') } } },
    },
  ],
  [
    'retry',
    { guidance: 'Use {braces}.', extraAttempts: 2 },
    chain([PASS], [FATAL, PASS]),
    {
      life: { status: 'completed' },
      steps: { plan: { epoch: 1 }, work: { sigma: 'satisfied', epoch: 2, allowed: 2, n: 2 } },
    },
  ],
  [
    'redo',
    { step: 'plan', guidance: 'Another plan.' },
    chain([PASS], [FATAL, PASS]),
    { life: { status: 'completed' }, steps: { plan: { epoch: 2, n: 2 }, work: { epoch: 2, n: 2 } } },
  ],
  ['skip', {}, chain([PASS], [FATAL]), { life: { status: 'completed' }, steps: { work: { sigma: 'waived', n: 1 } } }],
  [
    'raise',
    { budgets: { maxAttempts: 4 } },
    chain([PASS], [SAME, PASS], { run: { budgets: { maxAttempts: 2 } } }),
    { life: { status: 'completed' }, usage: { attempts: 3 }, budgets: { maxAttempts: 4 } },
  ],
  [
    'abort',
    { reason: 'not worth it' },
    chain([PASS], [FATAL]),
    { life: { status: 'failed', failure: { code: 'aborted', step: 'work', detail: 'not worth it' } } },
  ],
];

describe('by REST, by Update and by Signal an answer leads to the same end by the same events', () => {
  test.each(ANSWERS)('api 5, R45: %s', async (action, fields, definition, expected) => {
    const runs = await Promise.all(
      Object.values(CHANNELS).map(async (send) => {
        const question = await asked(engine, definition);
        if (action === 'raise') expect(question.state.life.status).toBe('budget_exceeded');
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
  await updateWith(engine, question, answer);
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
    const question = await asked(engine, stuck());
    isAbout(question, 'deadlock', offered);
    expect(question.question).not.toHaveProperty('step');
    expect(question.state).toMatchObject({
      life: { status: 'escalated' },
      steps: { plan: { sigma: 'waived' }, work: { n: 0 } },
    });
    expect((await settled(question, { action: 'redo', step: 'plan' })).state).toMatchObject({
      life: { status: 'completed' },
      steps: { plan: { sigma: 'satisfied', epoch: 2 }, work: { sigma: 'satisfied', epoch: 1 } },
    });
  });

  test('skip of the dependent completes the run without either', async () => {
    const { state } = await settled(await asked(engine, stuck()), { action: 'skip', step: 'work' });
    expect(state).toMatchObject({
      life: { status: 'completed' },
      steps: { plan: { sigma: 'waived' }, work: { sigma: 'waived', n: 0 } },
    });
  });

  test('a skip must name its step, and one that the run has; an answer that frees nothing is followed by a new question', async () => {
    const question = await asked(engine, stuck());
    await expect(decideWith(engine, question, { action: 'skip' })).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(decideWith(engine, question, { action: 'skip', step: 'no' })).rejects.toMatchObject({
      code: 'unknown_step',
    });
    await decideWith(engine, question, { action: 'redo', step: 'work' });
    await engine.until(question.id, ({ escalations }) => Object.keys(escalations).length === 2);
    const again = await nextQuestion(engine, question.id);
    isAbout(again, 'deadlock', offered);
    expect((await settled(again, { action: 'abort' })).state).toMatchObject({ life: { failure: { code: 'aborted' } } });
  });
});

describe('R6, R72: a run that resolves nothing more is stalled', () => {
  const recovery = { rMax: 0, onExhausted: 'backtrack', eMax: 9, backtrackTo: ['plan'] };
  const circling = (verdicts: readonly object[]) =>
    chain([PASS], verdicts, { work: { recovery }, run: { budgets: { maxStall: 2 } } });

  test.each<[Answer, object]>([
    [{ action: 'redo', step: 'plan', guidance: 'Otherwise.' }, { steps: { work: { sigma: 'satisfied' } } }],
    [{ action: 'skip', step: 'work' }, { steps: { work: { sigma: 'waived' } } }],
  ])('%j goes on with a stall count of its own', async (answer, expected) => {
    const question = await asked(engine, circling([SAME, SAME, SAME, PASS]));
    isAbout(question, 'stalled', { allowedActions: ['redo', 'skip', 'abort'] });
    expect(question.state).toMatchObject({ stall: { since: 2 }, steps: { work: { n: 3, backtracks: 3 } } });
    expect(question.question).not.toHaveProperty('step');
    const { state } = await settled(question, answer);
    expect(state).toMatchObject({ life: { status: 'completed' }, ...expected });
    expect(state.stall.since).toBeLessThan(2);
  });

  test('steps that run beside each other, and retries, are no stall', async () => {
    const { steps, ...rest } = chain([SAME, PASS], [SAME, PASS], { run: { budgets: { maxStall: 2 } } });
    const id = await engine.start({ ...rest, steps: steps.map((step) => ({ ...step, requires: [] })) });
    expect(await engine.until(id, (now) => ended(now) || now.life.status !== 'running')).toMatchObject({
      life: { status: 'completed' },
      usage: { attempts: 4 },
      escalations: {},
    });
  });

  test('it is asked again when nothing is resolved after the answer either', async () => {
    const question = await asked(engine, circling([SAME]));
    await updateWith(engine, question, { action: 'redo', step: 'plan' });
    await engine.until(question.id, ({ escalations }) => Object.keys(escalations).length === 2);
    const again = await nextQuestion(engine, question.id);
    isAbout(again, 'stalled', {});
    expect((await settled(again, { action: 'abort' })).state.life.status).toBe('failed');
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
    const question = await asked(engine, chain([PASS], verdicts, { work: { recovery } }));
    isAbout(question, kind, { step: 'work', artifactDigest: digestOf('w2') });
    const { state } = await settled(question, { action: 'retry', guidance: 'Otherwise.' });
    expect(state).toMatchObject({ life: { status: 'completed' }, steps: { work: { sigma: 'satisfied', ...work } } });
  });
});

test('R65: a context that fits in no way is answered by an artifact of a person, and nothing was an attempt', async () => {
  const question = await asked(engine, scripted(['never made'], [PASS], { maxContextTokens: 3 }));
  isAbout(question, 'context_overflow', { allowedActions: ['amend', 'retry', 'redo', 'skip', 'abort'] });
  const { state } = await settled(question, { action: 'amend', content: 'by hand' });
  expect(state).toMatchObject({
    life: { status: 'completed' },
    usage: { attempts: 0, llmCalls: 0 },
    steps: { work: { sigma: 'satisfied', n: 0, artifact: { digest: digestOf('by hand') } } },
  });
});

test('R32: a provider that was down is asked again by a retry, and its faults were no attempt', async () => {
  providerRefuses = true;
  const question = await asked(engine, scripted(['good'], [PASS])).finally(() => {
    providerRefuses = false;
  });
  isAbout(question, 'infrastructure', { allowedActions: ['amend', 'retry', 'skip', 'abort'] });
  const { state } = await settled(question, { action: 'retry' });
  expect(state).toMatchObject({
    life: { status: 'completed' },
    usage: { attempts: 1 },
    steps: { work: { sigma: 'satisfied', epoch: 2, n: 1 } },
  });
});

test('running 4: a scripted fault is met once, also over a retry by a person', async () => {
  const outputs = [{ status: 401 }, 'first', { status: 401 }, { status: 401 }, 'second'];
  const verdicts = [{ verdict: 'retry', feedback: 'again' }, PASS];
  const first = await asked(engine, scripted(outputs, verdicts));
  await updateWith(engine, first, { action: 'retry' });
  for (const open of [2, 3]) {
    await engine.until(first.id, ({ escalations }) => Object.keys(escalations).length === open);
    const next = await nextQuestion(engine, first.id);
    isAbout(next, 'infrastructure', {});
    await updateWith(engine, next, { action: 'retry' });
  }
  expect(await engine.until(first.id, ended)).toMatchObject({
    life: { status: 'completed' },
    usage: { attempts: 2 },
    steps: { work: { n: 2, artifact: { digest: digestOf('second') } } },
  });
});

describe('R44, R73: a person is asked in the words of the definition, by name', () => {
  const words = { question: 'Is it what the customer wanted?', assignees: ['ada', 'bob'] };

  test.each<[string, object]>([
    ['a human leaf', { guard: { sequence: [{ use: 'not-empty' }, { use: 'human', with: words }] } }],
    ['a human generator', { generator: { kind: 'human', ...words } }],
  ])('%s', async (_of, work) => {
    const { id, question } = await asked(engine, chain([PASS], [PASS], { work }));
    const shown = await api.inject(`/v1/escalations/${question.id}`);
    expect(shown.json()).toMatchObject(words);
    const listed = await api.inject(`/v1/escalations?runId=${id}`);
    expect(listed.json().data).toMatchObject([words]);
  });

  test('and in those of the engine where it is no question of the definition', async () => {
    const { question } = await asked(engine, chain([PASS], [FATAL]));
    const shown = await api.inject(`/v1/escalations/${question.id}`);
    expect(shown.json()).toMatchObject({ question: expect.stringContaining('judged work fatal'), assignees: [] });
  });
});

const input = (generator: object, guard: object) => ({
  name: 'asks',
  steps: [{ id: 'work', generator: { kind: 'human', question: 'Shall we?', ...generator }, guard }],
});
const MISFITS: readonly (readonly [string, Readonly<Record<string, unknown>>, Answer, Answer])[] = [
  [
    'invalid_answer',
    input({ answer: { enum: ['yes', 'no'] } }, { use: 'not-empty' }),
    { action: 'amend', content: 'maybe' },
    { action: 'amend', content: 'yes' },
  ],
  [
    'rejected_by_guard',
    input({}, { use: 'one-of', with: { values: ['yes', 'no'] } }),
    { action: 'amend', content: 'maybe' },
    { action: 'amend', content: 'yes' },
  ],
  [
    'digest_required',
    chain([PASS], [FATAL]),
    { action: 'approve' },
    { action: 'approve', artifactDigest: digestOf('w1') },
  ],
];

test.each(MISFITS)(
  'an Update that is %s is refused at once, and the question stays as it was (R115)',
  async (code, definition, wrong, right) => {
    const before = await asked(engine, definition);
    await expect(updateWith(engine, before, wrong)).rejects.toMatchObject({ cause: { type: code } });
    const state = await engine.until(before.id, () => true);
    expect(state.escalations).toEqual(before.state.escalations);
    expect((await engine.log(before.id)).map(({ type }) => type)).not.toContain('decision.rejected');
    await updateWith(engine, before, right);
    expect(await engine.until(before.id, ended)).toMatchObject({ life: { status: 'completed' } });
  },
);

test.each(MISFITS)(
  'a signal that is %s is noted as rejected, and the question stays as it was (R115)',
  async (code, definition, wrong, right) => {
    const before = await asked(engine, definition);
    const signal = (answer: Answer) =>
      engine.handleOf(before.id).signal(SIGNALS.decide, { escalationId: before.question.id, by: 'ada', ...answer });
    const refusals = async () => (await engine.log(before.id)).filter(({ type }) => type === 'decision.rejected');
    await signal(wrong);
    await until('the refusal is noted', async () => ((await refusals()).length > 0 ? true : undefined));
    await signal(right);
    const state = await engine.until(before.id, ended);
    expect(state).toMatchObject({ life: { status: 'completed' } });
    expect(await refusals()).toMatchObject([{ action: wrong.action, reason: code }]);
  },
);
