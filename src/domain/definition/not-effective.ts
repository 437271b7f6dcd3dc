import type { Issue } from '../catalogues.ts';
import type { Definition, StepDefinition } from './definition.ts';
import { fieldOf } from './loose.ts';
import { below } from './pointer.ts';
import type { RecoveryDefinition } from './recovery.ts';
import type { Subject } from './subject.ts';

const ESCALATES = 'a step whose attempts are used up asks a person';

/** Fields of the format whose behaviour this version lacks, with what happens instead. */
export function* warnOfNotEffective(definition: Definition, { sketch }: Subject): Generator<Issue> {
  yield* inRecovery(definition.defaults, '/defaults');
  yield* inBudgets(definition);
  for (const [index, step] of definition.steps.entries()) {
    const pointer = below('/steps', index);
    yield* inRecovery(step.recovery, below(pointer, 'recovery'));
    yield* inStep(step, pointer);
  }
  for (const leaf of sketch.steps.flatMap((step) => step.leaves)) {
    if (fieldOf(leaf.raw, 'confirm') === undefined) continue;
    yield warning(below(leaf.pointer, 'confirm'), 'the verdict counts without confirmation');
  }
}

function* inRecovery(recovery: RecoveryDefinition | undefined, pointer: string): Generator<Issue> {
  if (recovery === undefined) return;
  const nothing = `stagnation is not acted upon, and ${ESCALATES}`;
  if (recovery.backtrackTo !== undefined) yield warning(below(pointer, 'backtrackTo'), nothing);
  if (recovery.backtrackByGuard !== undefined) yield warning(below(pointer, 'backtrackByGuard'), nothing);
  if (recovery.ladder !== undefined) {
    yield warning(below(pointer, 'ladder'), `every attempt uses the step's model, and ${ESCALATES}`);
  }
  if ((recovery.onStagnation ?? 'warn') !== 'warn') yield warning(below(pointer, 'onStagnation'), nothing);
  if (recovery.diffuseAfter !== undefined) yield warning(below(pointer, 'diffuseAfter'), nothing);
  if (recovery.onExhausted === 'backtrack') yield warning(below(pointer, 'onExhausted'), `instead, ${ESCALATES}`);
}

function* inBudgets({ budgets }: Definition): Generator<Issue> {
  for (const field of ['maxIterations', 'maxStall'] as const) {
    if (budgets?.[field] !== undefined) yield warning(below('/budgets', field), 'iterations are not limited');
  }
}

function* inStep(step: StepDefinition, pointer: string): Generator<Issue> {
  if (step.approval === true) yield warning(below(pointer, 'approval'), 'the step generates without asking');
  if (step.timeouts?.decision !== undefined) {
    yield warning(below(pointer, 'timeouts', 'decision'), 'a question to a person stays open until it is decided');
  }
}

function warning(pointer: string, instead: string): Issue {
  return {
    pointer,
    code: 'not_effective_yet',
    detail: `This version accepts the field but does not act on it yet; ${instead}.`,
  };
}
