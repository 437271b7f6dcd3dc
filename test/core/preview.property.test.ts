// Pure: what each answer of a person is foretold to do is what it does, in random worlds of all topologies.
import fc from 'fast-check';
import { type AnyCall, type Preview, preview, wantedCalls } from '../../src/engine.ts';
import { ACTIONS, ESCALATION_KINDS, type EscalationKind } from '../../src/model/events/escalations.ts';
import { type DecideRequest, type Input, Refused } from '../../src/model/input.ts';
import { type Plan, recoveryOf } from '../../src/model/plan.ts';
import type { Run } from '../../src/model/run.ts';
import { type EscalationState, isClosed, openEscalations, type RunState } from '../../src/model/run-state.ts';
import { type MemoryRun, memoryRunFrom } from '../../src/testing/memory-world.ts';
import { accepted } from '../definitions/makers.ts';
import { anyMachine } from '../support/played/machines.ts';
import { anyPlan } from '../support/played/plans.ts';
import { anySearch } from '../support/played/search-plans.ts';
import { anyTape, simulate } from '../support/played/simulation.ts';
import { ARE_FIXED, worlds } from '../support/properties.ts';

const NOW = 2_000_000;
const machines = anyMachine.map(
  (document): Plan => ({ ...accepted(document).plan, definition: { name: 'any', version: 1, digest: 'sha256:0' } }),
);
/** Some of its steps ask a person first, are made by one, or have a `when`. */
const withPeople = (plan: Plan): Plan => ({
  ...plan,
  steps: plan.steps.map((step, at) => ({
    ...step,
    onInfeasible: 'escalate',
    ...(at % 4 === (plan.topology === 'dag' ? 0 : 1) && { approval: true }),
    ...(at % 4 === 2 && { kind: 'human' as const }),
    ...(at % 4 === 3 && { conditional: true }),
    ...(at % 4 === 1 &&
      plan.topology === 'dag' && {
        onExhausted: 'backtrack' as const,
        recovery: { ...recoveryOf(step), targets: ['s0'], eMax: 0 },
      }),
  })),
});
const asked = worlds(
  fc.tuple(
    fc.oneof(anyPlan, anyPlan.map(withPeople), anySearch, anySearch.map(withPeople), machines),
    anyTape,
    fc.boolean(),
  ),
  ([plan, tape, speaks]) => ({ tape, ...simulate(plan, tape, true, undefined, speaks) }),
  150,
);

const seen = new Set<string>();
const endings = new Set<string>();

test(
  'R26: each answer to each kind of question makes again, keeps, ends and generates what was foretold',
  asked.all(
    ({ rounds, plans, tape }) => {
      for (const [index, state] of rounds.entries()) {
        const plan = plans[index];
        for (const run of plan ? asking({ plan, state }, index) : []) {
          for (const question of openEscalations(run.state)) {
            const action = question.allowedActions[index % question.allowedActions.length];
            const requests = action === undefined ? [] : answersTo(run, question, action);
            for (const request of requests) isForetold(run, request, tape);
          }
        }
      }
    },
    () => {
      const words = [...seen].map((one) => one.split(' '));
      const kinds = new Set(words.map(([kind]) => kind));
      expect(ESCALATION_KINDS.filter((kind) => !kinds.has(kind) && (ARE_FIXED || kind !== 'stagnated'))).toEqual([]);
      expect(new Set(words.map(([, action]) => action))).toEqual(new Set(ACTIONS));
      expect(new Set(words.map(([, , topology]) => topology))).toEqual(new Set(['and-or', 'dag', 'machine']));
      expect(endings).toEqual(new Set(['yes ', 'no ', 'depends base', 'depends guard', 'depends condition']));
    },
  ),
);

test(
  'R26, R48: a stop, and a redirect, make again, cut short, end and generate what was foretold',
  asked.all(({ rounds, plans, tape }) => {
    for (const [index, state] of rounds.entries()) {
      const plan = plans[index];
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
      if (plan && request) isForetold({ plan, state }, request, tape);
    }
  }),
);

/** The run, or every other time what it would ask if its first call were for a person, had broken, or found that it cannot be. */
function asking(run: Run, index: number): readonly Run[] {
  const [call] = wantedCalls(run.plan, run.state);
  if (!call || index % 2 === 0) return [run];
  const { token } = call;
  const answers: Readonly<Record<string, readonly Input[]>> = {
    guard: [
      { kind: 'pending', token, leaf: 'person' },
      { kind: 'judged', token, verdict: 'pass', guard: 'g', infeasible: true },
    ],
    generate: [
      { kind: 'broken', token, reason: 'context_overflow', detail: 'it is too long' },
      { kind: 'broken', token, reason: 'internal', detail: 'it broke' },
    ],
  };
  return (answers[call.phase] ?? []).map((answer) => {
    const live = memoryRunFrom(run, NOW);
    live.dispatch(answer);
    live.turn();
    return live.now;
  });
}

