import type { Objective } from '../definitions/schema/objective.ts';

/** The objective as a prompt tells it; empty where there is nothing to tell. */
export function objectiveText({ goal, backgroundIntent, deliverables, definitionOfDone }: Objective): string {
  return [
    ...line('Goal', goal),
    ...line('Why', backgroundIntent),
    ...line('Deliverables', deliverables),
    ...line('Done when', definitionOfDone),
  ].join('\n');
}

/** The rules among its constraints, as text. */
export function rulesText({ constraints }: Objective): string {
  if (typeof constraints === 'string') return constraints;
  return Array.isArray(constraints) ? constraints.join('\n') : '';
}

function line(label: string, said: string | readonly string[] | undefined): readonly string[] {
  if (said === undefined) return [];
  if (typeof said === 'string') return [`${label}: ${said}`];
  return [`${label}:`, ...said.map((each) => `- ${each}`)];
}
