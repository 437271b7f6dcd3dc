import { GENERATOR_VALIDATION } from '../../model/verdict.ts';
import type { Issue } from '../../ports/catalogues.ts';
import { fieldOf } from '../../text/loose.ts';
import { listing, suggestion } from '../../text/nearest.ts';
import { below } from '../../text/pointer.ts';
import type { StepSketch } from '../parse/sketch.ts';
import { DEFAULT_R_MAX } from '../schema/recovery.ts';
import type { Subject } from '../schema/subject.ts';

/** `1 < rPatience < rMax` after defaults are merged (R17, R59), routes of guards that the step has (R26), and repairs of JSON only (R130). */
export function* checkRecovery({ document, sketch }: Subject): Generator<Issue> {
  const defaults = fieldOf(document, 'defaults');
  for (const step of sketch.steps) {
    yield* checkPatience(step, defaults);
    yield* checkRoutes(step);
    yield* checkRepair(step);
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

/** Places of an answer can be named only if it is JSON, and only a model that is asked once an attempt can be asked for them. */
function* checkRepair(step: StepSketch): Generator<Issue> {
  const repair = fieldOf(fieldOf(step.raw, 'recovery'), 'repair');
  if (repair !== 'fields' || step.kind === undefined) return;
  const generator = fieldOf(step.raw, 'generator');
  const output = fieldOf(generator, 'output');
  const isJson = fieldOf(output, 'format') === 'json' || fieldOf(output, 'schema') !== undefined;
  const hasRole = fieldOf(step.raw, 'role') !== undefined;
  if (step.kind === 'llm' && (isJson || hasRole)) return;
  const detail = `"repair" works for a model whose answer is JSON (generator of kind llm, output with format json). ${REMEDIES[step.kind] ?? 'Leave it out.'}`;
  yield { pointer: below(step.pointer, 'recovery', 'repair'), code: 'not_repairable', detail };
}

const REMEDIES: Readonly<Record<string, string>> = {
  llm: 'Write output: { format: json } for the generator, or leave it out.',
  agent: 'An agent corrects its answer within its own conversation: leave it out.',
};

function isWhole(value: unknown): value is number {
  return Number.isInteger(value);
}
