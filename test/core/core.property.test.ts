// Pure: the reducer played by random worlds, no server.
import fc from 'fast-check';
import { absorb, evolve, tick, wanted } from '../../src/engine.ts';
import type { Event } from '../../src/model/event.ts';
import { type Plan, recoveryOf } from '../../src/model/plan.ts';
import { INITIAL, type RunState } from '../../src/model/run-state.ts';
import { anyPlan } from '../support/played/plans.ts';
import { anyTape, simulate, simulated } from '../support/played/simulation.ts';
import { cases } from '../support/properties.ts';

const touched = simulated(anyPlan, 1_000, true);
const alone = simulated(anyPlan, 1_000, false);

test(
  'the log is dense from 1',
  touched.all(({ log }) => expect(log.map(({ seq }) => seq)).toEqual(log.map((_, index) => index + 1))),
);

test(
  'the state is the fold of the log, through JSON at any time',
  touched.all(({ log, state }) =>
    expect(JSON.parse(JSON.stringify(log.reduce(evolve, INITIAL)))).toEqual(asJson(state)),
  ),
);

test(
  'tick is idempotent',
  touched.all(({ plan, rounds }) => {
    for (const state of rounds) expect(tick(plan, state, state.at)).toEqual([]);
  }),
);

test(
  'R26: automation never makes more generations than the bound',
  alone.all(({ plan, log }) => {
    const generated = log.filter((event) => event.type === 'artifact.created').length;
    expect(generated).toBeLessThanOrEqual(plan.bound);
  }),
);

test(
  'R1: an epoch never has more attempts than it may',
  touched.all(({ log }) => {
    const allowed = new Map<string, number>();
    for (const event of log) {
      if (event.type === 'step.started') allowed.set(event.step, event.allowed);
      if (event.type === 'attempt.started') expect(event.attempt).toBeLessThanOrEqual(allowed.get(event.step) ?? 0);
    }
  }),
);

test(
  'R49: maxAttempts is never exceeded',
  touched.all(({ rounds }) => {
    for (const { usage, budgets } of rounds) {
      expect(usage.attempts).toBeLessThanOrEqual(budgets.maxAttempts ?? Number.POSITIVE_INFINITY);
    }
  }),
);

test(
  'S1-7.5-a: never more calls at once than maxParallelAgents, and never two that share a resource',
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
  'S3-D3-a, S3-D2-b: no step starts before everything it requires is accepted',
  touched.all(({ plan, log }) => {
    let state: RunState = INITIAL;
    for (const event of log) {
      if (event.type === 'attempt.started') {
        const { requires } = plan.steps.find(({ id }) => id === event.step) ?? { requires: [] };
        for (const id of requires) expect(state.steps[id]?.artifact).toBeDefined();
      }
      state = evolve(state, event);
    }
  }),
);

test(
  'S0-S3: a retry verdict leaves every guard status as it was',
  touched.all(({ log }) => {
    let state: RunState = INITIAL;
    for (const event of log) {
      const before = sigmas(state);
      state = evolve(state, event);
      if (event.type === 'guard.verdict' && event.verdict === 'retry') expect(sigmas(state)).toEqual(before);
    }
  }),
);

test(
  'S3-D4-c: a fatal verdict opens an escalation at once',
  touched.all(({ log }) => {
    for (const [index, event] of log.entries()) {
      if (event.type !== 'guard.verdict' || event.verdict !== 'fatal' || event.token.startsWith('h')) continue;
      expect(log[index + 2]).toMatchObject({ type: 'escalation.opened', kind: 'fatal', step: event.step });
    }
  }),
);

test(
  'R27: a result whose token is not current makes no event',
  touched.all(({ plan, log, state }) => {
    const current = new Set(wanted(state).map(({ token }) => token));
    for (const event of log) {
      if (event.type !== 'attempt.finished' || current.has(event.token)) continue;
      const late = { kind: 'judged', token: event.token, verdict: 'pass', guard: 'late' } as const;
      expect(absorb(plan, state, late, state.at)).toEqual([]);
    }
  }),
);

