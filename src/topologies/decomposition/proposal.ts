/** Breaking a step down while the run is under way (S1x-5): a guarded step proposes the parts. */
import type { Decomposition } from '../../definitions/schema/decomposition.ts';
import type { StepDefinition } from '../../definitions/schema/definition.ts';
import { literal } from '../../expressions/template.ts';
import { DECOMPOSITION_GUARD } from '../../model/plan.ts';
import { fieldsOfPreparing } from '../common/preparing-fields.ts';
import { proposerOf } from './decompose.ts';

export const DEFAULT_MAX_CHILDREN = 5;

const FORM = `Answer with one JSON object and nothing else:
{"children": [{"id": "letters, digits, _ and -", "task": "what is to be done", "requires": ["other children that it needs"]}], "reason": "why these parts"}`;

/** Made of the step that is broken down: it sees what that step would see. */
export function proposerStep(step: StepDefinition, ids: readonly string[]): StepDefinition {
  const { prompt } = step.generator.kind === 'llm' ? step.generator : { prompt: step.title ?? step.id };
  const { role, task } = typeof prompt === 'string' ? { task: prompt } : prompt;
  const most = step.maxChildren ?? DEFAULT_MAX_CHILDREN;
  const ask = `Break this work down into at most ${most} parts that can be done and checked on their own. Do none of it yet.`;
  return {
    id: proposerOf(step.id),
    title: `The parts of ${step.id}`,
    ...fieldsOfPreparing(step, [proposerOf(step.id)]),
    generator: {
      kind: 'llm',
      prompt: { ...(role !== undefined && { role }), task: `${task}\n\n${ask}\n${literal(FORM)}` },
      output: { format: 'json' },
    },
    guard: { use: DECOMPOSITION_GUARD, with: { parent: step.id, maxChildren: most, taken: [...ids] } },
  };
}

/** The parts as steps: what the parent depends on, they depend on; its model and role are theirs. */
export function childSteps(parent: StepDefinition, { children }: Decomposition): readonly StepDefinition[] {
  const { requires = [], optionalRequires, generator, model, role, context, timeouts } = parent;
  const prompt = generator.kind === 'llm' ? generator.prompt : '';
  const persona = typeof prompt === 'string' ? undefined : prompt.role;
  return children.map(({ id, title, task, requires: siblings = [], guard }) => ({
    id,
    ...(title !== undefined && { title }),
    ...(role !== undefined && { role }),
    requires: [...requires, ...siblings],
    ...(optionalRequires && { optionalRequires }),
    ...(context && { context }),
    ...(timeouts && { timeouts }),
    ...(model !== undefined && { model }),
    generator: { kind: 'llm', prompt: { ...(persona !== undefined && { role: persona }), task: literal(task) } },
    guard: guard ?? { use: 'not-empty' },
  }));
}

/** The parent as it goes on: after its parts, with what they made. */
export function decomposedParent(parent: StepDefinition, { children }: Decomposition): StepDefinition {
  const { decompose: _, maxChildren: __, ...step } = parent;
  return { ...step, requires: [...(step.requires ?? []), ...children.map(({ id }) => id)] };
}
