/** A step that is unknown territory has it found out first (S1-7.4.2-a): a probe says whether it can be done, and how. */
import type { StepDefinition } from '../../../definitions/schema/definition.ts';
import { fieldsOfPreparing } from '../../common/preparing-fields.ts';
import { proposerOf } from '../../decomposition/decompose.ts';

/** The step that finds out for another one. */
export function probeOf(id: string): string {
  return `probe_${id}`;
}

const ASK = 'Do none of this yet, and change nothing. Find out whether it can be done, how, and at what cost.';

/** Made of the step that is unknown: it sees what that step would see, and an agent keeps its tools, save those that change something. */
export function probeStep(step: StepDefinition): StepDefinition {
  const { generator } = step;
  const { prompt = step.title ?? step.id } = 'prompt' in generator ? generator : {};
  const { role, task } = typeof prompt === 'string' ? { task: prompt } : prompt;
  const asking = { ...(role !== undefined && { role }), task: `${ASK}\n\n${task}` };
  return {
    id: probeOf(step.id),
    title: `Whether ${step.id} can be done`,
    role: 'probe',
    ...fieldsOfPreparing(step, [probeOf(step.id), proposerOf(step.id)]),
    generator:
      generator.kind === 'agent'
        ? { kind: 'agent', agent: generator.agent, prompt: asking }
        : { kind: 'llm', prompt: asking },
    guard: { use: 'json' },
  };
}
