import { nameProblem } from '../../../expressions/scope/variables.ts';
import type { Issue } from '../../../ports/catalogues.ts';
import { folded } from '../../../prompts/decision.ts';
import { fieldOf } from '../../../text/loose.ts';
import { below } from '../../../text/pointer.ts';
import type { MachineSketch, MachineStepSketch } from './sketch.ts';
import { STEP_TYPES, type StepType } from './step-document.ts';

/** Fields that belong to some types of steps; those without which a type makes no sense come first (S2-5). */
const FIELDS: Readonly<Record<StepType, { readonly needs: readonly string[]; readonly takes: readonly string[] }>> = {
  llm: { needs: ['prompt'], takes: ['transition_to', 'output', 'model', 'context', 'maxContextTokens'] },
  code: { needs: ['code'], takes: ['transition_to'] },
  transition: { needs: ['prompt', 'transition_map'], takes: ['output', 'model', 'context', 'maxContextTokens'] },
};

const SOMETIMES: readonly string[] = [
  ...new Set(Object.values(FIELDS).flatMap(({ needs, takes }) => [...needs, ...takes])),
];

/** Each step has what its type needs and nothing that its type ignores; nothing leads back upstream, for there is no upstream. */
export function* checkSteps({ steps, variables }: MachineSketch): Generator<Issue> {
  for (const step of steps) {
    yield* checkFields(step);
    yield* checkAnswers(step);
    yield* checkRoutes(step);
  }
  for (const { value, pointer } of variables) {
    const problem = nameProblem(value);
    if (problem !== undefined) yield { pointer, code: 'invalid_name', detail: `${problem}.` };
  }
}

function* checkFields({ raw, type, pointer }: MachineStepSketch): Generator<Issue> {
  const known = STEP_TYPES.find((one) => one === type);
  if (known === undefined) return;
  const { needs, takes } = FIELDS[known];
  for (const field of needs) {
    if (fieldOf(raw, field) !== undefined) continue;
    yield { pointer: below(pointer, field), code: 'required', detail: `A step of type ${known} needs ${field}.` };
  }
  for (const field of SOMETIMES) {
    if (fieldOf(raw, field) === undefined || needs.includes(field) || takes.includes(field)) continue;
    const detail = `A step of type ${known} has no ${field}; it has ${[...needs, ...takes].join(', ')}.`;
    yield { pointer: below(pointer, field), code: 'not_for_type', detail };
  }
}

const MAX_ANSWERS = 200;

/** Answers are compared whatever their case, so two that differ by it are one. */
function* checkAnswers({ map, raw, type, pointer }: MachineStepSketch): Generator<Issue> {
  const first = new Map<string, string>();
  for (const [answer, here] of map) {
    const earlier = first.get(folded(answer));
    if (earlier === undefined) first.set(folded(answer), here);
    else
      yield { pointer: here, code: 'duplicate_answer', detail: `${earlier} is the same answer; case does not matter.` };
  }
  if (map.length > MAX_ANSWERS) {
    const detail = `The map has at most ${MAX_ANSWERS} answers; this one has ${map.length}.`;
    yield { pointer: below(pointer, 'transition_map'), code: 'too_large', detail };
  }
  if (type === 'transition' && map.length === 0 && fieldOf(raw, 'transition_map') !== undefined) {
    const detail = 'The map needs at least one answer.';
    yield { pointer: below(pointer, 'transition_map'), code: 'too_small', detail };
  }
}

function* checkRoutes({ raw, pointer }: MachineStepSketch): Generator<Issue> {
  const recovery = fieldOf(raw, 'recovery');
  for (const field of ['backtrackTo', 'backtrackByGuard']) {
    if (fieldOf(recovery, field) === undefined) continue;
    const detail = 'A state machine has no upstream to go back to; let a transition lead back.';
    yield { pointer: below(pointer, 'recovery', field), code: 'not_supported', detail };
  }
}
