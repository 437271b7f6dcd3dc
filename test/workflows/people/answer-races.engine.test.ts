// A real Temporal server, a real PostgreSQL: answers of people that meet a stop, an expiry, a late result, another answer.
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { RunNotOpen } from '../../../src/api/run-client.ts';
import type { Event } from '../../../src/model/event.ts';
import { Refused } from '../../../src/model/input.ts';
import { openEscalations } from '../../../src/model/run-state.ts';
import { digestOf } from '../../../src/store/digest.ts';
import { consistent } from '../../support/consistent.ts';
import { type Answer, asked, chain, decideWith, updateWith } from '../../support/engine/asked.ts';
import { startEngine, type TestEngine } from '../../support/engine/engine.ts';
import { ended } from '../../support/engine/scripted.ts';

let engine: TestEngine;
/** While it is set, verdicts are made but not stored. */
let verdictsHeld: Promise<void> | undefined;
/** An answer of this text has come and is not stored while `answersHeld` is set. */
const HELD = 'held';
let answersHeld: Promise<void> | undefined;

beforeAll(async () => {
  engine = await startEngine({
    seen: (store) => ({
      ...store,
      artifacts: {
        ...store.artifacts,
        async save(record, contents) {
          if (contents[0] === HELD) await answersHeld;
          return store.artifacts.save(record, contents);
        },
      },
      verdicts: {
        ...store.verdicts,
        async save(...verdict) {
          await verdictsHeld;
          return store.verdicts.save(...verdict);
        },
      },
    }),
  });
});
afterAll(() => engine?.stop());

const PASS = { verdict: 'pass' };
const FATAL = { verdict: 'fatal', feedback: 'never like this' };

/** So many at once, each a little different. */
const ROUNDS = 6;
const LAST = ROUNDS - 1;

function rounds<Result>(race: (round: number) => Promise<Result>): Promise<readonly Result[]> {
  return Promise.all(Array.from({ length: ROUNDS }, (_, round) => race(round)));
}

const typesOf = (log: readonly Event[]) => log.map(({ type }) => type);
const fulfilled = ({ status }: PromiseSettledResult<unknown>) => status === 'fulfilled';

/** Refused for a reason of the run's, never cut off. */
function isRefusal(result: PromiseSettledResult<unknown>): void {
  if (result.status === 'rejected')
    expect(result.reason instanceof Refused || result.reason instanceof RunNotOpen).toBe(true);
}

test('R42: the run itself refuses a decision about a question that has moved on since; one that has not keeps what was shown', async () => {
  const question = await asked(engine, chain([PASS], [FATAL, FATAL]));
  const plan = (await engine.store.runs.find(question.id))?.record.definition.digest ?? '';
  const seen = { amendments: 0, plan };
  await updateWith(engine, question, { action: 'amend', content: 'by hand', seen });
  const stale = decideWith(engine, question, { action: 'skip', seen });
  await expect(stale).rejects.toMatchObject({ code: 'stale_decision', facts: { changed: ['artifact'] } });
  await decideWith(engine, question, { action: 'skip', seen: { amendments: 1, plan }, shown: 'what ada saw' });
  await engine.until(question.id, ended);
  const log = await engine.store.events.read(question.id, 0, 200);
  expect(log.findLast(({ type }) => type === 'escalation.decided')).toMatchObject({ shown: 'what ada saw' });
});

