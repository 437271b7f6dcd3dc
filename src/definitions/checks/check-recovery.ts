import { GENERATOR_VALIDATION } from '../../model/verdict.ts';
import type { Issue } from '../../ports/catalogues.ts';
import { fieldOf } from '../../text/loose.ts';
import { listing, suggestion } from '../../text/nearest.ts';
import { below } from '../../text/pointer.ts';
import type { StepSketch } from '../parse/sketch.ts';
import { DEFAULT_R_MAX } from '../schema/recovery.ts';
import type { Subject } from '../schema/subject.ts';

/** `1 < rPatience < rMax` after defaults are merged (R17, R59), and routes of guards that the step has (R26). */
export function* checkRecovery({ document, sketch }: Subject): Generator<Issue> {
  const defaults = fieldOf(document, 'defaults');
  for (const step of sketch.steps) {
    yield* checkPatience(step, defaults);
    yield* checkRoutes(step);
  }
}

/** What is not retried has no patience to check (R29). */
function* checkPatience(step: StepSketch, defaults: unknown): Generator<Issue> {
  const recovery = fieldOf(step.raw, 'recovery');
  const patience = fieldOf(recovery, 'rPatience') ?? inherited(recovery, defaults);
  const rMax = fieldOf(recovery, 'rMax') ?? fieldOf(defaults, 'rMax') ?? DEFAULT_R_MAX;
  if (step.kind === 'fixed' || step.kind === 'code' || !isWhole(patience) || !isWhole(rMax)) return;
  if (patience > 1 && patience < rMax) return;
  const detail = `1 < rPatience < rMax must hold; merged with the defaults this step has rPatience ${patience} and rMax ${rMax}. ${remedy(rMax)}`;
  yield { pointer: below(step.pointer, 'recovery', 'rPatience'), code: 'invalid_patience', detail };
}

/** A written null turns stagnation off and is not merged over. */
function inherited(recovery: unknown, defaults: unknown): unknown {
  return fieldOf(recovery, 'rPatience') === null ? null : fieldOf(defaults, 'rPatience');
}

function remedy(rMax: number): string {
  return rMax > 2
    ? `Write 2 to ${rMax - 1}, or null to switch it off.`
    : 'Write null to switch it off, or raise rMax to at least 3.';
}

function* checkRoutes(step: StepSketch): Generator<Issue> {
  const known = new Set([...step.leaves.map((leaf) => leaf.id), GENERATOR_VALIDATION]);
  for (const { guard, pointer } of step.backtrackByGuard) {
    if (known.has(guard)) continue;
    const detail = `The step has no guard leaf "${guard}".${suggestion(guard, known)} Ids: ${listing(known)}.`;
    yield { pointer, code: 'unknown_guard_id', detail };
  }
}

function isWhole(value: unknown): value is number {
  return Number.isInteger(value);
}
