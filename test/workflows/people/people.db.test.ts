// A real PostgreSQL, the simulated models: what people are asked, and every answer to it.
import { randomUUID } from 'node:crypto';
import type { DecideRequest } from '../../../src/model/input.ts';
import type { EscalationState, RunState } from '../../../src/model/run-state.ts';
import { NO_USAGE } from '../../../src/model/usage.ts';
import { digestOf } from '../../../src/store/digest.ts';
import { startInProcess } from '../../support/engine/in-process.ts';
import type { AnyEngine } from '../../support/engine/parts.ts';
import { ended, scripted } from '../../support/engine/scripted.ts';

let engine: AnyEngine;
beforeAll(async () => {
  engine = await startInProcess();
});
afterAll(() => engine?.stop());

const PASS = { verdict: 'pass' };
const FATAL = { verdict: 'fatal', feedback: 'never like this' };
const RETRY = { verdict: 'retry', feedback: 'AssertionError: no' };

/** plan → work; `verdicts` are those of work. */
function chain(verdicts: readonly object[], facts: object = {}) {
  const step = (id: string, requires: readonly string[], judged: readonly object[], more: object = {}) => ({
    id,
    requires,
    generator: { kind: 'llm', prompt: `Make ${id}.` },
    guard: { use: 'scripted', with: { verdicts: judged } },
    ...more,
  });
  return {
    name: 'chain',
    specification: 'Make it well.',
    model: { name: 'sim:script', extra: { sim: { outputs: { plan: ['p1', 'p2'], work: ['w1', 'w2', 'w3'] } } } },
    steps: [step('plan', [], [PASS]), step('work', ['plan'], verdicts, facts)],
  };
}

async function asked(
  definition: Readonly<Record<string, unknown>>,
): Promise<{ id: string; question: EscalationState; state: RunState }> {
  const id = await engine.start(definition);
  const state = await engine.until(
    id,
    ({ escalations, life }) =>
      life.status !== 'running' && Object.values(escalations).some(({ status: is }) => is === 'open'),
  );
  const question = Object.values(state.escalations).find(({ status }) => status === 'open');
  if (!question) throw new Error('no question');
  return { id, question, state };
}

function decide(
  id: string,
  question: EscalationState,
  decision: Omit<DecideRequest, 'kind' | 'escalationId'>,
  request = randomUUID(),
) {
  return engine.runs.send(id, { kind: 'decide', escalationId: question.id, by: 'ada', ...decision }, request);
}

async function humanArtifact(id: string, text: string) {
  const digest = digestOf(text);
  const artifactId = `art_${randomUUID()}`;
  await engine.store.artifacts.save(
    {
      id: artifactId,
      runId: id,
      step: 'work',
      digest,
      mediaType: 'text/plain',
      bytes: text.length,
      source: 'human',
      usage: NO_USAGE,
      parents: [],
      createdAt: 1,
    },
    [text],
  );
  return { artifactId, digest };
}

test('U-7: approve over the guard waives the step with its artifact', async () => {
  const { id, question } = await asked(chain([FATAL]));
  await decide(id, question, { action: 'approve', artifactDigest: question.artifactDigest ?? '' });
  const state = await engine.until(id, ended);
  expect(state).toMatchObject({
    life: { status: 'completed' },
    steps: { work: { sigma: 'waived', artifact: { digest: question.artifactDigest } } },
  });
  const { rows } = await engine.store.attempts.list(id, { step: 'work' }, { limit: 5 });
  expect(rows.map(({ status }) => status)).toEqual(['waived']);
});

test('R43: a failed amendment leaves the question open about itself, a good one settles the step and costs no attempt', async () => {
  const { id, question } = await asked(chain([FATAL, RETRY, PASS]));
  await decide(id, question, { action: 'amend', ...(await humanArtifact(id, 'mine, first')) });
  const moved = await engine.until(
    id,
    ({ escalations }) => escalations[question.id]?.artifactDigest === digestOf('mine, first'),
  );
  expect(moved).toMatchObject({ life: { status: 'escalated' }, usage: { attempts: 2 } });
  await expect(
    decide(id, question, { action: 'skip', artifactDigest: question.artifactDigest ?? '' }),
  ).rejects.toMatchObject({ code: 'digest_mismatch' });
  await decide(id, question, { action: 'amend', ...(await humanArtifact(id, 'mine, second')) });
  const state = await engine.until(id, ended);
  expect(state).toMatchObject({
    life: { status: 'completed' },
    usage: { attempts: 2 },
    steps: { work: { sigma: 'satisfied', artifact: { digest: digestOf('mine, second') } } },
    escalations: { [question.id]: { status: 'decided', decision: { action: 'amend', by: 'ada' } } },
  });
});

