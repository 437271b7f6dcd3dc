// Pure: the core of state machines played by random worlds, no server.

import fc from 'fast-check';
import { evolve, raisedBound, remainingBound, tick } from '../../../src/engine.ts';
import type { Plan } from '../../../src/model/plan.ts';
import { INITIAL } from '../../../src/model/run-state.ts';
import { rulesIn, standingOf } from '../../../src/topologies/machine/machine-in.ts';
import { accepted, check } from '../../definitions/makers.ts';
import { anyMachine, brokenMachine } from '../../support/played/machines.ts';
import { anyTape, simulate } from '../../support/played/simulation.ts';
import { costly, worlds } from '../../support/properties.ts';

function planOf(document: unknown): Plan {
  return { ...accepted(document).plan, definition: { name: 'any', version: 1, digest: 'sha256:0' } };
}

const machines = (people: boolean) =>
  worlds(fc.tuple(anyMachine, anyTape), ([machine, tape]) => simulate(planOf(machine), tape, people), costly(1_500));
const touched = machines(true);
const alone = machines(false);

test(
  'R76, invariant 10: a machine that nobody touches keeps its bound, its iterations, and ends or asks a person',
  alone.all(({ plan, log, state }) => {
    expect(log.filter(({ type }) => type === 'artifact.created').length).toBeLessThanOrEqual(plan.bound);
    expect(state.iterations).toBeLessThanOrEqual(plan.budgets.maxIterations ?? 0);
    expect(['completed', 'failed', 'escalated', 'budget_exceeded']).toContain(state.life.status);
  }),
);

test(
  'R26: with people in it, it never makes more generations than the bound that it shows',
  touched.all(({ plan, rounds }) => {
    for (const state of rounds) {
      expect(state.usage.attempts).toBeLessThanOrEqual(raisedBound(plan, state));
      expect(state.usage.attempts + remainingBound(plan, state)).toBeLessThanOrEqual(raisedBound(plan, state));
    }
  }),
);

test(
  'S2-1-b, S2-11-a: of the steps that ask a model at most one runs in a turn',
  alone.all(({ plan, log }) => {
    const asking = new Set(plan.steps.flatMap(({ id, kind }) => (kind === 'code' ? [] : [id])));
    let seen = new Set<string>();
    for (const event of log) {
      if (event.type === 'turn.started') seen = new Set();
      if (event.type === 'attempt.started' && asking.has(event.step)) seen.add(event.step);
      if (event.type === 'step.waived' && event.condition === true) seen.delete(event.step);
      expect(seen.size).toBeLessThanOrEqual(1);
    }
  }),
);

test(
  'S2-1-a, S2x-1: every turn begins where the last move led, and the past states are kept',
  touched.all(({ plan, log, state }) => {
    let present = rulesIn(plan).initial;
    const past = [present];
    for (const event of log) {
      if (event.type === 'turn.started') expect(event.state).toBe(present);
      if (event.type !== 'machine.transitioned') continue;
      expect(event.from).toBe(present);
      if (event.refused === true || event.to === present) continue;
      present = event.to;
      past.push(present);
    }
    expect(standingOf(state)?.path.map((one) => one.state)).toEqual(past);
  }),
);

test(
  'S2-5-c: a step runs only in its states',
  touched.all(({ plan, log }) => {
    let present = rulesIn(plan).initial;
    for (const event of log) {
      if (event.type === 'turn.started') present = event.state;
      if (event.type !== 'attempt.started') continue;
      const { inStates } = plan.steps.find(({ id }) => id === event.step) ?? {};
      expect(inStates ?? [present]).toContain(present);
    }
  }),
);

test(
  'the log is dense, the state is its fold, through JSON at any time, and tick is idempotent',
  touched.all(({ plan, log, state, rounds }) => {
    expect(log.map(({ seq }) => seq)).toEqual(log.map((_, index) => index + 1));
    expect(asJson(log.reduce(evolve, INITIAL))).toEqual(asJson(state));
    for (const round of rounds) expect(tick(plan, round, round.at)).toEqual([]);
  }),
);

test('publishing refuses a broken machine with a pointer, or its run obeys its bound', () => {
  const counts = { accepted: 0, refused: 0 };
  fc.assert(
    fc.property(brokenMachine, anyTape, (document, tape) => {
      const checked = check(document);
      counts[checked.ok ? 'accepted' : 'refused'] += 1;
      if (checked.ok) {
        const { log, plan } = simulate(planOf(document), tape, false);
        expect(log.filter(({ type }) => type === 'artifact.created').length).toBeLessThanOrEqual(plan.bound);
      } else {
        expect(checked.issues.length).toBeGreaterThan(0);
        for (const { pointer } of checked.issues) expect(pointer).toMatch(/^(?:\/|$)/);
      }
    }),
    costly(4_000),
  );
  expect(Math.min(counts.accepted, counts.refused)).toBeGreaterThan(25);
});

function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
