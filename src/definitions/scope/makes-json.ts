import { leavesOf } from '../../model/guard-tree.ts';
import type { StepDefinition } from '../schema/definition.ts';
import { outputOf } from './roles.ts';

/** Guards that accept nothing but JSON. */
const JSON_GUARDS: ReadonlySet<string> = new Set(['json', 'json-schema']);

/** Whether a step's own words make JSON of its artifact, whatever its media type says: its output, or a guard that accepts nothing else (R108). */
export function makesJson(step: StepDefinition): boolean {
  const { generator, guard } = step;
  if (leavesOf(guard).some(({ use }) => JSON_GUARDS.has(use))) return true;
  if (generator.kind !== 'llm' && generator.kind !== 'agent') return generator.kind === 'code';
  const output = outputOf(step);
  return output?.format === 'json' || output?.schema !== undefined;
}