test('R28: retry opens a new epoch with so many attempts, and the guidance joins the specification', async () => {
  const { id, question } = await asked(chain([FATAL, RETRY, RETRY]));
  await decide(id, question, { action: 'retry', guidance: 'Use {braces} sparingly.', extraAttempts: 2 });
  const state = await engine.until(id, ({ escalations }) => Object.keys(escalations).length === 2);
  expect(state.steps['work']).toMatchObject({ epoch: 2, attempt: 2, allowed: 2, n: 3 });
  const { rows } = await engine.store.attempts.list(id, { step: 'work' }, { limit: 5 });
  expect(rows[1]?.artifact?.context?.specification).toBe('Make it well.\n\nA person says: Use {braces} sparingly.');
});

test('R15: redo resets the upstream step and everything after it', async () => {
  const { id, question } = await asked(chain([FATAL, PASS]));
  await decide(id, question, { action: 'redo', step: 'plan', guidance: 'Another plan.' });
  const state = await engine.until(id, ended);
  expect(state).toMatchObject({
    life: { status: 'completed' },
    steps: { plan: { epoch: 2, n: 2 }, work: { epoch: 2, n: 2 } },
  });
});

test('redo of a step that is not upstream is refused and changes nothing', async () => {
  const { id, question, state } = await asked(chain([FATAL]));
  await expect(decide(id, question, { action: 'redo', step: 'nowhere' })).rejects.toMatchObject({
    code: 'not_upstream',
  });
  expect((await engine.store.runs.find(id))?.state.seq).toBe(state.seq);
});

test('R12: skip waives the step without an artifact', async () => {
  const { id, question } = await asked(chain([FATAL]));
  await decide(id, question, { action: 'skip' });
  expect(await engine.until(id, ended)).toMatchObject({
    life: { status: 'completed' },
    steps: { work: { sigma: 'waived' } },
  });
});

test('R49: raise lifts a budget and the run goes on', async () => {
  const { id, question } = await asked({ ...scripted(['x'], [RETRY, RETRY, PASS]), budgets: { maxAttempts: 2 } });
  expect(question).toMatchObject({ kind: 'budget', allowedActions: ['raise', 'abort'] });
  await decide(id, question, { action: 'raise', budgets: { maxAttempts: 5 } });
  expect(await engine.until(id, ended)).toMatchObject({
    life: { status: 'completed' },
    usage: { attempts: 3 },
    budgets: { maxAttempts: 5 },
  });
  expect((await engine.log(id)).map(({ type }) => type)).toContain('budget.warning');
});

test('R42: two people at once: one decision counts, the same again is a repeat, another is refused with the first', async () => {
  const { id, question } = await asked(chain([FATAL, PASS]));
  const actions = ['retry', 'skip', 'retry'] as const;
  const answers = await Promise.allSettled(
    actions.map((action, person) => decide(id, question, { action, by: `person ${person}` })),
  );
  const taken = Object.values((await engine.until(id, ended)).escalations)[0]?.decision?.action;
  expect(answers.map(({ status }) => status)).toEqual(
    actions.map((action) => (action === taken ? 'fulfilled' : 'rejected')),
  );
  for (const answer of answers) {
    if (answer.status === 'rejected') {
      expect(answer.reason).toMatchObject({ code: 'already_decided', facts: { decision: { action: taken } } });
    }
  }
  await engine.until(id, ended);
});

test('R41: a question that nobody answers in time fails the run', async () => {
  const id = await engine.start(chain([FATAL], { timeouts: { decision: 'PT1S' } }));
  const state = await engine.until(id, ended);
  expect(state).toMatchObject({ life: { status: 'failed', failure: { code: 'escalation_expired', step: 'work' } } });
  expect(Object.values(state.escalations)).toMatchObject([{ status: 'expired' }]);
});

test('R44: a human generator waits for the artifact that a person supplies', async () => {
  const { id, question } = await asked(chain([PASS], { generator: { kind: 'human', question: 'What is the work?' } }));
  expect(question).toMatchObject({ kind: 'input', step: 'work', allowedActions: ['amend', 'skip', 'abort'] });
  await decide(id, question, { action: 'amend', ...(await humanArtifact(id, 'by hand')) });
  expect(await engine.until(id, ended)).toMatchObject({
    life: { status: 'completed' },
    usage: { attempts: 1 },
    steps: { work: { sigma: 'satisfied' } },
  });
});

