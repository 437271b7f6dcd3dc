import { wanted } from '../../../src/engine.ts';
import type { Event } from '../../../src/model/event.ts';
import type { Input } from '../../../src/model/input.ts';
import type { Plan } from '../../../src/model/plan.ts';
import { openEscalations, type RunState } from '../../../src/model/run-state.ts';
import { NO_USAGE } from '../../../src/model/usage.ts';
import type { Verdict } from '../../../src/model/verdict.ts';
import type { Judged } from '../../../src/stories/failure-modes.ts';
import { memoryRun } from '../../../src/testing/memory-world.ts';
import { signatureOf } from '../../../src/text/normalise.ts';

/** What a step's guard says of its attempts in turn; the last one repeats. `pass`, or the feedback of a rejection. */
export type Said =
  | string
  | {
      readonly verdict: Verdict['verdict'];
      readonly feedback?: string;
      readonly guard?: string;
      readonly digest?: string;
      readonly data?: unknown;
      /** What the branches of a composite say. */
      readonly leaves?: readonly Said[];
    };

export interface Played extends Judged {
  readonly workflow: string;
  readonly status: RunState['life']['status'];
  readonly events: readonly Event[];
  readonly plan: Plan;
  readonly state: RunState;
}

export interface PlayOptions {
  /** What a person does with the first question: anything that `decide` takes. */
  readonly decision?: Omit<Extract<Input, { kind: 'decide' }>, 'kind' | 'escalationId'>;
  /** Tokens' ordinals of attempts whose context was cut. */
  readonly cut?: readonly number[];
}

/** A run of the core in memory: every attempt is judged as said, until nothing is wanted. */
export function play(plan: Plan, script: Readonly<Record<string, readonly Said[]>>, options: PlayOptions = {}): Played {
  let now = 1_000;
  const verdicts = new Map<string, Verdict>();
  const cut = new Set<string>();
  const run = memoryRun(plan, { by: 'ann' }, now);
  const later = (step: () => void) => {
    now += 10;
    run.at(now);
    step();
  };
  const state = () => run.now.state;
  const turn = () => run.turn();
  const work = () => {
    for (later(turn); wanted(state()).length > 0; later(turn)) {
      const [call] = wanted(state());
      if (!call) return;
      const { token, step, n, phase } = call;
      const said = script[step]?.[n - 1] ?? script[step]?.at(-1) ?? 'pass';
      if (phase === 'generate') {
        const id = `${step}-${token}`;
        const digest = typeof said === 'object' && said.digest !== undefined ? said.digest : `sha256:${id}`;
        if (options.cut?.includes(n)) cut.add(token);
        const usage = { ...NO_USAGE, inputTokens: 10, outputTokens: 5, microUsd: 2, llmCalls: 1 };
        const made = { artifactId: `art_${id}`, digest, usage, source: 'generated' } as const;
        later(() => run.dispatch({ kind: 'generated', token, ...made }));
      } else {
        const verdict = verdictOf(said);
        verdicts.set(token, verdict);
        const { guard, signature } = verdict;
        const facts = signature === undefined ? {} : { signature };
        later(() => run.dispatch({ kind: 'judged', token, verdict: verdict.verdict, guard, ...facts }));
      }
    }
  };
  work();
  const [question] = openEscalations(state());
  if (question && options.decision) {
    const decision = { kind: 'decide', escalationId: question.id, ...options.decision } as const;
    later(() => run.dispatch(decision));
    work();
  }
  return {
    workflow: 'example',
    status: state().life.status,
    events: run.log,
    verdicts,
    cut,
    plan,
    state: state(),
  };
}

function verdictOf(said: Said): Verdict {
  const {
    verdict,
    feedback = '',
    guard = 'g',
    data,
    leaves = [],
  }: Exclude<Said, string> = typeof said === 'object'
    ? said
    : said === 'pass'
      ? { verdict: 'pass' as const }
      : { verdict: 'retry' as const, feedback: said };
  const signature = verdict === 'pass' ? {} : { signature: signatureOf(feedback) };
  const subResults = leaves.map(verdictOf);
  const facts = data === undefined ? {} : { data };
  return { verdict, feedback, guard, ...signature, ...facts, nature: 'deterministic', durationMs: 1, subResults };
}
