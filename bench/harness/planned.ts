import '../../src/topologies/documents.ts';
import { compilePlan } from '../../src/definitions/compile/compile.ts';
import { definitionSchema } from '../../src/definitions/schema/definition.ts';
import type { CallResult } from '../../src/model/call-result.ts';
import type { Plan } from '../../src/model/plan.ts';
import { type MemoryRun, memoryRun } from '../../src/testing/memory-world.ts';
import type { Document } from './definitions.ts';

/**
 * A run in memory: each call that is wanted is answered and passes. Milliseconds that each round took to absorb an answer and to plan what
 * follows, the folding of both included; the first round has nothing to absorb and meets a plan never seen before.
 */
export function planned(document: Document): readonly number[] {
  const run = memoryRun(planOf(document), { by: 'bench' });
  run.handOn();
  const taken: number[] = [];
  let answer: CallResult | undefined;
  do {
    run.at(run.now.state.at + 5);
    const began = performance.now();
    if (answer) run.dispatch(answer);
    run.turn();
    taken.push(performance.now() - began);
    answer = answerTo(run);
  } while (answer);
  const { status } = run.now.state.life;
  if (status !== 'completed') throw new Error(`${document.name} ended as ${status}.`);
  return taken;
}

/** As the workflow is handed it: read from JSON. */
function planOf(document: Document): Plan {
  const compiled = compilePlan(definitionSchema.parse(document));
  const plan = { ...compiled, definition: { name: document.name, version: 1, digest: 'sha256:0' } };
  return JSON.parse(JSON.stringify(plan));
}

function answerTo({ calls: [call] }: MemoryRun): CallResult | undefined {
  if (!call) return undefined;
  const { phase, token } = call;
  const artifact = { artifactId: `art_${token}`, digest: `sha256:${token}` };
  if (phase === 'condition') return { kind: 'conditioned', token, outcome: 'true' };
  if (phase === 'verify') return { kind: 'verified', token, passed: true, ...artifact };
  if (phase === 'guard') return { kind: 'judged', token, verdict: 'pass', guard: 'not-empty' };
  const usage = { inputTokens: 1, cachedTokens: 0, outputTokens: 1, microUsd: 0, llmCalls: 1 };
  return { kind: 'generated', token, ...artifact, usage, source: 'generated' };
}
