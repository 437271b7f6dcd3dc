import fc from 'fast-check';
import { isOf, raisedBound, wantedCalls } from '../../../src/engine.ts';
import type { Event } from '../../../src/model/event.ts';
import { REDIRECT_TYPES } from '../../../src/model/events/redirects.ts';
import { type Input, Refused } from '../../../src/model/input.ts';
import type { Plan, StepPlan } from '../../../src/model/plan.ts';
import { type EscalationState, isClosed, openEscalations, type RunState } from '../../../src/model/run-state.ts';
import { memoryRun } from '../../../src/testing/memory-world.ts';
import { groupsOf } from '../../../src/topologies/and-or/branches.ts';
import { costly, type Worlds, worlds } from '../properties.ts';
import type { BrokenDown } from './search-plans.ts';
import { agreed, saying } from './spoken.ts';

export interface Simulated {
  readonly plan: Plan;
  readonly state: RunState;
  readonly log: readonly Event[];
  /** The state after each round of the loop, before calls are answered. */
  readonly rounds: readonly RunState[];
  /** The plan of each round, as redirects have left it. */
  readonly plans: readonly Plan[];
  /** The bound that is shown after each round. */
  readonly bounds: readonly number[];
}

/** Random worlds of random plans, with or without people in them. */
export function simulated(plans: fc.Arbitrary<Plan>, count: number, people: boolean): Worlds<Simulated> {
  return worlds(fc.tuple(plans, anyTape), ([plan, tape]) => simulate(plan, tape, people), costly(count));
}

/** Numbers that stand for every choice of the world: shrinking them shrinks the story. */
export const anyTape: fc.Arbitrary<readonly number[]> = fc.array(fc.nat(9_999), { minLength: 20, maxLength: 160 });

/** How many attempts made an artifact; one that was interrupted while it was judged is no attempt (R26). */
export function generationsOf(log: readonly Event[]): number {
  const discarded = new Set(
    log.flatMap((event) => (event.type === 'attempt.finished' && event.status === 'discarded' ? [event.token] : [])),
  );
  return log.filter((event) => event.type === 'artifact.created' && !discarded.has(event.token)).length;
}

const TOKENS = { inputTokens: 5, cachedTokens: 0, outputTokens: 5, microUsd: 1, llmCalls: 1 };