test('equal inputs make equal events', () => {
  fc.assert(
    fc.property(anyPlan, anyTape, (plan, tape) => {
      expect(simulate(plan, tape).log).toEqual(simulate(plan, tape).log);
    }),
    cases(200),
  );
});

test(
  'a run that nobody touches ends or asks a person',
  alone.all(({ state }) => {
    expect(['completed', 'failed', 'escalated', 'budget_exceeded']).toContain(state.life.status);
  }),
);

test(
  'S3-D7-d, S3-D7-a, S3-D7-b: a backtrack resets exactly the targets and their transitive dependents that had begun or were settled',
  touched.all(({ plan, log }) => {
    let state: RunState = INITIAL;
    for (const [index, event] of log.entries()) {
      if (event.type === 'backtrack.started') {
        const begun = dependentsOf(plan, event.targets).filter((id) => {
          const { epoch = 0, sigma = 'unsatisfied' } = state.steps[id] ?? {};
          return epoch > 0 || sigma !== 'unsatisfied';
        });
        const fallen = log
          .slice(index + 1)
          .flatMap((later, at, all) =>
            isPartOfBacktrack(all.slice(0, at + 1)) && later.type === 'step.invalidated' ? [later.step] : [],
          );
        expect(fallen.toSorted()).toEqual(begun.toSorted());
      }
      state = evolve(state, event);
    }
  }),
);

test(
  'R20: no step sends the run back upstream more often than eMax',
  touched.all(({ plan, state }) => {
    for (const step of plan.steps) {
      expect(state.steps[step.id]?.backtracks).toBeLessThanOrEqual(recoveryOf(step).eMax);
    }
  }),
);

test(
  'S3-D8-d: a backtrack injects into its targets and into no other step',
  touched.all(({ log }) => {
    for (const [index, event] of log.entries()) {
      if (event.type !== 'backtrack.started') continue;
      const injected = log
        .slice(index + 1)
        .flatMap((later, at, all) =>
          isPartOfBacktrack(all.slice(0, at + 1)) && later.type === 'context.injected' ? [later.step] : [],
        );
      expect(injected).toEqual(event.targets);
    }
  }),
);

test(
  'S3-P3: alike rejections in a row never pass unnoticed',
  touched.all(({ plan, log }) => {
    const rows = new Map<string, number>();
    for (const [index, event] of log.entries()) {
      if (event.type === 'step.started' || event.type === 'ladder.climbed') rows.set(event.step, 0);
      if (event.type !== 'guard.verdict' || event.verdict !== 'retry' || event.token.startsWith('h')) continue;
      const { patience } = recoveryOf(
        plan.steps.find(({ id }) => id === event.step) ?? { recovery: { patience: null } },
      );
      const before = log
        .slice(0, index)
        .findLast((earlier) => earlier.type === 'guard.verdict' && earlier.step === event.step);
      const same =
        before?.type === 'guard.verdict' && before.signature === event.signature && before.guard === event.guard;
      const row = same && (rows.get(event.step) ?? 0) > 0 && event.progress === 0 ? (rows.get(event.step) ?? 0) + 1 : 1;
      rows.set(event.step, event.progress === 0 ? row : 0);
      if (patience === null || row < patience) continue;
      const noticed = log.some(
        (later) => later.type === 'stagnation.detected' && later.step === event.step && later.epoch === event.epoch,
      );
      expect(noticed).toBe(true);
    }
  }),
);

/** The events that belong to a backtrack: up to the last of what it resets and injects. */
function isPartOfBacktrack(events: readonly Event[]): boolean {
  const own = new Set(['attempt.finished', 'escalation.withdrawn', 'step.invalidated', 'context.injected']);
  return events.every(({ type, seq, at }) => own.has(type) && at === events[0]?.at && seq > 0);
}

function dependentsOf(plan: Plan, targets: readonly string[]): readonly string[] {
  const fallen = new Set(targets);
  for (const { id, requires, optionalRequires } of plan.steps) {
    if ([...requires, ...optionalRequires].some((edge) => fallen.has(edge))) fallen.add(id);
  }
  return [...fallen];
}

function sigmas(state: RunState): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(state.steps).map(([id, { sigma }]) => [id, sigma]));
}

function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