function answersTo({ plan }: Run, { id }: EscalationState, action: DecideRequest['action']): readonly DecideRequest[] {
  const base = { kind: 'decide', escalationId: id, action, by: 'me' } as const;
  const artifact = { artifactId: 'art_mine', digest: 'sha256:mine' };
  if (action === 'redo' || action === 'skip') return [...plan.steps.map((step) => ({ ...base, step: step.id })), base];
  const more = { maxAttempts: 1_000, maxTokens: 1_000_000, maxIterations: 1_000 };
  return [{ ...base, ...(action === 'amend' && artifact), ...(action === 'raise' && { budgets: more }) }];
}

function isForetold(run: Run, request: Input, tape: readonly number[]): void {
  const foretold = refusedOr(() => preview(run, request, NOW));
  const live = memoryRunFrom(run, NOW);
  const refused = refusedOr(() => live.dispatch(request));
  if (typeof foretold === 'string' || typeof refused === 'string') return expect(foretold).toEqual(refused);
  live.turn();
  const question = request.kind === 'decide' ? run.state.escalations[request.escalationId] : undefined;
  if (request.kind === 'decide') {
    seen.add(`${question?.kind} ${request.action} ${run.plan.topology}`);
    endings.add(`${foretold.endsRun} ${(foretold.on[0] ?? '').split(' ')[0]}`);
  }
  isResetAsSaid(run.state, live.now.state, foretold);
  isEndedAsSaid(live, foretold, tape, question?.kind);
}

/** Told from the two states alone: what was settled and is not, or is in another epoch. */
function isResetAsSaid(before: RunState, after: RunState, { wouldReset, keeps }: Preview): void {
  const settled = (state: RunState) =>
    Object.keys(state.steps).filter((id) => ['satisfied', 'waived'].includes(state.steps[id]?.sigma ?? ''));
  // A machine's next turn runs its steps anew; that resets none.
  const isNextTurn = (id: string) => after.own.kind === 'machine' && after.steps[id]?.epoch !== before.steps[id]?.epoch;
  const undone = settled(before).filter((id) => !settled(after).includes(id) && !isNextTurn(id));
  expect(wouldReset).toEqual(expect.arrayContaining(undone));
  const same = settled(before).filter((id) => after.steps[id]?.sigma === before.steps[id]?.sigma);
  expect(keeps.toSorted()).toEqual(same.filter((id) => !wouldReset.includes(id)).toSorted());
}

function isEndedAsSaid(
  live: MemoryRun,
  foretold: Preview,
  tape: readonly number[],
  kind: EscalationKind | undefined,
): void {
  expect(live.calls.length > 0 || foretold.on.length === 0).toBe(true);
  if (foretold.endsRun !== 'yes') expect(isClosed(live.now.state)).toBe(false);
  const made = playOn(live, tape);
  if (kind !== 'clarification') expect(made).toBeLessThanOrEqual(foretold.generations);
  if (foretold.endsRun === 'yes')
    expect(isClosed(live.now.state) || live.now.state.redirecting !== undefined).toBe(true);
}

/** Goes on without people, and says how many generations were begun. */
function playOn(live: MemoryRun, tape: readonly number[]): number {
  let made = 0;
  for (let round = 0; round < 300; round += 1) {
    const [call] = live.calls;
    if (!call) break;
    made += call.phase === 'generate' ? 1 : 0;
    live.dispatch(answerTo(call, tape[round % tape.length] ?? 0));
    live.turn();
  }
  return made;
}

const TOKENS = { inputTokens: 5, cachedTokens: 0, outputTokens: 5, microUsd: 1, llmCalls: 1 };

function answerTo({ token, phase }: AnyCall, roll: number): Input {
  const artifact = { artifactId: `art_${token}_${roll}`, digest: `sha256:${token}${roll}` };
  if (phase === 'generate') return { kind: 'generated', token, ...artifact, usage: TOKENS, source: 'generated' };
  if (phase === 'verify') return { kind: 'verified', token, passed: roll % 3 === 0, ...artifact };
  if (phase === 'condition')
    return { kind: 'conditioned', token, outcome: roll % 2 === 0 ? 'true' : 'false', reason: 'x' };
  return { kind: 'judged', token, verdict: roll % 3 === 0 ? 'pass' : 'retry', guard: 'g', signature: `x${roll}` };
}

function refusedOr<T>(make: () => T): T | string {
  try {
    return make();
  } catch (error) {
    if (error instanceof Refused) return `${error.code}: ${error.message}`;
    throw error;
  }
}
