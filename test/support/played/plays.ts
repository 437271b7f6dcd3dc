import '../../../src/topologies/documents.ts';
import { compilePlan } from '../../../src/definitions/compile/compile.ts';
import { definitionSchema } from '../../../src/definitions/schema/definition.ts';
import { wantedCalls } from '../../../src/engine.ts';
import type { CallResult } from '../../../src/model/call-result.ts';
import type { Plan } from '../../../src/model/plan.ts';
import { isClosed } from '../../../src/model/run-state.ts';
import { searching } from './and-or.ts';
import { generated, judged, type Playing, playing } from './playing.ts';

export type Word = 'pass' | 'retry' | 'fatal';

/** What the world of a played search answers. */
export interface Script {
  /** Of each step its verdicts in order; where they run out, or for a step that is not here: pass. */
  readonly verdicts?: Readonly<Record<string, readonly Word[]>>;
  /** Whether the base case holds, each time it is verified; the last one goes on. */
  readonly baseCase?: readonly { readonly passed: boolean; readonly falseLeaves?: readonly string[] }[];
  /** Steps whose calls are answered after all others. */
  readonly late?: readonly string[];
}

/** The plan of an and-or definition, compiled as publishing does. */
export function searchPlan(steps: readonly object[], facts: Readonly<Record<string, unknown>>): Plan {
  const compiled = compilePlan(definitionSchema.parse(searching(steps, facts)));
  return { ...compiled, definition: { name: 'search', version: 1, digest: 'sha256:0' } };
}

/** Plays a search with scripted verdicts until nothing is under way: it has ended, or waits for people. */
export function play(plan: Plan, script: Script = {}): Playing {
  const run = playing(plan);
  goOn(run, script, { verdicts: new Map(), verified: 0 });
  return run;
}

/** How far a script has been played: goes on with the same one after a person has answered. */
export interface Played {
  readonly verdicts: Map<string, number>;
  verified: number;
}

export function goOn(run: Playing, script: Script, played: Played): void {
  for (let round = 0; round < 500 && !isClosed(run.state); round += 1) {
    const calls = wantedCalls(run.plan, run.state);
    const late = new Set(script.late);
    const call = calls.find(({ token }) => !late.has(stepOf(run, token))) ?? calls[0];
    if (!call) return;
    run.do(answer(run, call, script, played));
  }
}

function answer(
  run: Playing,
  { token, phase }: { readonly token: string; readonly phase: string },
  { verdicts = {}, baseCase = [{ passed: false }] }: Script,
  played: Played,
): CallResult {
  if (phase === 'verify') {
    const found = baseCase[Math.min(played.verified, baseCase.length - 1)] ?? { passed: false };
    played.verified += 1;
    return { kind: 'verified', token, artifactId: `art_${token}`, digest: `sha256:${token}`, ...found };
  }
  if (phase === 'generate') return generated(token);
  const step = stepOf(run, token);
  const at = played.verdicts.get(step) ?? 0;
  played.verdicts.set(step, at + 1);
  return judged(token, verdicts[step]?.[at] ?? 'pass');
}

function stepOf({ state }: Playing, token: string): string {
  return Object.keys(state.steps).find((id) => state.steps[id]?.call?.token === token) ?? '';
}
