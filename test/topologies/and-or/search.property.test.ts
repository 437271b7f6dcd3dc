// Pure: random and-or graphs played by random worlds, no server.

import fc from 'fast-check';
import { evolve, tick, wanted } from '../../../src/engine.ts';
import { INITIAL } from '../../../src/model/run-state.ts';
import { groupsOf } from '../../../src/topologies/and-or/branches.ts';
import { anyBrokenDown, anySearch } from '../../support/played/search-plans.ts';
import { anyTape, generationsOf, simulate, simulated } from '../../support/played/simulation.ts';
import { costly } from '../../support/properties.ts';

const touched = simulated(anySearch, 1_000, true);
const alone = simulated(anySearch, 1_000, false);

test(
  'the state is the fold of the log, and the log is dense',
  touched.all(({ log, state }) => {
    expect(log.map(({ seq }) => seq)).toEqual(log.map((_, index) => index + 1));
    expect(JSON.parse(JSON.stringify(log.reduce(evolve, INITIAL)))).toEqual(JSON.parse(JSON.stringify(state)));
  }),
);

test(
  'tick is idempotent',
  touched.all(({ plan, rounds }) => {
    for (const state of rounds) expect(tick(plan, state, state.at)).toEqual([]);
  }),
);

test(
  'R26: automation never makes more generations than the bound, whatever is chosen',
  alone.all(({ plan, log }) => {
    expect(generationsOf(log)).toBeLessThanOrEqual(plan.bound);
  }),
);

test('design 3.2, R26, R76: nor where steps are broken down, whether what is proposed can be made or not', () => {
  let unfit = 0;
  fc.assert(
    fc.property(anyBrokenDown, anyTape, ({ plan, breakDown }, tape) => {
      const { log, bounds } = simulate(plan, tape, false, breakDown());
      expect(generationsOf(log)).toBeLessThanOrEqual(plan.bound);
      expect(Math.max(...bounds)).toBeLessThanOrEqual(plan.bound);
      unfit += log.filter((event) => event.type === 'step.reopened').length;
    }),
    costly(1_000),
  );
  expect(unfit).toBeGreaterThan(100);
});

test(
  'S1-1-a: a search that nobody touches ends or asks a person',
  alone.all(({ state }) => {
    expect(['completed', 'failed', 'escalated', 'budget_exceeded']).toContain(state.life.status);
  }),
);

test(
  'S1-2.2-a, S1-2.2-b: the unresolved set shrinks or the strategy changes within maxStall iterations',
  alone.all(({ plan, rounds }) => {
    for (const { stall } of rounds) {
      // Several may begin in the tick that meets the limit.
      const room = plan.budgets.maxParallelAgents - 1;
      expect(stall.since).toBeLessThanOrEqual((plan.budgets.maxStall ?? 0) + room);
    }
  }),
);

test(
  'S1-2.4-b: no choice is tried again in the epoch of the Trail in which it failed',
  alone.all(({ log }) => {
    const failed = new Set<string>();
    for (const event of log) {
      if (event.type === 'branch.selected') expect(failed.has(event.choice)).toBe(false);
      if (event.type === 'branch.failed') failed.add(event.choice);
      if (event.type !== 'branch.swapped') continue;
      failed.add(event.from);
      // They failed under another premise (R85).
      for (const { choices } of event.renewed ?? []) for (const choice of choices) failed.delete(choice);
    }
  }),
);

test(
  'S1-7.5-a, S1-7.2.1-b: never more at once than allowed, and never two that share a resource',
  touched.all(({ plan, rounds }) => {
    for (const state of rounds) {
      const busy = wanted(state).map(({ step }) => plan.steps.find(({ id }) => id === step));
      const resources = busy.flatMap((step) => step?.resources ?? []);
      expect(busy.length).toBeLessThanOrEqual(plan.budgets.maxParallelAgents);
      expect(new Set(resources).size).toBe(resources.length);
    }
  }),
);

test(
  'S1-7.2.2-c, S1-3.4-b: what is done for a choice that lost or failed is never accepted',
  touched.all(({ plan, log }) => {
    const out = new Set<string>();
    for (const event of log) {
      if (event.type === 'branch.selected') out.delete(event.choice);
      if (event.type === 'branch.lost') out.add(event.choice);
      if (event.type === 'branch.failed' && event.last !== true) out.add(event.choice);
      if (event.type !== 'step.satisfied' || event.artifactId.startsWith('art_r')) continue;
      const { id, branches = [id] } = plan.steps.find((step) => step.id === event.step) ?? { id: '' };
      expect(out.has(id) || branches.every((choice) => out.has(choice))).toBe(false);
    }
  }),
);

test(
  'S1-7.2.2-a: without speculation one choice of a group is under way at a time',
  touched.all(({ plan, rounds }) => {
    for (const state of rounds) {
      for (const { choices, speculative } of groupsOf(plan)) {
        const busy = wanted(state).filter(({ step }) => choices.includes(step));
        if (speculative !== true) expect(busy.length).toBeLessThanOrEqual(1);
      }
    }
  }),
);

/** By these a person, or what failed meanwhile, takes away what the base case held on. */
const TAKEN_AWAY: ReadonlySet<string> = new Set([
  'run.redirected',
  'step.invalidated',
  'step.reopened',
  'branch.swapped',
]);

test(
  'S1-2.1-b: once the base case holds nothing begins any more, unless what it held on is taken away',
  touched.all(({ log }) => {
    const passed = log.findLastIndex((event) => event.type === 'basecase.verified' && event.passed);
    const since = passed < 0 ? [] : log.slice(passed);
    const undone = since.findIndex(({ type }) => TAKEN_AWAY.has(type));
    const later = since.slice(0, undone < 0 ? since.length : undone).filter(({ type }) => type === 'attempt.started');
    expect(later).toEqual([]);
  }),
);
