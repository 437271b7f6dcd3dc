import { evolve } from '../../../src/core/events/evolve.ts';
import { absorb } from '../../../src/core/moves/absorb.ts';
import { planAfter } from '../../../src/core/moves/redirect.ts';
import { tick } from '../../../src/core/tick.ts';
import { type Event, RULES } from '../../../src/model/event.ts';
import type { Generated, Input, Judged } from '../../../src/model/input.ts';
import type { Plan } from '../../../src/model/plan.ts';
import { INITIAL, type RunState } from '../../../src/model/run-state.ts';
import { NO_USAGE } from '../../../src/model/usage.ts';

export interface Driven {
  readonly log: readonly Event[];
  readonly state: RunState;
  /** As redirects have left it. */
  readonly plan: Plan;
  /** Absorbs and ticks, as the workflow's loop does; `at` in milliseconds. */
  do(input: Input, at?: number): RunState;
  /** Absorbs all of them, in this order, before it ticks: they arrived in one activation. */
  together(...inputs: readonly Input[]): RunState;
}

/** A run of the core, driven by hand from its start. */
export function driven(plan: Plan, first: { readonly unaligned?: boolean } = {}): Driven {
  let state: RunState = INITIAL;
  let rules = plan;
  const log: Event[] = [];
  const take = (events: readonly Event[]) => {
    log.push(...events);
    state = events.reduce(evolve, state);
  };
  const steps = plan.steps.map(({ id }) => id);
  const { topology, machine, budgets } = plan;
  const kind = topology === 'dag' ? {} : { topology };
  const initial = machine && { machine: { initial: machine.initial } };
  take([
    {
      type: 'run.created',
      runId: 'run_1',
      steps,
      budgets,
      by: 'me',
      rules: RULES,
      seq: 1,
      at: 0,
      ...kind,
      ...initial,
      ...first,
    },
  ]);
  take(tick(plan, state, 0));
  const hear = (input: Input, at: number) => {
    take(absorb(rules, state, input, at));
    rules = planAfter(rules, input);
  };
  return {
    log,
    get state() {
      return state;
    },
    get plan() {
      return rules;
    },
    do(input, at = 0) {
      hear(input, at);
      take(tick(rules, state, at));
      return state;
    },
    together(...inputs) {
      for (const input of inputs) hear(input, 0);
      take(tick(rules, state, 0));
      return state;
    },
  };
}

export function generated(token: string): Generated {
  const artifact = { artifactId: `art_${token}`, digest: `sha256:${token}` };
  return { kind: 'generated', token, ...artifact, usage: NO_USAGE, source: 'generated' };
}

export function judged(token: string, verdict: Judged['verdict'] = 'pass'): Judged {
  return { kind: 'judged', token, verdict, guard: 'g', signature: 'no' };
}
