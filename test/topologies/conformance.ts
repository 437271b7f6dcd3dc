import fc from 'fast-check';
import { evolve, raisedBound, remainingBound, tick, wantedCalls } from '../../src/engine.ts';
import type { Plan } from '../../src/model/plan.ts';
import { INITIAL, isClosed, openEscalations } from '../../src/model/run-state.ts';
import { memoryRunFrom } from '../../src/testing/memory-world.ts';
import { anyTape, generationsOf, simulate } from '../support/played/simulation.ts';
import { costly, worlds } from '../support/properties.ts';

/** What every topology keeps, whatever its rules: held against random worlds of its plans, with people in them and without. */
export function conforms(plans: fc.Arbitrary<Plan>, count = 300): void {
  const played = (people: boolean) =>
    worlds(fc.tuple(plans, anyTape), ([plan, tape]) => simulate(plan, tape, people), costly(count));
  const touched = played(true);
  const alone = played(false);

  test(
    'the state is the fold of the log, and the same through JSON',
    touched.all(({ log, state }) => {
      expect(asJson(log.reduce(evolve, INITIAL))).toEqual(asJson(state));
    }),
  );

  test(
    'a second tick adds nothing, also to a state that was handed on as JSON',
    touched.all(({ plans: present, rounds }) => {
      for (const [at, state] of rounds.entries()) {
        const plan = present[at];
        if (!plan) continue;
        expect(tick(plan, state, state.at)).toEqual([]);
        expect(tick(plan, asJson(state), state.at)).toEqual([]);
      }
    }),
  );

  test(
    'R27: what a call answers once it is not wanted any more changes nothing',
    touched.all(({ plans: present, rounds, log }) => {
      const ended = log.flatMap((event) => (event.type === 'attempt.finished' ? [event] : []));
      for (const [at, state] of rounds.entries()) {
        const plan = present[at];
        const late = ended.findLast(({ seq }) => seq <= state.seq);
        if (!plan || !late || wantedCalls(plan, state).some(({ token }) => token === late.token)) continue;
        const { token } = late;
        const run = memoryRunFrom({ plan, state }, state.at);
        expect(run.dispatch({ kind: 'judged', token, verdict: 'pass', guard: 'late' }).changed).toBe(false);
      }
    }),
  );

  test(
    'R47: it can be stopped at any point, and begins nothing more',
    touched.all(({ plans: present, rounds }) => {
      for (const [at, state] of rounds.entries()) {
        const plan = present[at];
        if (!plan || isClosed(state)) continue;
        const run = memoryRunFrom({ plan, state }, state.at);
        run.dispatch({ kind: 'stop', mode: 'now', by: 'me' });
        run.turn();
        expect(run.now.state.life.status).toBe('stopped');
        expect(run.calls).toEqual([]);
      }
    }),
  );

  test(
    'R26: it never makes more generations than the bound that it shows',
    touched.all(({ plans: present, rounds }) => {
      for (const [at, state] of rounds.entries()) {
        const plan = present[at];
        if (!plan) continue;
        expect(state.usage.attempts + remainingBound(plan, state)).toBeLessThanOrEqual(raisedBound(plan, state));
      }
    }),
  );

  test(
    'R26: alone it keeps the bound of its plan',
    alone.all(({ plan, log }) => {
      expect(generationsOf(log)).toBeLessThanOrEqual(plan.bound);
    }),
  );

  test(
    'S1-1-a: alone it ends, or asks a person: it never stands, and what can go on asks nobody',
    alone.all(({ rounds, state }) => {
      expect(['completed', 'failed', 'escalated', 'budget_exceeded']).toContain(state.life.status);
      for (const round of rounds) if (round.waiting) expect(openEscalations(round)).not.toEqual([]);
    }),
  );
}

function asJson<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value));
}
