// The checker itself, over the evidence of real runs: it finds nothing wrong with them, and everything that is planted.
import type { Event } from '../../src/model/event.ts';
import { NO_USAGE } from '../../src/model/usage.ts';
import { startEngine, type TestEngine } from '../support/engine/engine.ts';
import { collect, judge } from '../support/engine/evidence.ts';
import { type Evidence, violationsOf } from '../support/invariants.ts';
import { SCENARIOS } from '../support/played/scenarios.ts';
import { onServer } from '../support/servers/database.ts';

const KINDS = ['stagnation-and-backtrack', 'decided-retry', 'stopped-now', 'decided-amend', 'human-guard', 'diamond'];

let engine: TestEngine;
let ids: readonly string[];
let backtracked: Evidence;
let decided: Evidence;
let stopped: Evidence;
beforeAll(async () => {
  engine = await startEngine();
  ids = await Promise.all(KINDS.map(play));
  const [first, second, third] = await collect(engine, ids.slice(0, 3));
  if (!first || !second || !third) throw new Error('no evidence');
  [backtracked, decided, stopped] = [first.evidence, second.evidence, third.evidence];
});
afterAll(() => engine?.stop());

test('I1, I2, I3, I4, I6, I7, I8, I9, I12: undisturbed runs of several kinds break nothing', async () => {
  expect(await judge(engine, ids)).toMatchObject({ runs: KINDS.length, violations: [] });
});

const without = (log: readonly Event[], type: Event['type']) => log.filter((event) => event.type !== type);
const firstOf = (log: readonly Event[], type: Event['type']) => log.findIndex((event) => event.type === type);

/** Each plants one fault in the evidence of a run that backtracked. */
const PLANTED: readonly (readonly [title: string, invariant: RegExp, plant: (found: Evidence) => Partial<Evidence>])[] =
  [
    ['a run that neither ended nor waits', /^I1: /, ({ view }) => ({ view: withoutEnd(view) })],
    ['an execution that outlives its run', /^I1: /, () => ({ execution: 'RUNNING' })],
    ['a second ending', /^I2: /, ({ log }) => ({ log: [...log, ...log.slice(-1)] })],
    [
      'two answers under one token',
      /^I3: .* two stored/,
      ({ artifacts }) => ({ artifacts: [...artifacts, ...artifacts] }),
    ],
    [
      'an answer that was never stored',
      /^I3: event .* not stored/,
      ({ artifacts }) => ({ artifacts: artifacts.slice(1) }),
    ],
    ['an answer that the log lost', /^I3: .* is lost/, ({ log }) => ({ log: without(log, 'artifact.created') })],
    [
      'bytes that were changed',
      /^I3: the bytes/,
      ({ artifacts }) => ({ artifacts: artifacts.map((artifact) => ({ ...artifact, digestOfBytes: 'sha256:0' })) }),
    ],
    [
      'a parent that is younger',
      /^I4: /,
      ({ artifacts }) => ({
        artifacts: artifacts.map((artifact) => ({ ...artifact, parents: [artifact.ordinal + 1] })),
      }),
    ],
    [
      'usage that is counted nowhere',
      /^I6: the discarded/,
      ({ discarded }) => ({ discarded: { ...discarded, llmCalls: 1 } }),
    ],
    ['a broken call that is counted nowhere', /^I6: the discarded/, () => ({ broken: [{ ...NO_USAGE, llmCalls: 1 }] })],
    ['a call that waits though its run does not', /^I12: t1 is still/, () => ({ waiting: ['t1'] })],
    [
      'usage that is counted otherwise',
      /^I6: the log/,
      ({ artifacts }) => ({
        artifacts: artifacts.map((artifact) => ({ ...artifact, usage: { ...artifact.usage, outputTokens: 7_777 } })),
      }),
    ],
    ['more generations than the bound', /^I7: .* bound 1$/, ({ plan }) => ({ plan: { ...plan, bound: 1 } })],
    [
      'an attempt beyond those allowed',
      /^I7: .* of 0/,
      ({ log }) => ({ log: log.map((event) => (event.type === 'step.started' ? { ...event, allowed: 0 } : event)) }),
    ],
    [
      'a step satisfied without a pass',
      /^I8: .* without a pass/,
      ({ log }) => ({ log: without(log, 'guard.verdict') }),
    ],
    [
      'another verdict than the guard gave',
      /^I8: the log calls/,
      ({ verdicts }) => ({ verdicts: verdicts.map((verdict) => ({ ...verdict, verdict: 'fatal' })) }),
    ],
    [
      'a dependent that was not undone',
      /^I8: the backtrack/,
      ({ log }) => ({ log: log.toSpliced(firstOf(log, 'step.invalidated'), 1) }),
    ],
    ['a hole in the log', /^I12: the log has a hole/, ({ log }) => ({ log: log.toSpliced(4, 1) })],
    [
      'an event told twice',
      /^I12: the log has a hole or a repeat/,
      ({ log }) => ({ log: log.toSpliced(4, 0, ...log.slice(3, 4)) }),
    ],
    ['a view row that lags', /^I12: the view row/, ({ view }) => ({ view: { ...view, seq: view.seq - 1 } })],
    [
      'a workflow that is elsewhere',
      /^I12: the workflow/,
      ({ reported }) => ({ reported: { ...reported, iterations: 99 } }),
    ],
    [
      'a history that tells otherwise',
      /^I12: history and log differ/,
      ({ carried }) => ({ carried: carried.map((event) => ({ ...event, at: 1 })) }),
    ],
    [
      'an event that no history has',
      /^I12: event .* in no history/,
      ({ carried }) => ({ carried: carried.toSpliced(4, 1) }),
    ],
    [
      'an attempt that is not listed',
      /^I12: the list of attempts/,
      ({ attempts }) => ({ attempts: attempts.slice(1) }),
    ],
  ];

test.each(PLANTED)('the checker sees %s', (_title, invariant, plant) => {
  expect(violationsOf(backtracked)).toEqual([]);
  expect(violationsOf({ ...backtracked, ...plant(backtracked) })).toContainEqual(expect.stringMatching(invariant));
});

test('the checker sees a fatal verdict that nobody was asked about', () => {
  const log = without(decided.log, 'escalation.opened');
  expect(violationsOf(decided)).toEqual([]);
  expect(violationsOf({ ...decided, log })).toContainEqual(expect.stringMatching(/^I8: nobody was asked/));
});

test('the checker sees a generation that outlives a stop', () => {
  const log = without(stopped.log, 'attempt.finished');
  expect(violationsOf(stopped)).toEqual([]);
  expect(violationsOf({ ...stopped, log })).toContainEqual(expect.stringMatching(/^I2: t\d+ outlives the ending/));
});

test('the checker sees what is planted in the database itself', async () => {
  const [id = ''] = ids.slice(-1);
  await onServer(`delete from events where run_id = '${id}' and seq = 5`, engine.databaseUrl);
  const { violations } = await judge(engine, [id]);
  expect(violations).toContainEqual(expect.stringContaining('I12: the log has a hole'));
});

async function play(kind: string): Promise<string> {
  const scenario = SCENARIOS[kind];
  if (!scenario) throw new Error(`there is no scenario "${kind}"`);
  return scenario(engine);
}

function withoutEnd(view: Evidence['view']): Evidence['view'] {
  return { ...view, life: { status: 'running' } };
}
