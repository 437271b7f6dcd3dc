// Pure: what is foretold of an input is what happens when it comes, in random worlds, and the run that was asked about stays as it is.
import fc from 'fast-check';
import { type AnyCall, type Foreseen, foresee, raisedBound, wantedCalls } from '../../src/engine.ts';
import { type Input, Refused } from '../../src/model/input.ts';
import type { Plan } from '../../src/model/plan.ts';
import type { Run } from '../../src/model/run.ts';
import { openEscalations } from '../../src/model/run-state.ts';
import { memoryRunFrom } from '../../src/testing/memory-world.ts';
import { accepted } from '../definitions/makers.ts';
import { anyMachine } from '../support/played/machines.ts';
import { anyPlan } from '../support/played/plans.ts';
import { anySearch } from '../support/played/search-plans.ts';
import { simulated } from '../support/played/simulation.ts';

const NOW = 2_000_000;
const PEOPLE = { by: 'me' } as const;
const STOP: Input = { kind: 'stop', mode: 'now', ...PEOPLE };

const machines = anyMachine.map(
  (document): Plan => ({ ...accepted(document).plan, definition: { name: 'any', version: 1, digest: 'sha256:0' } }),
);
const worlds = simulated(fc.oneof(anyPlan, anySearch, machines), 100, true);

test(
  'the events, the calls cut short and begun, and the bound are those that the input brings about; or it is refused as it would be',
  worlds.all(({ rounds, plans }) => {
    for (const [index, state] of rounds.entries()) {
      const plan = plans[index];
      const inputs = plan ? inputsOf({ plan, state }) : [];
      // One a round, another each time.
      const input = inputs[index % inputs.length];
      if (plan && input) isForetold({ plan, state }, input);
    }
  }),
);

const seen = new Set<string>();

test(
  'an answer that opens the way begins the next call, and a stop at once cuts short what is under way',
  worlds.all(
    ({ rounds, plans }) => {
      for (const [index, state] of rounds.entries()) {
        const plan = plans[index];
        const [call] = plan ? wantedCalls(plan, state) : [];
        if (!plan || call?.phase !== 'guard') continue;
        const passed: Input = { kind: 'judged', token: call.token, verdict: 'pass', guard: 'g' };
        if (foresee({ plan, state }, passed, NOW).begun.length > 0) seen.add('begun');
        if (foresee({ plan, state }, STOP, NOW).cutShort.length > 0) seen.add('cut short');
      }
    },
    () => expect(seen).toEqual(new Set(['begun', 'cut short'])),
  ),
);

/** What people may ask for at any time, and what the first call may answer. */
function inputsOf({ plan, state }: Run): readonly Input[] {
  const [call] = wantedCalls(plan, state);
  const [question] = openEscalations(state);
  const step = plan.steps[state.seq % plan.steps.length]?.id ?? '';
  return [
    STOP,
    { kind: 'pause', ...PEOPLE },
    { kind: 'resume', ...PEOPLE },
    { kind: 'terminate', ...PEOPLE },
    { kind: 'budget', budgets: { maxAttempts: 1_000 }, ...PEOPLE },
    { kind: 'redirect', prepared: true, type: 'dag_adjustment', description: 'as said', reset: [step], ...PEOPLE },
    ...(call ? ([{ kind: 'judged', token: call.token, verdict: 'retry', guard: 'g', signature: 'x' }] as const) : []),
    ...(question?.allowedActions ?? []).map(
      (action): Input => ({ kind: 'decide', escalationId: question?.id ?? '', action, step, ...PEOPLE }),
    ),
  ];
}

function isForetold(run: Run, input: Input): void {
  const before = structuredClone(run.state);
  const foretold = refusedOr(() => foresee(run, input, NOW));
  const happened = refusedOr(() => brought(run, input));
  expect(foretold).toEqual(happened);
  expect(run.state).toEqual(before);
}

/** The same by way of the loop. */
function brought(run: Run, input: Input): Foreseen {
  const live = memoryRunFrom(run, NOW);
  const before = live.calls;
  live.dispatch(input);
  live.turn();
  const { plan, state } = live.now;
  return {
    events: live.log,
    cutShort: before.filter((call) => !live.calls.some((other) => isSame(call, other))),
    goesOn: before.filter((call) => live.calls.some((other) => isSame(call, other))),
    begun: live.calls.filter((call) => !before.some((other) => isSame(call, other))),
    bound: { before: raisedBound(run.plan, run.state), after: raisedBound(plan, state) },
    after: { plan, state },
  };
}

function isSame(one: AnyCall, other: AnyCall): boolean {
  return one.token === other.token && one.phase === other.phase;
}

function refusedOr<T>(make: () => T): T | string {
  try {
    return make();
  } catch (error) {
    if (error instanceof Refused) return `${error.code}: ${error.message}`;
    throw error;
  }
}
