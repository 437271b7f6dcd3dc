import type { Limits, Sandbox } from '../../sandbox/sandbox.ts';
import { runCanary } from './canary.ts';
import type { Outcome } from './outcome.ts';
import type { Ready } from './prepare.ts';
import { runSplit } from './split.ts';
import type { TestResult } from './test-run.ts';

/** Tests and implementation in two processes, or in one that is watched (guards 1.6). */
export const PROTOCOLS = ['split', 'canary'] as const;
export type Protocol = (typeof PROTOCOLS)[number];

export interface TestJob {
  readonly sandbox: Sandbox;
  readonly ready: Ready;
  /** The only one, where it is asked for. */
  readonly protocol: Protocol | undefined;
  /** Of each run. */
  readonly limits: Limits;
  readonly signal: AbortSignal;
}

export interface Reported {
  /** The weaker of those that the outcome comes from. */
  readonly protocol: Protocol;
  readonly outcome: Outcome;
}

/**
 * Runs tests so that the implementation cannot say how they end: split into two processes. Where some only mean something in one process
 * all are run in one as well; those that could be split then pass only if they have passed both times.
 */
export async function runTests(job: TestJob): Promise<Reported> {
  const { ready, protocol } = job;
  if (protocol === 'canary') return { protocol, outcome: await runCanary(job) };
  const { apart: why } = ready.tests.declared;
  const split = why === undefined ? await runSplit(job) : ({ kind: 'cannot-cross', why } as const);
  const apart = apartIn(split, ready);
  if (apart === NONE) return { protocol: 'split', outcome: split };
  if (protocol === 'split') return { protocol, outcome: { kind: 'cannot-cross', why: apart.why } };
  return { protocol: 'canary', outcome: joined(split, await runCanary(job), apart) };
}

/** Which tests need one process. */
interface Apart {
  has(name: string): boolean;
  /** Why the first of them does. */
  readonly why: string;
}

const NONE: Apart = { has: () => false, why: '' };

function apartIn(split: Outcome, { tests: { declared } }: Ready): Apart {
  if (split.kind === 'cannot-cross') return { has: () => true, why: split.why };
  if (split.kind !== 'ran' && split.kind !== 'cut') return NONE;
  const seen = declared.tests.map(({ name, apart }) => [name, apart] as const);
  const found = split.run.results.map(({ name, status, error }) => [name, refusal(status, error?.message)] as const);
  const reasons = [...seen, ...found].flatMap(([name, why]) => (why === undefined ? [] : [[name, why] as const]));
  const names = new Set(reasons.map(([name]) => name));
  const [first] = reasons;
  if (first === undefined) return NONE;
  const [, why] = first;
  if (split.kind === 'ran') return { has: (name) => names.has(name), why };
  // A test that was cut short for what it needs says nothing of the others.
  return names.has(split.run.current ?? '') ? { has: () => true, why } : NONE;
}

function refusal(status: TestResult['status'], why = ''): string | undefined {
  return status === 'cannot-cross' ? why : undefined;
}

function joined(split: Outcome, canary: Outcome, apart: Apart): Outcome {
  if (split.kind !== 'ran' || canary.kind !== 'ran') return canary;
  const unpassed = new Map(
    split.run.results.filter(({ status }) => status !== 'passed').map((result) => [result.name, result]),
  );
  const results = canary.run.results.map((result) =>
    apart.has(result.name) ? result : (unpassed.get(result.name) ?? result),
  );
  return { kind: 'ran', run: { ...canary.run, results } };
}
