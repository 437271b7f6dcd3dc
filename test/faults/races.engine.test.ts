// A real Temporal server, a real PostgreSQL, the API in this process: requests that meet a result on its way.
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Event } from '../../src/model/event.ts';
import { isClosed, type RunState } from '../../src/model/run-state.ts';
import { startEngine, type TestEngine } from '../support/engine/engine.ts';
import { apiOver } from '../support/engine/engine-api.ts';
import { judge } from '../support/engine/evidence.ts';
import { isAtRest } from '../support/invariants.ts';
import { type Seeded, seeded } from '../support/played/seeded.ts';
import { report, seed, size } from '../support/servers/fault-suite.ts';

jest.setTimeout(size(900_000, 240_000));

interface Race {
  readonly what: string;
  readonly rounds: number;
  /** The request that is sent, and the event by which the log acknowledges it. */
  readonly verb: string;
  readonly body: object;
  readonly noted: Event['type'];
  /** How a run may stand after the race. */
  readonly outcomes: readonly RunState['life']['status'][];
}

/** Whatever else may meet a result is another row. */
const RACES: readonly Race[] = [
  {
    what: 'stop against finish',
    rounds: size(500, 12),
    verb: 'stop',
    body: { reason: 'enough' },
    noted: 'run.stopping',
    outcomes: ['stopped', 'completed'],
  },
  {
    what: 'stop after the attempt against finish',
    rounds: size(100, 0),
    verb: 'stop',
    body: { mode: 'after_attempt' },
    noted: 'run.stopping',
    outcomes: ['stopped', 'completed'],
  },
  {
    what: 'pause against finish',
    rounds: size(100, 0),
    verb: 'pause',
    body: {},
    noted: 'run.pausing',
    outcomes: ['paused', 'completed'],
  },
  {
    what: 'redirect against result',
    rounds: size(200, 8),
    verb: 'redirect',
    body: { type: 'constraint_change', description: 'shorter', constraints: 'Short.', reset: ['one'] },
    noted: 'run.redirected',
    outcomes: ['completed'],
  },
];

/** Races that are on at the same time. */
const LANES = 8;

let engine: TestEngine;
let app: FastifyInstance;
beforeAll(async () => {
  engine = await startEngine();
  app = await apiOver(engine);
});
afterAll(async () => {
  await app?.close();
  await engine?.stop();
});

interface Round {
  readonly delay: number;
  readonly step: 'one' | 'two';
  readonly lead: number;
  /** Whether the run is told to go on afterwards. */
  readonly resumes: boolean;
}

/** However fast the machine is, this one is met before its first answer. */
const AT_ONCE: Round = { delay: 60, step: 'one', lead: 0, resumes: true };

/** The request comes when the answer of one of two steps is due, is being judged, or has been: more often soon than late. */
function planOf(random: Seeded): Round {
  return {
    delay: random.between(10, 60),
    step: random.pick(['one', 'two']),
    lead: random.between(0, random.between(0, 450)),
    resumes: random.pick([true, false]),
  };
}

function definitionOf({ delay }: Round) {
  const step = (id: string, requires: readonly string[]) => ({
    id,
    requires,
    generator: { kind: 'llm', prompt: `Do ${id}.` },
    guard: { use: 'not-empty' },
  });
  const answer = (text: string) => [{ text, delay: `${delay}ms` }];
  const outputs = { one: answer('first'), two: answer('second') };
  return {
    name: 'race',
    model: { name: 'sim:script', extra: { sim: { outputs } } },
    steps: [step('one', []), step('two', ['one'])],
  };
}

interface Raced {
  readonly id: string;
  readonly changed: boolean;
  readonly status: RunState['life']['status'];
  /** Where the request found the run: in a generation, in a guard, or between calls. */
  readonly met: 'generation' | 'guard' | 'neither';
  readonly resumed: boolean;
}

async function race({ verb, body, noted, outcomes }: Race, round: Round): Promise<Raced> {
  const id = await engine.start(definitionOf(round));
  await engine.until(id, (state) => isClosed(state) || (state.steps[round.step]?.attempt ?? 0) > 0);
  await wait(round.lead);
  const changed = await ask(id, verb, body);
  const state = await engine.until(id, isAtRest);
  expect(outcomes).toContain(state.life.status);
  const log = await engine.log(id);
  expect(log.filter(({ type }) => type === noted)).toHaveLength(changed ? 1 : 0);
  const resumed = round.resumes && state.life.status !== 'completed';
  if (resumed) {
    expect(await ask(id, 'resume', {})).toBe(true);
    await engine.until(id, ({ life }) => life.status === 'completed');
  }
  return { id, changed, status: state.life.status, met: whereOf(log, noted), resumed };
}

/** Whether the request changed anything. One that comes too late for a run is answered so, and never with an error. */
async function ask(id: string, verb: string, body: object): Promise<boolean> {
  const answer = await app.inject({ method: 'POST', url: `/v1/runs/${id}/${verb}`, payload: body });
  if (verb !== 'stop' && answer.statusCode === 409) return false;
  expect([200, 202]).toContain(answer.statusCode);
  return answer.json<{ changed: boolean }>().changed;
}

function whereOf(log: readonly Event[], noted: Event['type']): Raced['met'] {
  const at = log.findIndex(({ type }) => type === noted);
  // A request that revokes a generation says so before it is noted itself.
  const isRevoked = (event: Event) => event.type === 'attempt.finished' && event.status === 'discarded';
  const last = log.slice(0, Math.max(0, at)).findLast((event) => 'token' in event && !isRevoked(event))?.type;
  if (last === 'attempt.started') return 'generation';
  return last === 'artifact.created' ? 'guard' : 'neither';
}

async function inLanes<Result>(rounds: readonly Round[], play: (round: Round) => Promise<Result>): Promise<Result[]> {
  const left = [...rounds];
  const results: Result[] = [];
  const lane = async () => {
    for (let round = left.shift(); round; round = left.shift()) results.push(await play(round));
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return results;
}

test.each(RACES.filter(({ rounds }) => rounds > 0))(
  'S1-3.3-b, R27, I1 to I12: $rounds races of $what lose no artifact, repeat no answer, wedge no run',
  async (row) => {
    const random = seeded(seed + RACES.indexOf(row));
    const rounds = Array.from({ length: row.rounds }, (_, round) => (round === 0 ? AT_ONCE : planOf(random)));
    const raced = await inLanes(rounds, (round) => race(row, round));
    const { runs, events, violations } = await judge(
      engine,
      raced.map(({ id }) => id),
    );
    const count = (isSo: (one: Raced) => boolean) => raced.filter(isSo).length;
    const endings = Object.fromEntries(row.outcomes.map((status) => [status, count((one) => one.status === status)]));
    report(`${runs} races, ${row.what}`, {
      ...endings,
      'met in generation': count(({ met, changed }) => changed && met === 'generation'),
      'in guard': count(({ met, changed }) => changed && met === 'guard'),
      'too late': count(({ changed }) => !changed),
      'resumed to completion': count(({ resumed }) => resumed),
      events,
      violations: violations.length,
    });
    expect(violations).toEqual([]);
    expect(count(({ changed }) => changed)).toBeGreaterThan(0);
    expect(count(({ status }) => status === 'completed')).toBeGreaterThanOrEqual(size(1, 0));
  },
);
