import { evolve } from '../../src/core/events/evolve.ts';
import { absorb } from '../../src/core/moves/absorb.ts';
import { tick } from '../../src/core/tick.ts';
import { unpacked } from '../../src/core/unpacked.ts';
import { wantedCalls } from '../../src/core/wanted.ts';
import { compilePlan } from '../../src/definitions/compile/compile.ts';
import { definitionSchema } from '../../src/definitions/schema/definition.ts';
import type { CallResult } from '../../src/model/input.ts';
import type { Plan } from '../../src/model/plan.ts';
import { INITIAL, type RunState } from '../../src/model/run-state.ts';
import type { Document } from './definitions.ts';

/**
 * The workflow's loop without Temporal: each call that is wanted is answered and passes. Milliseconds that each round took to absorb an
 * answer and to plan what follows, the folding of both included; the first round has nothing to absorb and meets a plan never seen before.
 */
export function planned(document: Document): readonly number[] {
  const plan = planOf(document);
  const taken: number[] = [];
  let state = created(plan);
  let answer: CallResult | undefined;
  do {
    const now = state.at + 5;
    const began = performance.now();
    if (answer) for (const event of absorb(plan, state, answer, now)) state = evolve(state, event);
    for (const event of tick(plan, state, now)) state = evolve(state, event);
    taken.push(performance.now() - began);
    answer = answerTo(plan, state);
  } while (answer);
  if (state.status !== 'completed') throw new Error(`${document.name} ended as ${state.status}.`);
  return taken;
}

/** As the workflow is handed it: read from JSON. */
function planOf(document: Document): Plan {
  const compiled = compilePlan(definitionSchema.parse(document));
  const plan = { ...compiled, definition: { name: document.name, version: 1, digest: 'sha256:0' } };
  return JSON.parse(JSON.stringify(plan));
}

function created({ steps, budgets, topology }: Plan): RunState {
  const ids = steps.map(({ id }) => id);
  const event = { type: 'run.created', runId: 'run_1', steps: ids, budgets, by: 'bench', seq: 1, at: 1 } as const;
  const state = evolve(INITIAL, { ...event, ...(topology === 'and-or' && { topology }) });
  return unpacked(JSON.parse(JSON.stringify(state)));
}

function answerTo(plan: Plan, state: RunState): CallResult | undefined {
  const [call] = wantedCalls(plan, state);
  if (!call) return undefined;
  const { phase, token } = call;
  const artifact = { artifactId: `art_${token}`, digest: `sha256:${token}` };
  if (phase === 'condition') return { kind: 'conditioned', token, outcome: 'true' };
  if (phase === 'verify') return { kind: 'verified', token, passed: true, ...artifact };
  if (phase === 'guard') return { kind: 'judged', token, verdict: 'pass', guard: 'not-empty' };
  const usage = { inputTokens: 1, cachedTokens: 0, outputTokens: 1, microUsd: 0, llmCalls: 1 };
  return { kind: 'generated', token, ...artifact, usage, source: 'generated' };
}