test('R42, R74: a decision against a stop: one ending, and what was acknowledged is in the log', async () => {
  const answers: readonly Answer[] = [{ action: 'skip' }, { action: 'abort' }, { action: 'retry' }];
  const endings = await rounds(async (round) => {
    const question = await asked(engine, chain([PASS], [FATAL, PASS]));
    const answer = answers[round % answers.length] ?? { action: 'skip' };
    const sends = [
      () => decideWith(engine, question, answer),
      () => engine.runs.send(question.id, { kind: 'stop', by: 'ada' }, randomUUID()),
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
    if (!fulfilled(decided)) expect(state).toMatchObject({ life: { status: 'stopped' } });
    if (!fulfilled(stopped)) expect(state.escalations[question.question.id]?.status).toBe('decided');
    return state.life.status;
  });
  expect(endings.filter((status) => !['stopped', 'completed', 'failed'].includes(status))).toEqual([]);
});

test('R41: a decision around the expiry: the question is decided or expired, never both', async () => {
  const ways = await rounds(async (round) => {
    const question = await asked(engine, chain([PASS], [FATAL], { work: { timeouts: { decision: 'PT2S' } } }));
    const { id, expiresAt = 0 } = question.question;
    // The first is in time and the last is late for certain; the others come when the timer fires, within a second of its instant.
    if (round === LAST) await engine.until(question.id, ended);
    else if (round > 0) await wait(Math.max(0, expiresAt + (round - 1) * 120 - Date.now()));
    const [decided] = await Promise.allSettled([decideWith(engine, question, { action: 'skip' })]);
    await engine.until(question.id, ended);
    const { state, log } = await consistent(engine, question.id);
    isRefusal(decided);
    const ends = typesOf(log).filter((type) => type === 'escalation.decided' || type === 'escalation.expired');
    expect(ends).toEqual([fulfilled(decided) ? 'escalation.decided' : 'escalation.expired']);
    expect(state).toMatchObject(
      fulfilled(decided)
        ? { life: { status: 'completed' }, escalations: { [id]: { status: 'decided' } } }
        : {
            life: { status: 'failed', failure: { code: 'escalation_expired' } },
            escalations: { [id]: { status: 'expired' } },
          },
    );
    return fulfilled(decided);
  });
  expect([ways[0], ways[LAST]]).toEqual([true, false]);
});

test('R27: a redo while an affected step generates: what arrives under the old token changes nothing', async () => {
  const slow = 1_500;
  // The first is in time for certain: its answer is stored after the decision. The others come when the answer does.
  const decided = Promise.withResolvers<void>();
  answersHeld = decided.promise;
  const discarded = await rounds(async (round) => {
    const id = await engine.start(round === 0 ? fork(0, HELD) : fork(slow, 'late'));
    const begun = await engine.until(
      id,
      (now) => openEscalations(now).length > 0 && now.steps['aside']?.call !== undefined,
    );
    const [question] = openEscalations(begun);
    const old = begun.steps['aside']?.call?.token ?? '';
    if (!question) throw new Error('no question');
    const started = (await engine.log(id)).find((event) => 'token' in event && event.token === old)?.at ?? 0;
    if (round > 0) await wait(Math.max(0, started + slow + (round - 3) * 65 - Date.now()));
    const { seq } = await decideWith(engine, { id, question, state: begun }, { action: 'redo', step: 'plan' });
    if (round === 0) decided.resolve();
    await engine.until(id, ended);
    const { state, log } = await consistent(engine, id);
    expect(state).toMatchObject({
      life: { status: 'completed' },
      steps: { plan: { epoch: 2 }, work: { epoch: 2 }, aside: { epoch: 2, sigma: 'satisfied' } },
    });
    const ofOld = log.filter((event) => 'token' in event && event.token === old);
    expect(ofOld.filter((event) => event.seq > seq)).toEqual([]);
    const artifact = ofOld.find((event) => event.type === 'artifact.created');
    if (artifact?.type === 'artifact.created') expect(state.steps['aside']?.artifact?.id).not.toBe(artifact.artifactId);
    const { rows } = await engine.store.attempts.list(id, { step: 'aside' }, { limit: 9 });
    expect(rows.at(-1)).toMatchObject({ status: 'accepted', epoch: 2 });
    expect(state.usage.attempts).toBe(rows.filter(({ n }) => n !== undefined).length + 4);
    return ofOld.at(-1);
  });
  expect(discarded[0]).toMatchObject({ type: 'attempt.finished', status: 'discarded' });
});

test('R43: a retry while an amendment is being judged discards the amendment; its verdict comes late and changes nothing', async () => {
  const questions = await rounds(() => asked(engine, chain([PASS], [FATAL, PASS])));
  let release = () => {};
  verdictsHeld = new Promise((resolve) => {
    release = resolve;
  });
  try {
    await Promise.all(
      questions.map(async (question) => {
        await updateWith(engine, question, { action: 'amend', content: 'by hand' });
        await engine.until(question.id, ({ steps }) => steps['work']?.call?.source === 'human');
        await decideWith(engine, question, { action: 'retry' });
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
      life: { status: 'completed' },
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
    const question = await asked(engine, chain([PASS], [FATAL, PASS]));
    const amended = updateWith(engine, question, { action: 'amend', content: 'by hand' });
    if (round === LAST) await engine.until(question.id, ended);
    else await wait(round * 80);
    const [amend, retry] = await Promise.allSettled([amended, decideWith(engine, question, { action: 'retry' })]);
    await engine.until(question.id, ended);
    const { state, log } = await consistent(engine, question.id);
    isRefusal(retry);
    if (retry.status === 'rejected') expect(amend.status).toBe('fulfilled');
    const answers = log.flatMap((event) => (event.type === 'escalation.decided' ? event.action : []));
    expect(answers).toEqual([fulfilled(retry) ? 'retry' : 'amend']);
    expect(state).toMatchObject({
      life: { status: 'completed' },
      steps: { work: { artifact: { digest: digestOf(fulfilled(retry) ? 'w2' : 'by hand') } } },
    });
  });
});

/** plan → work, which is fatal at first, beside plan → aside, which takes so long. */
function fork(milliseconds: number, text: string) {
  const definition = chain([PASS], [FATAL, PASS]);
  const [plan, work] = definition.steps;
  const { outputs } = definition.model.extra.sim;
  const aside = [{ text, delay: `${milliseconds}ms` }];
  return {
    ...definition,
    model: { name: 'sim:script', extra: { sim: { outputs: { ...outputs, aside } } } },
    steps: [plan, work, { ...plan, id: 'aside', requires: ['plan'] }],
  };
}
