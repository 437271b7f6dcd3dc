// Pure: what each answer of a person is foretold to do is what it does, in random worlds of all topologies.
import fc from 'fast-check';
import { ALLOWED_ACTIONS } from '../../src/core/endings.ts';
import { type Action, ESCALATION_KINDS, type EscalationKind } from '../../src/model/events/escalations.ts';
import type { Input } from '../../src/model/input.ts';
import { type Plan, recoveryOf } from '../../src/model/plan.ts';
import type { Run } from '../../src/model/run.ts';
import { openEscalations } from '../../src/model/run-state.ts';
import { accepted } from '../definitions/makers.ts';
import { answersTo, askingOtherwise, mustBeForetold, withPeople } from '../support/played/foretold.ts';
import { anyMachine } from '../support/played/machines.ts';
import { anyPlan } from '../support/played/plans.ts';
import { anySearch } from '../support/played/search-plans.ts';
import { anyTape, simulate } from '../support/played/simulation.ts';
import { ARE_FIXED, cases, FEW_TIMES, worlds } from '../support/properties.ts';

const machines = anyMachine.map(
  (document): Plan => ({ ...accepted(document).plan, definition: { name: 'any', version: 1, digest: 'sha256:0' } }),
);
/** Its steps go in circles sooner, and back where they can. */
const impatient = (plan: Plan): Plan => ({
  ...plan,
  steps: plan.steps.map((step, at) => ({
    ...step,
    ...(plan.topology === 'and-or' && { onExhausted: 'backtrack' as const }),
    recovery: {
      ...recoveryOf(step),
      patience: plan.topology === 'dag' || at % 2 === 0 ? 2 : null,
      onStagnation: 'escalate',
      ...(plan.topology === 'and-or' && step.requires.length > 0 && { targets: step.requires.slice(0, 1), eMax: 0 }),
    },
  })),
});
const plans = fc.oneof(anyPlan, anySearch, machines);
const asked = worlds(
  fc.tuple(fc.oneof(plans, plans.map(withPeople), fc.oneof(anyPlan, anySearch).map(impatient)), anyTape, fc.boolean()),
  ([plan, tape, speaks]) => ({ tape, ...simulate(plan, tape, true, undefined, speaks) }),
  // All cells have to occur.
  cases(250, FEW_TIMES),
);

/** Where each kind of question is asked; what its answers may be is the same everywhere. */
const ASKED_IN: Readonly<Record<EscalationKind, readonly Plan['topology'][]>> = {
  fatal: ['dag', 'and-or', 'machine'],
  attempts_exhausted: ['dag', 'and-or', 'machine'],
  backtracks_exhausted: ['dag', 'and-or'],
  or_exhausted: ['and-or'],
  stagnated: ['dag', 'and-or'],
  infrastructure: ['dag', 'and-or', 'machine'],
  internal: ['dag', 'and-or', 'machine'],
  context_overflow: ['dag', 'and-or', 'machine'],
  stalled: ['dag', 'and-or', 'machine'],
  deadlock: ['dag', 'and-or', 'machine'],
  input: ['dag', 'and-or', 'machine'],
  approval: ['dag', 'and-or', 'machine'],
  condition: ['dag', 'and-or'],
  infeasible: ['dag', 'and-or'],
  assertion: ['and-or'],
  clarification: ['dag', 'and-or', 'machine'],
  budget: ['dag', 'and-or', 'machine'],
};
const cellOf = (kind: EscalationKind, action: Action, topology: string) => `${kind} ${action} ${topology}`;
const CELLS = ESCALATION_KINDS.flatMap((kind) =>
  ASKED_IN[kind].flatMap((topology) => ALLOWED_ACTIONS[kind].map((action) => cellOf(kind, action, topology))),
);

/** How often each cell was seen to do what was foretold; so often is enough. */
const seen = new Map<string, number>();
const ENOUGH = 2;
const endings = new Set<string>();

test(
  `console 6.3, R26: each answer to each kind of question, ${CELLS.length} cells in three topologies, makes again, keeps, ends and generates what was foretold`,
  asked.all(
    ({ rounds, plans: went, tape }) => {
      for (const [index, state] of rounds.entries()) {
        const plan = went[index];
        const runs = plan ? [{ plan, state }, ...(index % 4 === 1 ? askingOtherwise({ plan, state }) : [])] : [];
        for (const run of runs) answerAll(run, index, tape);
      }
    },
    () => {
      expect(CELLS).toHaveLength(198);
      expect([...seen.keys()].filter((cell) => !CELLS.includes(cell))).toEqual([]);
      // Another seed may meet a rare one never.
      if (!ARE_FIXED) return;
      expect(CELLS.filter((cell) => !seen.has(cell))).toEqual([]);
      expect(endings).toEqual(new Set(['yes ', 'no ', 'depends base', 'depends guard', 'depends condition']));
    },
  ),
);

/** Tries what was not seen often enough, and one answer besides. */
function answerAll(run: Run, index: number, tape: readonly number[]): void {
  const { topology } = run.plan;
  for (const question of openEscalations(run.state))
    for (const [at, action] of question.allowedActions.entries()) {
      const cell = cellOf(question.kind, action, topology);
      const times = seen.get(cell) ?? 0;
      if (times >= ENOUGH && (index * 7 + at) % 40 !== 0) continue;
      for (const request of answersTo(run, question, action)) {
        const foretold = mustBeForetold(run, request, tape);
        if (!foretold) continue;
        seen.set(cell, times + 1);
        endings.add(`${foretold.endsRun} ${(foretold.on[0] ?? '').split(' ')[0]}`);
      }
    }
}

test(
  'R26, R48: a stop, and a redirect, make again, cut short, end and generate what was foretold',
  asked.all(({ rounds, plans: went, tape }) => {
    for (const [index, state] of rounds.entries()) {
      const plan = went[index];
      const step = plan?.steps[index % plan.steps.length]?.id ?? '';
      const change = { kind: 'redirect', prepared: true, type: 'constraint_change', description: 'as said' } as const;
      const artifact = { artifactId: 'art_mine', digest: 'sha256:mine' };
      const requests: readonly Input[] = [
        { kind: 'stop', mode: 'now' },
        { kind: 'stop', mode: 'after_attempt' },
        { ...change, reset: [step] },
        { ...change, bindings: { [step]: artifact } },
      ];
      const request = requests[index % requests.length];
      if (plan && request) mustBeForetold({ plan, state }, request, tape);
    }
  }),
);
