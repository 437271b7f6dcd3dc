// The real core, prompts, guards and sandboxes, and the simulated coder under many seeds; no server.
import { answerOf } from '../../src/simulation/answer.ts';
import type { Card } from '../../src/simulation/card.ts';
import { loadCards } from '../../src/simulation/cards.ts';
import { aRequest } from '../simulation/sim-request.ts';
import { bundled } from './bundled.ts';
import { type Judging, openJudging } from './judging.ts';
import { type PlayedBundled, playBundled } from './play-bundled.ts';

const card = coder();
/** The card's own, and others. */
const SEEDS = seeds(12, card.seed);

let judging: Judging;

beforeAll(async () => {
  judging = await openJudging();
});
afterAll(() => judging?.close());

const MINUTES = 10 * 60_000;

describe('S3-E, S3-W-1, S3-W-2: runs of what is bundled succeed thanks to feedback', () => {
  test.each(['probe-lru', 'probe-template', 'probe-password', 'tdd-stack', 'tdd-verified', 'tdd-behavior'])(
    '%s',
    async (name) => {
      const runs = await playAll(name);
      const completed = runs.filter(({ state }) => state.life.status === 'completed');
      expect(completed.length).toBeGreaterThanOrEqual(SEEDS.length - 1);
      const atOnce = completed.filter(({ attempts, state }) => attempts.length === Object.keys(state.steps).length);
      expect(atOnce.length).toBeLessThan(completed.length * 0.75);
      const accepted = runs.flatMap(({ attempts }) => attempts.filter(({ verdict }) => verdict.verdict === 'pass'));
      expect(accepted.filter(({ artifact }) => CHEATS.test(artifact))).toEqual([]);
    },
    MINUTES,
  );
});

/** The marks of what this card does to have the last word on its own verdict. */
const CHEATS = /os\._exit|sys\.exit|atexit|def __eq__|setattr\(module|TestCase\.run|pytest_runtest/;

describe('routes that stagnation takes', () => {
  test(
    'S3-W-3, Table 5: tdd-verified goes back by the guard that rejected',
    async () => {
      const routes = (await playAll('tdd-verified')).flatMap(routesOf);
      expect(routes).toEqual(
        expect.arrayContaining(['gen_test: test-red → analysis', 'gen_patch: test-green → analysis, gen_test']),
      );
      expect(
        routes.filter((route) => !/^gen_(test: .* → analysis|patch: .* → analysis, gen_test)$/.test(route)),
      ).toEqual([]);
    },
    MINUTES,
  );

  test(
    'S3-W-3: a wrong analysis is found out by the tests that cannot fail, and made anew',
    async () => {
      const run = await firstWith('tdd-verified', 'gen_test: test-red → analysis');
      expect(acceptedOf(run, 'analysis')).toEqual([
        expect.stringContaining('agenda/slots.py'),
        expect.stringContaining('agenda/merging.py'),
      ]);
    },
    MINUTES,
  );

  test(
    'S3-W-3: a test that asks for the wrong thing is found out by patches that cannot pass it, and made anew',
    async () => {
      const run = await firstWith('tdd-verified', 'gen_patch: test-green → analysis, gen_test');
      expect(acceptedOf(run, 'gen_test').map((text) => text.includes('stay_apart'))).toEqual([true, false]);
    },
    MINUTES,
  );

  test(
    'S0-T4a: tests that ask for the wrong thing are found out by code that cannot pass them, and made anew',
    async () => {
      const run = await firstWith('tdd-stack', 'g_impl: tests_green → g_test');
      expect(acceptedOf(run, 'g_test').map((text) => text.includes('[1, 2, 3]'))).toEqual([true, false]);
    },
    MINUTES,
  );
});

describe('every mistake is made under some seed', () => {
  const blamed =
    '# Accepted results of earlier steps\n\n## analysis\n\n```\nHandle appointments that touch\n```\n\n# Task\n\nWrite.';
  test.each(Object.keys(card.steps))('%s', (id) => {
    const given = new Set(
      [blamed, '# Task\n\nWrite.'].flatMap((user) => seeds(400).map((seed) => said(id, seed, user))),
    );
    expect(card.steps[id]?.wrong.filter(({ text }) => !given.has(text))).toEqual([]);
  });
});

function seeds(count: number, from = 1): readonly number[] {
  return Array.from({ length: count }, (_, index) => from + index);
}

function said(step: string, seed: number, user: string): string {
  const reply = answerOf({ ...card, seed }, aRequest({ step, user }));
  return reply.kind === 'answer' ? reply.text : reply.kind;
}

/** The first run that took the route once, and completed. */
async function firstWith(name: string, route: string): Promise<PlayedBundled> {
  const runs = await playAll(name);
  const found = runs.find((run) => run.state.life.status === 'completed' && routesOf(run).join() === route);
  if (!found) throw new Error(`no run of ${name} took the one route ${route}`);
  return found;
}

function acceptedOf({ attempts }: PlayedBundled, id: string): readonly string[] {
  return attempts.flatMap(({ step, artifact, verdict }) =>
    step === id && verdict.verdict === 'pass' ? [artifact] : [],
  );
}

function routesOf({ events }: PlayedBundled): readonly string[] {
  return events.flatMap((event) =>
    event.type === 'backtrack.started' ? [`${event.step}: ${event.guard} → ${event.targets.join(', ')}`] : [],
  );
}

async function playAll(name: string): Promise<readonly PlayedBundled[]> {
  const found = bundled(name, judging.guards);
  return Promise.all(SEEDS.map((seed) => playBundled(found, { ...card, seed }, judging)));
}

function coder(): Card {
  const found = loadCards().get('coder');
  if (!found) throw new Error('the coder is not bundled');
  return found;
}