test('R81: a step marked so is generated only once a person agrees', async () => {
  const { id, question, state } = await asked(chain([PASS], { approval: true }));
  expect(question).toMatchObject({ kind: 'approval', step: 'work' });
  expect(state.usage.attempts).toBe(1);
  await decide(id, question, { action: 'approve' });
  expect(await engine.until(id, ended)).toMatchObject({ life: { status: 'completed' }, usage: { attempts: 2 } });
});

const HUMAN = { sequence: [{ use: 'not-empty' }, { use: 'human', id: 'editor', with: { question: 'Is it good?' } }] };

test('R73: a human leaf approves or rejects in the middle of a guard', async () => {
  const { id, question } = await asked(chain([], { guard: HUMAN }));
  expect(question).toMatchObject({ kind: 'approval', leaf: 'editor', step: 'work' });
  await decide(id, question, { action: 'reject', feedback: 'too short' });
  const again = await engine.until(
    id,
    ({ escalations, life }) => life.status === 'escalated' && Object.keys(escalations).length === 2,
  );
  const second = Object.values(again.escalations).find(({ status }) => status === 'open');
  if (!second) throw new Error('no second question');
  await decide(id, second, { action: 'approve' });
  expect(await engine.until(id, ended)).toMatchObject({
    life: { status: 'completed' },
    steps: { work: { n: 2, sigma: 'satisfied' } },
  });
  const { rows } = await engine.store.attempts.list(id, { step: 'work' }, { limit: 5 });
  expect(rows.map(({ status, verdict }) => [status, verdict?.guard, verdict?.nature, verdict?.feedback])).toEqual([
    ['rejected', 'editor', 'human', 'too short'],
    ['accepted', 'editor', 'human', ''],
  ]);
});

test('R45: a waiting human guard blocks its own branch only', async () => {
  const definition = chain([PASS], {});
  const [plan, work] = definition.steps;
  const slow = { ...scripted([{ text: 'x', delay: '700ms' }], [PASS]).steps[0], id: 'other' };
  const outputs = { ...definition.model.extra.sim.outputs, other: [{ text: 'x', delay: '700ms' }] };
  const id = await engine.start({
    ...definition,
    model: { name: 'sim:script', extra: { sim: { outputs } } },
    steps: [{ ...plan, guard: HUMAN }, work, slow],
  });
  const waiting = await engine.until(id, ({ escalations }) => Object.keys(escalations).length === 1);
  expect(waiting.life.status).toBe('running');
  const blocked = await engine.until(id, ({ life }) => life.status === 'escalated');
  expect(blocked.steps['other']?.sigma).toBe('satisfied');
  const question = Object.values(blocked.escalations)[0];
  if (question) await decide(id, question, { action: 'approve' });
  expect((await engine.until(id, ended)).life.status).toBe('completed');
});

test('R41: onExpiry reject says retry when nobody answers', async () => {
  const guard = { use: 'human', with: { question: 'Good?', expiresIn: 'PT1S', onExpiry: 'reject' } };
  const id = await engine.start(chain([], { guard, recovery: { rMax: 0, onExhausted: 'fail' } }));
  const state = await engine.until(id, ended);
  expect(state).toMatchObject({
    life: { status: 'failed', failure: { code: 'attempts_exhausted' } },
    steps: { work: { n: 1 } },
  });
});

test('R43, R73: what a person writes where a person was to judge is accepted without asking again', async () => {
  const guard = { sequence: [{ use: 'not-empty' }, { use: 'human', with: { question: 'Good?' } }] };
  const { id, question } = await asked(chain([], { guard }));
  await decide(id, question, { action: 'amend', ...(await humanArtifact(id, 'mine')) });
  const state = await engine.until(id, ended);
  expect(state).toMatchObject({ life: { status: 'completed' }, steps: { work: { sigma: 'satisfied' } } });
  expect(Object.keys(state.escalations)).toEqual([question.id]);
});

test("api 2: a person's guidance is told among what was injected into the attempt", async () => {
  const { id, question } = await asked(chain([FATAL, PASS]));
  await decide(id, question, { action: 'retry', guidance: 'Use the other library.' });
  await engine.until(id, ended);
  const { rows } = await engine.store.attempts.list(id, { step: 'work', n: 2 }, { limit: 10 });
  expect(rows[0]?.artifact?.context?.injected).toEqual(
    expect.arrayContaining([{ from: question.id, text: 'Use the other library.' }]),
  );
});
