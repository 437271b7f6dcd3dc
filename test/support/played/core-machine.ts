import { evolve } from '../../../src/core/events/evolve.ts';
import { absorb } from '../../../src/core/moves/absorb.ts';
import { planAfter } from '../../../src/core/moves/redirect.ts';
import { tick } from '../../../src/core/tick.ts';
import { verification, wanted } from '../../../src/core/wanted.ts';
import type { Event } from '../../../src/model/event.ts';
import type { Input, Judged } from '../../../src/model/input.ts';
import type { Plan } from '../../../src/model/plan.ts';
import { INITIAL, isClosed, openEscalations, type RunState } from '../../../src/model/run-state.ts';

/** What a step's guard says of each attempt, in order; the last one goes on. Left out: it passes and asks for no move. */
export type Verdicts = Readonly<Record<string, readonly Partial<Judged>[]>>;

export interface CoreRun {
  readonly log: readonly Event[];
  state(): RunState;
  /** Goes on until the run has ended or a person is asked. */
  settle(): RunState;
  send(input: Input): RunState;
  /** The kind and text of each question that is open. */
  questions(): readonly { readonly id: string; readonly kind: string; readonly question: string }[];
}

const NOTHING = { inputTokens: 0, cachedTokens: 0, outputTokens: 0, microUsd: 0, llmCalls: 1 };

/** A run of a machine in the core alone: no server, its verdicts and its base case as told. */
export function coreRun(first: Plan, verdicts: Verdicts = {}, baseCase = false): CoreRun {
  let plan = first;
  let state: RunState = INITIAL;
  let now = 1_000;
  const log: Event[] = [];
  const judged: Record<string, number> = {};
  const take = (events: readonly Event[]) => {
    for (const event of events) {
      state = evolve(state, event);
      log.push(event);
    }
  };
  const machine = plan.machine && { initial: plan.machine.initial };
  const ids = plan.steps.map(({ id }) => id);
  const created = { type: 'run.created', runId: 'run_1', steps: ids, budgets: plan.budgets, by: 'me' } as const;
  take([
    { ...created, ...(machine && { machine }), ...(plan.baseCase && { verifies: true as const }), seq: 1, at: now },
  ]);

  function answers(): readonly Input[] {
    const verifying = verification(state);
    if (verifying !== undefined)
      return [{ kind: 'verified', token: verifying, passed: baseCase, artifactId: 'art_b', digest: 'sha256:b' }];
    return wanted(state).map(({ token, phase, step }): Input => {
      const id = `${step}_${token}`;
      const made = { artifactId: `art_${id}`, digest: `sha256:${id}` };
      if (phase === 'generate') return { kind: 'generated', token, ...made, source: 'generated', usage: NOTHING };
      const list = verdicts[step] ?? [];
      const at = judged[step] ?? 0;
      judged[step] = at + 1;
      return { kind: 'judged', token, verdict: 'pass', guard: 'g', ...(list[at] ?? list.at(-1)) };
    });
  }

  const run: CoreRun = {
    log,
    state: () => state,
    settle() {
      for (let round = 0; round < 500 && !isClosed(state); round += 1) {
        now += 10;
        take(tick(plan, state, now));
        const [input] = answers();
        if (!input) return state;
        take(absorb(plan, state, input, now));
      }
      return state;
    },
    send(input) {
      now += 10;
      const events = absorb(plan, state, input, now);
      plan = planAfter(plan, input);
      take(events);
      return run.settle();
    },
    questions: () => openEscalations(state).map(({ id, kind, question }) => ({ id, kind, question })),
  };
  return run;
}
