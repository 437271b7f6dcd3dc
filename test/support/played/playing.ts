import type { Generated, Judged } from '../../../src/model/call-result.ts';
import type { Event } from '../../../src/model/event.ts';
import type { Rules } from '../../../src/model/events/run.ts';
import type { Input } from '../../../src/model/input.ts';
import type { Plan } from '../../../src/model/plan.ts';
import type { RunState } from '../../../src/model/run-state.ts';
import { NO_USAGE } from '../../../src/model/usage.ts';
import { memoryRun } from '../../../src/testing/memory-world.ts';

export interface Playing {
  readonly log: readonly Event[];
  readonly state: RunState;
  /** As redirects have left it. */
  readonly plan: Plan;
  /** Absorbs and ticks, as the workflow's loop does; `at` in milliseconds. */
  do(input: Input, at?: number): RunState;
  /** Absorbs all of them, in this order, before it ticks: they arrived in one activation. */
  together(...inputs: readonly Input[]): RunState;
}

/** A run of the core, played by hand from its start. */
export function playing(
  plan: Plan,
  first: { readonly unaligned?: boolean; readonly verifies?: true; readonly rules?: Rules } = {},
): Playing {
  const run = memoryRun(plan, first);
  run.turn();
  return {
    log: run.log,
    get state() {
      return run.now.state;
    },
    get plan() {
      return run.now.plan;
    },
    do(input, at = 0) {
      run.at(at);
      run.dispatch(input);
      run.turn();
      return run.now.state;
    },
    together(...inputs) {
      run.at(0);
      for (const input of inputs) run.dispatch(input);
      run.turn();
      return run.now.state;
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
