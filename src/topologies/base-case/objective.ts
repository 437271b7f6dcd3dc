import type { z } from 'zod';
import type { budgetsSchema } from '../../definitions/schema/budgets.ts';
import type { Objective } from '../../definitions/schema/objective.ts';

/** What the start gate asks for (S1-3.1-d, S1-3.2). */
const NEEDED = ['goal', 'backgroundIntent', 'deliverables', 'definitionOfDone', 'baseCase'] as const;

/** What is missing before a run may start: fields of the objective, and `steps` where there is none. */
export function missingFrom(objective: Objective | undefined, stepCount: number): readonly string[] {
  const fieldsMissing: string[] = NEEDED.filter((field) => !isSaid(objective?.[field]));
  return stepCount === 0 ? [...fieldsMissing, 'steps'] : fieldsMissing;
}

function isSaid(value: Objective[(typeof NEEDED)[number]]): boolean {
  if (typeof value === 'string') return value.trim() !== '';
  return Array.isArray(value) ? value.some(isSaid) : value !== undefined;
}

/** The limits among its constraints. */
export function limitsAmong({ constraints }: Objective): z.infer<typeof budgetsSchema> {
  return typeof constraints === 'object' && !Array.isArray(constraints) ? constraints : {};
}
