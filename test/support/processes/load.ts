import { setTimeout as wait } from 'node:timers/promises';
import { openEscalations, type RunState } from '../../../src/model/run-state.ts';
import type { Answer } from '../engine/rest.ts';
import { isAtRest } from '../invariants.ts';
import type { Seeded } from '../played/seeded.ts';
import type { Cluster } from '../servers/cluster.ts';
import { until } from '../until.ts';

const PASS = { verdict: 'pass' };
const RETRY = { verdict: 'retry', feedback: 'AssertionError: no' };
const SAME = { verdict: 'retry', feedback: 'AssertionError: expected 3 items but got 2' };
const FATAL = { verdict: 'fatal', feedback: 'never like this' };

interface Kind {
  /** Step by step, each on the one before: what its guard says over all its epochs. */
  readonly verdicts: Readonly<Record<string, readonly object[]>>;
  readonly recovery?: object;
  /** A person says this once asked; left out: nobody answers. */
  readonly decision?: object;
  readonly ends: RunState['life']['status'];
}

/** The runs of a load, and how each must end whatever happens on the way. */
const KINDS: Readonly<Record<string, Kind>> = {
  happy: { verdicts: { a: [PASS], b: [PASS], c: [PASS] }, ends: 'completed' },
  retried: { verdicts: { a: [RETRY, PASS], b: [RETRY, RETRY, PASS] }, ends: 'completed' },
  backtracked: {
    verdicts: { a: [PASS], b: [PASS], c: [SAME, SAME, PASS] },
    recovery: { rMax: 4, rPatience: 2, backtrackTo: ['a'] },
    ends: 'completed',
  },
  decided: { verdicts: { a: [PASS], b: [FATAL, PASS] }, decision: { action: 'retry' }, ends: 'completed' },
  approved: { verdicts: { a: [FATAL], b: [PASS] }, decision: { action: 'approve' }, ends: 'completed' },
  waiting: { verdicts: { a: [RETRY, PASS], b: [FATAL] }, ends: 'escalated' },
};

/** Runs that are started one after the other in several lanes, each by a client that repeats what it was not answered. */
export interface Load {
  /** Every run that was asked for. */
  readonly ids: readonly string[];
  /** What clients were answered instead, such as `503 postgres`, and how often. */
  readonly refusals: ReadonlyMap<string, number>;
  /** What must not be: an answer that is no proper refusal, a run that did not end as its kind does. */
  readonly complaints: readonly string[];
  /** Starts no more; resolves when every run is at rest. */
  stop(): Promise<void>;
}

export interface LoadOptions {
  readonly cluster: Cluster;
  readonly random: Seeded;
  readonly lanes: number;
  /** How long a run may take, faults included, in milliseconds. */
  readonly limit: number;
}

export function putUnderLoad({ cluster: { rest, witnesses }, random, lanes, limit }: LoadOptions): Load {
  const ids: string[] = [];
  const refusals = new Map<string, number>();
  const complaints: string[] = [];
  const over = new AbortController();
  const note = (what: string) => refusals.set(what, (refusals.get(what) ?? 0) + 1);

  /** Asks until there is an answer that is no refusal for a while. */
  const insist = (path: string, body: object): Promise<Answer> =>
    until(
      `an answer to POST ${path}`,
      async () => {
        const answer = await rest.post(path, body).catch(() => undefined);
        if (answer === undefined) note('no connection');
        else if (answer.status < 500) return answer;
        else {
          note(`${answer.status} ${String(answer.body['part'])}`);
          const complaint = improper(answer);
          if (complaint !== undefined) complaints.push(`POST ${path}: ${complaint}`);
        }
        await wait(250);
        return undefined;
      },
      limit,
    );

  const untilAtRest = (id: string) =>
    until(
      `run ${id} at rest`,
      async () => {
        const row = await witnesses.store.runs.find(id).catch(() => undefined);
        if (row && isAtRest(row.state)) return row.state;
        await wait(100);
        return undefined;
      },
      limit,
    );

  const play = async (id: string, name: string, delay: number): Promise<void> => {
    const kind = KINDS[name];
    if (!kind) throw new Error(`there is no kind "${name}"`);
    const started = await insist('/v1/runs', { id, workflow: { definition: definitionOf(name, kind, delay) } });
    if (![200, 201].includes(started.status)) complaints.push(`${id} was answered ${started.status}`);
    let state = await untilAtRest(id);
    const [question] = openEscalations(state);
    if (question && kind.decision) {
      const { artifactDigest } = question;
      const decision = { ...kind.decision, ...(artifactDigest !== undefined && { artifactDigest }) };
      const decided = await insist(`/v1/escalations/${question.id}/decision`, decision);
      if (decided.status !== 200) complaints.push(`the decision on ${id} was answered ${decided.status}`);
      state = await until(
        `run ${id} decided`,
        async () => {
          const now = await untilAtRest(id);
          return openEscalations(now).length === 0 ? now : undefined;
        },
        limit,
      );
    }
    if (state.life.status !== kind.ends) complaints.push(`${id} is ${state.life.status}`);
  };

  const lane = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const name = random.pick(NAMES);
      const id = `run-${name}-${ids.length}-${Date.now().toString(36)}`;
      ids.push(id);
      await play(id, name, random.between(20, 700));
    }
  };
  const running = Promise.all(Array.from({ length: lanes }, lane));
  running.catch(() => {});
  return {
    ids,
    refusals,
    complaints,
    async stop() {
      over.abort();
      await running;
    },
  };
}

const NAMES: readonly [string, ...string[]] = ['happy', 'retried', 'backtracked', 'decided', 'approved', 'waiting'];

/** A refusal for a while says which part is down and when to come again (api 3). */
export function improper({ status, headers, body }: Answer): string | undefined {
  if (status !== 503) return `answered with ${status}: ${JSON.stringify(body)}`;
  if (!/^\d+$/.test(headers.get('retry-after') ?? '')) return 'a 503 without Retry-After';
  return ['postgres', 'temporal', 'worker'].includes(String(body['part'])) ? undefined : 'a 503 that names no part';
}

function definitionOf(name: string, { verdicts, recovery = {} }: Kind, delay: number) {
  const ids = Object.keys(verdicts);
  const answers = (id: string) => [1, 2, 3].map((n) => ({ text: `${id}${n}`, delay: `${delay}ms` }));
  return {
    name,
    model: { name: 'sim:script', extra: { sim: { outputs: Object.fromEntries(ids.map((id) => [id, answers(id)])) } } },
    steps: ids.map((id, index) => ({
      id,
      requires: ids.slice(Math.max(0, index - 1), index),
      generator: { kind: 'llm', prompt: `Do ${id}.` },
      guard: { use: 'scripted', with: { verdicts: verdicts[id] } },
      ...(index === ids.length - 1 && { recovery }),
    })),
  };
}

/** `2 × 503 postgres, 1 × no connection` */
export function told(refusals: Load['refusals']): string {
  return [...refusals].map(([what, times]) => `${times} × ${what}`).join(' and ') || 'none';
}
