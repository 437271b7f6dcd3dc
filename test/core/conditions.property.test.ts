// Pure: `when` in random graphs, searches and machines played by random worlds, no server.

import { isNeedless } from '../../src/core/frontier.ts';
import { evolve, isSettled, tick } from '../../src/engine.ts';
import type { Event } from '../../src/model/event.ts';
import type { Plan, StepPlan } from '../../src/model/plan.ts';
import { INITIAL, type RunState } from '../../src/model/run-state.ts';
import { isActive } from '../../src/topologies/and-or/branches.ts';
import { accepted } from '../definitions/makers.ts';
import { anyMachine } from '../support/played/machines.ts';
import { anyPlan, withConditions } from '../support/played/plans.ts';
import { anySearch } from '../support/played/search-plans.ts';
import { generationsOf, simulated } from '../support/played/simulation.ts';

const machines = anyMachine.map(
  (document): Plan => ({ ...accepted(document).plan, definition: { name: 'any', version: 1, digest: 'sha256:0' } }),
);

const topologies = (
  [
    ['dag', withConditions(anyPlan)],
    ['and-or', withConditions(anySearch)],
    ['machine', withConditions(machines)],
  ] as const
).map(([topology, plans]) => ({ topology, touched: simulated(plans, 250, true), alone: simulated(plans, 250, false) }));

type Outcome = Extract<Event, { type: 'condition.evaluated' }>;

/** Each event with the newest answer to the `when` of each step, and the state, before it. */
function* told(log: readonly Event[]): Generator<readonly [Event, ReadonlyMap<string, Outcome>, RunState]> {
  const answers = new Map<string, Outcome>();
  let state: RunState = INITIAL;
  for (const event of log) {
    yield [event, answers, state];
    if (event.type === 'condition.evaluated') answers.set(event.step, event);
    if (event.type === 'step.invalidated' || event.type === 'step.reopened') answers.delete(event.step);
    state = evolve(state, event);
  }
}

const isConditional = (plan: Plan, id: string) =>
  plan.steps.some((step) => step.id === id && step.conditional === true);
const comingEpoch = ({ steps }: RunState, id: string) => {
  const { open = false, epoch = 0 } = steps[id] ?? {};
  return open ? epoch : epoch + 1;
};

describe.each(topologies)('$topology', ({ touched, alone }) => {
  test(
    'no step begins, and no question of its own is opened, before its `when` is true for that epoch (R103)',
    touched.all(({ plan, log }) => {
      for (const [event, answers, state] of told(log)) {
        if (!('step' in event) || event.step === undefined || !isConditional(plan, event.step)) continue;
        const answer = answers.get(event.step);
        if (event.type === 'step.started' || event.type === 'attempt.started')
          expect(answer).toMatchObject({ outcome: 'true', epoch: event.epoch });
        if (event.type !== 'escalation.opened' || event.kind === 'or_exhausted') continue;
        if (event.kind === 'condition') expect(answer).toMatchObject({ outcome: 'unknown' });
        else expect(answer).toMatchObject({ outcome: 'true', epoch: comingEpoch(state, event.step) });
      }
    }),
  );

  test(
    'what cannot be calculated is never skipped without a person (R109)',
    touched.all(({ log }) => {
      for (const [event, answers] of told(log)) {
        if (event.type !== 'step.waived') continue;
        const answer = answers.get(event.step);
        if (answer?.outcome !== 'unknown') continue;
        const since = log.slice(answer.seq, event.seq);
        expect(since.map((one) => one.type === 'escalation.decided' && one.action)).toContain('skip');
      }
    }),
  );

  test(
    'a `when` is answered once in an epoch, of a machine once in a turn of it (R37, R103)',
    touched.all(({ log }) => {
      for (const [event, answers] of told(log)) {
        if (event.type !== 'condition.evaluated') continue;
        const before = answers.get(event.step);
        // A person who moves a machine begins another turn, which asks anew.
        const isOfTurn = !log.slice(before?.seq, event.seq).some(({ type }) => type === 'turn.started');
        if (before?.outcome === 'true' && isOfTurn) expect(before.epoch).not.toBe(event.epoch);
      }
    }),
  );

  test(
    'it costs no attempt, and no iteration but a turn (R103)',
    touched.all(({ plan, log, state }) => {
      const begun = log.filter(
        ({ type }) => type === (plan.topology === 'machine' ? 'turn.started' : 'step.started'),
      ).length;
      expect(state.iterations).toBe(begun);
      const attempts = log.flatMap((event) => (event.type === 'attempt.started' ? [event.token] : []));
      const discarded = log.filter((event) => event.type === 'attempt.finished' && event.status === 'discarded');
      const counted = discarded.flatMap((event) => ('token' in event && event.token.startsWith('t') ? [event] : []));
      expect(state.usage.attempts).toBe(attempts.length - counted.length);
    }),
  );

  test(
    'the log is dense, the state is its fold, and tick is idempotent',
    touched.all(({ plan, log, state, rounds }) => {
      expect(log.map(({ seq }) => seq)).toEqual(log.map((_event, index) => index + 1));
      expect(asJson(log.reduce(evolve, INITIAL))).toEqual(asJson(state));
      for (const round of rounds) expect(tick(plan, round, round.at)).toEqual([]);
    }),
  );

  test(
    'a run that nobody touches keeps its bound, and ends or asks a person',
    alone.all(({ plan, log, state }) => {
      expect(generationsOf(log)).toBeLessThanOrEqual(plan.bound);
      expect(['completed', 'failed', 'escalated', 'budget_exceeded']).toContain(state.life.status);
    }),
  );
});

describe.each(topologies.slice(0, 2))('$topology', ({ touched }) => {
  test(
    'a budget or a stall stops it only for a step that will run, not for one that may still be skipped (R103)',
    touched.all(({ plan, log }) => {
      for (const [event, answers, state] of told(log)) {
        if (event.type !== 'escalation.opened' || (event.kind !== 'budget' && event.kind !== 'stalled')) continue;
        const isOpen = (step: StepPlan) =>
          !isSettled(state, step.id) &&
          state.steps[step.id]?.call === undefined &&
          (plan.topology === 'dag' || (isActive(plan, state, step) && !isNeedless(state, step)));
        const willRun = ({ id, conditional }: StepPlan) =>
          conditional !== true || answers.get(id)?.epoch === comingEpoch(state, id);
        const open = plan.steps.filter(isOpen);
        if (open.length > 0) expect(open.some(willRun)).toBe(true);
      }
    }),
  );
});

function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