/** Drives the core as the workflow's loop does, with answers, faults, late results and requests taken from a tape. */
export function simulate(
  first: Plan,
  tape: readonly number[],
  people = true,
  breakDown?: ReturnType<BrokenDown['breakDown']>,
  speaks = false,
): Simulated {
  let at = 0;
  let spoken = 0;
  let heard = 0;
  let now = 1_000;
  const next = () => tape[at++ % tape.length] ?? 0;
  const pick = <Item>(items: readonly Item[]): Item => items[next() % items.length] as Item;
  const rounds: RunState[] = [];
  const plans: Plan[] = [];
  const bounds: number[] = [];
  const tokens: string[] = [];
  const run = memoryRun(first, {}, now);
  for (let round = 0; round < 200; round += 1) {
    now += next() % 50;
    run.at(now);
    if (run.now.state.life.status === 'stopped' && next() % 2 === 0)
      run.dispatch({ kind: 'resume', stopped: true, by: 'me' });
    if (isClosed(run.now.state)) break;
    run.turn();
    const { plan, state } = run.now;
    rounds.push(state);
    plans.push(plan);
    bounds.push(raisedBound(plan, state));
    const calls = wantedCalls(plan, state);
    tokens.push(...calls.map(({ token }) => token));
    for (const input of inputs(calls)) {
      try {
        run.dispatch(input);
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
      }
    }
    if (round % 5 === 0) run.handOn();
    if (calls.length === 0 && !people && proposed() === undefined) break;
  }
  return { plan: first, state: run.now.state, log: run.log, rounds, plans, bounds };

  function inputs(calls: ReturnType<typeof wantedCalls>): readonly Input[] {
    const { state } = run.now;
    const found: Input[] = [];
    if (calls.length > 0) found.push(answer(pick(calls)));
    if (tokens.length > 0 && next() % 10 === 0) {
      found.push({ kind: 'judged', token: pick(tokens), verdict: 'pass', guard: 'late' });
    }
    if (people && next() % 40 === 0)
      found.push({ kind: 'stop', mode: pick(['now', 'after_attempt'] as const), by: 'me' });
    if (people && next() % 30 === 0) found.push({ kind: 'pause', by: 'me' });
    if (state.control.pause && next() % 3 === 0) found.push({ kind: 'resume', by: 'me' });
    if (people && next() % 25 === 0) found.push(redirection());
    if (speaks) found.push(...words());
    const proposal = proposed();
    if (proposal && breakDown) found.push(applied(proposal, breakDown));
    const [question] = openEscalations(state);
    if (people && question && (calls.length === 0 || next() % 4 === 0)) found.push(decision(question));
    return found;
  }

  /** What people say in free words, and what becomes of it once they have agreed. */
  function words(): readonly Input[] {
    const { plan, state } = run.now;
    const found: Input[] = [];
    spoken += next() % 15 === 0 ? 1 : 0;
    if (spoken > heard) {
      heard += 1;
      found.push(saying(plan, heard, state.revision));
    }
    if (next() % 20 === 0) found.push({ kind: 'time' });
    const meant = state.redirecting?.queue.find(({ step }) => state.steps[step]?.sigma === 'satisfied');
    if (!meant) return found;
    const change = next() % 2 === 0 ? {} : { reset: [pick(first.steps).id] };
    if (next() % 4 === 0) found.push({ kind: 'misunderstood', step: meant.step, detail: 'does not fit' });
    else found.push(agreed(plan, meant.step, state.revision, change));
    return found;
  }

  function proposed(): StepPlan | undefined {
    const { plan, state } = run.now;
    return plan.steps.find(
      ({ id, decomposes }) => decomposes !== undefined && state.steps[id]?.sigma === 'satisfied' && !isClosed(state),
    );
  }

  /** As often as not the parts cannot be made. */
  function applied({ id, decomposes: step = '' }: StepPlan, parts: NonNullable<typeof breakDown>): Input {
    const { state } = run.now;
    if (next() % 2 === 0) return { kind: 'misunderstood', step: id, detail: 'does not fit', isAttempt: true };
    const { children, plan: revised } = parts(step, 1 + (next() % 3));
    const from = state.revision === undefined ? {} : { from: state.revision };
    const revision = { digest: `sha256:${step}`, plan: revised, ...from };
    const artifactId = state.steps[id]?.artifact?.id ?? '';
    return { kind: 'decompose', prepared: true, step, artifactId, children, reason: 'parts', revision };
  }

  function redirection(): Input {
    const { plan } = run.now;
    const step = pick(plan.steps).id;
    const artifact = { artifactId: `art_r${next()}`, digest: `sha256:r${next()}` };
    const groups = groupsOf(plan);
    const group = groups.length > 0 ? pick(groups) : undefined;
    const forced = group ? [{ force: { orGroup: group.id, choice: pick(group.choices) } }] : [];
    const changes = [
      ...forced,
      {},
      { reset: [step] },
      { bindings: { [step]: artifact } },
      { budgets: { maxAttempts: 1_000 } },
      ...(plan.topology === 'machine' ? [{ state: pick(plan.machine.states) }, { variables: artifact }] : []),
    ];
    const type = pick(REDIRECT_TYPES);
    return { kind: 'redirect', prepared: true, type, description: 'as said', by: 'me', ...pick(changes) };
  }

  function answer({ token, phase, attempt }: { token: string; phase: string; attempt?: number }): Input {
    const { plan, state } = run.now;
    const id = `art_${next()}`;
    const roll = next() % 20;
    if (phase === 'verify') return verification(token, roll);
    if (phase === 'condition') return condition(token, roll);
    if (people && roll === 0)
      return { kind: 'broken', token, reason: 'infrastructure', detail: 'the provider is down' };
    if (phase === 'generate') {
      if (people && roll === 1 && (plan.topology !== 'machine' || attempt === 1))
        return { kind: 'skipped', token, reason: 'when is false' };
      const rejected = roll < 4 ? { rejected: { guard: 'generator-validation', signature: 'empty' } } : {};
      return {
        kind: 'generated',
        token,
        artifactId: id,
        digest: `sha256:${id}`,
        usage: TOKENS,
        source: 'generated',
        ...rejected,
      };
    }
    const call = Object.values(state.steps).find((step) => step.call?.token === token)?.call;
    if (call && isOf(state, call.step) && (call.answers ?? []).length === 0)
      return { kind: 'pending', token, leaf: 'clarification', expiresIn: 500 };
    if (call && isOf(state, call.step)) {
      const { verdict = 'pass' } = call.answers?.at(-1) ?? {};
      return { kind: 'judged', token, verdict, guard: 'clarification', signature: 'no' };
    }
    const verdict = roll < 9 ? 'pass' : roll < 19 ? 'retry' : 'fatal';
    const alike = [next() % 1_000, next() % 1_000, next() % 1_000];
    const progress = next() % 4 === 0 ? 1 : 0;
    const said = { kind: 'judged', token, verdict, guard: pick(['g', 'h']), signature: pick(['x', 'y']) } as const;
    return { ...said, alike, progress, ...(plan.topology === 'machine' && move(plan.machine.states)) };
  }

  /** A machine's `run_if` that cannot be calculated is false (R109). */
  function condition(token: string, roll: number): Input {
    const { plan } = run.now;
    const outcome = roll < 10 ? 'true' : roll < 16 || plan.topology === 'machine' ? 'false' : 'unknown';
    return { kind: 'conditioned', token, outcome, reason: 'x > 1' };
  }

  function move(states: readonly string[]) {
    return next() % 5 === 0 ? {} : { move: { to: pick(states), permitted: next() % 4 > 0 } };
  }

  function verification(token: string, roll: number): Input {
    if (people && roll === 0) return { kind: 'broken', token, reason: 'infrastructure', detail: 'no sandbox' };
    if (people && roll === 1) return { kind: 'pending', token, leaf: 'baseCase', beside: next() % 4 > 0 };
    const id = `art_${next()}`;
    return { kind: 'verified', token, passed: roll > 16, artifactId: id, digest: `sha256:${id}` };
  }

  function decision(question: EscalationState): Input {
    const { plan } = run.now;
    return {
      kind: 'decide',
      escalationId: question.id,
      action: pick(question.allowedActions),
      by: 'me',
      artifactId: `art_h${next()}`,
      digest: `sha256:h${next()}`,
      step: pick(plan.steps).id,
      guidance: 'look again',
      budgets: { maxAttempts: 1_000, maxTokens: 1_000_000, ...(plan.topology === 'machine' && { maxIterations: 100 }) },
      ...(next() % 3 === 0 && { extraAttempts: 2 }),
      ...(next() % 5 === 0 && { artifactDigest: 'sha256:other' }),
    };
  }
}
