/** Whether what was foretold of a request is what it does, told from the states before and after it alone. */
import { type AnyCall, type Preview, preview, wantedCalls } from '../../../src/engine.ts';
import type { EscalationKind } from '../../../src/model/events/escalations.ts';
import { type DecideRequest, type Input, Refused } from '../../../src/model/input.ts';
import { type Plan, recoveryOf } from '../../../src/model/plan.ts';
import type { Run } from '../../../src/model/run.ts';
import { type EscalationState, isClosed, type RunState } from '../../../src/model/run-state.ts';
import { type MemoryRun, memoryRunFrom } from '../../../src/testing/memory-world.ts';

const NOW = 2_000_000;

/** Some of its steps ask a person first, are made by one, or have a `when`. */
export const withPeople = (plan: Plan): Plan => ({
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
/** What the run would ask if its first call were for a person, had broken, or found that it cannot be; none where it makes no call. */
export function askingOtherwise(run: Run): readonly Run[] {
  const [call] = wantedCalls(run.plan, run.state);
  if (!call) return [];
  const { token } = call;
  const answers: Readonly<Record<string, readonly Input[]>> = {
    guard: [
      { kind: 'pending', token, leaf: 'person' },
      { kind: 'judged', token, verdict: 'pass', guard: 'g', infeasible: true },
    ],
    generate: [
      { kind: 'broken', token, reason: 'context_overflow', detail: 'it is too long' },
      { kind: 'broken', token, reason: 'internal', detail: 'it broke' },
      { kind: 'broken', token, reason: 'infrastructure', detail: 'it is away' },
    ],
  };
  return (answers[call.phase] ?? []).map((answer) => {
    const live = memoryRunFrom(run, NOW);
    live.dispatch(answer);
    live.turn();
    return live.now;
  });
}

/** Answers of that kind to a question: of those that name a step one for each step, and one without. */
export function answersTo(
  { plan }: Run,
  { id }: EscalationState,
  action: DecideRequest['action'],
): readonly DecideRequest[] {
  const base = { kind: 'decide', escalationId: id, action, by: 'me' } as const;
  const artifact = { artifactId: 'art_mine', digest: 'sha256:mine' };
  if (action === 'redo' || action === 'skip') return [...plan.steps.map((step) => ({ ...base, step: step.id })), base];
  const more = { maxAttempts: 1_000, maxTokens: 1_000_000, maxIterations: 1_000 };
  return [{ ...base, ...(action === 'amend' && artifact), ...(action === 'raise' && { budgets: more }) }];
}

/**
 * Expects that a request makes again, keeps, ends and generates what is foretold, or is refused as it would be. `tape` answers the calls that
 * follow. Undefined where it is refused.
 */
export function mustBeForetold(run: Run, request: Input, tape: readonly number[]): Preview | undefined {
  const foretold = refusedOr(() => preview(run, request, NOW));
  const live = memoryRunFrom(run, NOW);
  const refused = refusedOr(() => live.dispatch(request));
  if (typeof foretold === 'string' || typeof refused === 'string') {
    expect(foretold).toEqual(refused);
    return undefined;
  }
  live.turn();
  const question = request.kind === 'decide' ? run.state.escalations[request.escalationId] : undefined;
  isResetAsSaid(run.state, live.now.state, foretold);
  isEndedAsSaid(live, foretold, tape, question?.kind);
  return foretold;
}

/** Told from the two states alone: what was settled and is not, or is in another epoch. */
function isResetAsSaid(before: RunState, after: RunState, { wouldReset, keeps }: Preview): void {
  const settled = (state: RunState) =>
    Object.keys(state.steps).filter((id) => ['satisfied', 'waived'].includes(state.steps[id]?.sigma ?? ''));
  // A machine's next turn runs its steps anew; that resets none.
  const isNextTurn = (id: string) => after.own.kind === 'machine' && after.steps[id]?.epoch !== before.steps[id]?.epoch;
  const [was, is] = [settled(before), new Set(settled(after))];
  const undone = was.filter((id) => !is.has(id) && !isNextTurn(id));
  const same = was.filter((id) => after.steps[id]?.sigma === before.steps[id]?.sigma);
  // One expectation, since each costs as much as a round of the run.
  expect({ unsaid: undone.filter((id) => !wouldReset.includes(id)), keeps: keeps.toSorted() }).toEqual({
    unsaid: [],
    keeps: same.filter((id) => !wouldReset.includes(id)).toSorted(),
  });
}

function isEndedAsSaid(
  live: MemoryRun,
  foretold: Preview,
  tape: readonly number[],
  kind: EscalationKind | undefined,
): void {
  const { endsRun, on, generations } = foretold;
  const callsNothing = live.calls.length === 0;
  const endsAtOnce = isClosed(live.now.state);
  const made = playOn(live, tape);
  const ends = isClosed(live.now.state) || live.now.state.redirecting !== undefined;
  expect({
    dependsOnNoCall: callsNothing && on.length > 0,
    endsUnsaid: endsRun !== 'yes' && endsAtOnce,
    tooMany: kind !== 'clarification' && made > generations ? made : undefined,
    goesOn: endsRun === 'yes' && !ends,
  }).toEqual({ dependsOnNoCall: false, endsUnsaid: false, goesOn: false });
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
