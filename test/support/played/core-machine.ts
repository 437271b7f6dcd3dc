import { ownCalls, wanted } from '../../../src/engine.ts';
import type { Judged } from '../../../src/model/call-result.ts';
import type { Event } from '../../../src/model/event.ts';
import type { Input } from '../../../src/model/input.ts';
import { baseCaseOf, type Plan } from '../../../src/model/plan.ts';
import { isClosed, openEscalations, type RunState } from '../../../src/model/run-state.ts';
import { memoryRun } from '../../../src/testing/memory-world.ts';

/** What a step's guard says of each attempt, in order; the last one goes on. Left out: it passes and asks for no move. */
export type Verdicts = Readonly<Record<string, readonly Partial<Judged>[]>>;

export interface CoreRun {
  readonly log: readonly Event[];
  state(): RunState;
  /** Goes on until the run has ended or a person is asked. */
  play(): RunState;
  send(input: Input): RunState;
  /** The kind and text of each question that is open. */
  questions(): readonly { readonly id: string; readonly kind: string; readonly question: string }[];
}

const NOTHING = { inputTokens: 0, cachedTokens: 0, outputTokens: 0, microUsd: 0, llmCalls: 1 };

/** A run of a machine in the core alone: no server, its verdicts and its base case as told. */
export function coreRun(first: Plan, verdicts: Verdicts = {}, baseCase = false): CoreRun {
  let now = 1_000;
  const judged: Record<string, number> = {};
  const core = memoryRun(first, { ...(baseCaseOf(first) && { verifies: true as const }) }, now);

  function answers(): readonly Input[] {
    const { plan, state } = core.now;
    const [verification] = ownCalls(plan, state);
    if (verification)
      return [
        { kind: 'verified', token: verification.token, passed: baseCase, artifactId: 'art_b', digest: 'sha256:b' },
      ];
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
    log: core.log,
    state: () => core.now.state,
    play() {
      for (let round = 0; round < 500 && !isClosed(core.now.state); round += 1) {
        now += 10;
        core.at(now);
        core.turn();
        const [input] = answers();
        if (!input) break;
        core.dispatch(input);
      }
      return core.now.state;
    },
    send(input) {
      now += 10;
      core.at(now);
      core.dispatch(input);
      return run.play();
    },
    questions: () => openEscalations(core.now.state).map(({ id, kind, question }) => ({ id, kind, question })),
  };
  return run;
}
