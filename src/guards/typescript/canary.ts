import { randomBytes } from 'node:crypto';
import type { Ending, Limits, Sandbox } from '../../sandbox/sandbox.ts';
import { endingWords, type Outcome } from './outcome.ts';
import { peerOf } from './peer.ts';
import type { Ready } from './prepare.ts';
import { programJob } from './programs.ts';
import { heardOf, NOTHING_RUN, type TestRun } from './test-run.ts';

interface Canary {
  readonly sandbox: Sandbox;
  readonly ready: Ready;
  readonly limits: Limits;
  readonly signal: AbortSignal;
}

/**
 * Runs tests and implementation in one process (guards 1.6, A), for tests that two processes cannot share. It is believed when the run
 * reports all tests that the text of the tests shows, one more that must pass, one more that must fail, and ends with exit code 1.
 */
export async function runCanary({ sandbox, ready, limits, signal }: Canary): Promise<Outcome> {
  const { policy } = ready.implementation;
  if (policy.length > 0) return { kind: 'tampered', why: policy.join('; ') };
  const { implementation, tests, given } = ready;
  const files = { ...given, 'implementation.mjs': implementation.script, 'tests.mjs': tests.script };
  const running = sandbox.start({ ...programJob('one-process', files, '../tests.mjs'), limits }, signal);
  const peer = peerOf(running);
  const canaries = [randomName(), randomName()] as const;
  peer.say('start', JSON.stringify(canaries));
  let run = NOTHING_RUN;
  for (let said = await peer.hear(); said !== undefined; said = await peer.hear()) run = heardOf(run, said);
  const finished = await running.finished;
  if (run.broken !== undefined)
    return { kind: 'not-begun', during: 'the import of the implementation', error: run.broken };
  if (finished.ending.kind === 'exceeded' || !run.isDone)
    return {
      kind: 'cut',
      run: withoutCanaries(run, canaries),
      why: endingWords(finished, limits),
    };
  const why = suspicion(run, finished.ending, canaries, ready);
  return why === undefined ? { kind: 'ran', run: withoutCanaries(run, canaries) } : { kind: 'tampered', why };
}

function randomName(): string {
  return `canary ${randomBytes(12).toString('base64url')}`;
}

/** Why a run cannot be believed. */
function suspicion(
  { planned, results }: TestRun,
  ending: Ending,
  [mustPass, mustFail]: readonly [string, string],
  { tests }: Ready,
): string | undefined {
  const statusOf = (name: string) => results.find((result) => result.name === name)?.status;
  if (statusOf(mustPass) !== 'passed') return 'a test that must pass did not pass';
  if (statusOf(mustFail) !== 'failed') return 'a test that must fail did not fail';
  if (ending.kind !== 'exited' || ending.code !== 1) return 'the process did not end as the test run ends it';
  const declared = tests.declared.tests.map(({ name }) => name);
  const missing = [...declared, ...planned].find((name) => statusOf(name) === undefined);
  if (missing !== undefined) return `the test "${missing}" was not run`;
  const expected = new Set([...declared, mustPass, mustFail]);
  const extra = tests.declared.isComplete ? planned.find((name) => !expected.has(name)) : undefined;
  return extra === undefined ? undefined : `the test "${extra}" is not one of the tests`;
}

function withoutCanaries(run: TestRun, canaries: readonly string[]): TestRun {
  const isOwn = (name: string): boolean => !canaries.includes(name);
  return {
    ...run,
    planned: run.planned.filter(isOwn),
    results: run.results.filter(({ name }) => isOwn(name)),
    current: run.current !== undefined && isOwn(run.current) ? run.current : undefined,
  };
}
