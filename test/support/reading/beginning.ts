/** What is known before the first event: what the document says. */
import { machineBeginning } from './machine.ts';
import { machineRules } from './machine-rules.ts';
import { type Now, newGroup, newStep } from './now.ts';
import { rulesOf } from './rules.ts';

export function beginning(document: Readonly<Record<string, unknown>>): Now {
  const machine = 'workflow' in document ? machineRules(document) : undefined;
  const rules = machine ?? rulesOf(document);
  return {
    rules,
    ...(machine && { machine: machineBeginning(machine.machine) }),
    steps: new Map([...rules.steps.keys()].map((id) => [id, newStep()])),
    gone: new Map(),
    groups: new Map([...rules.groups.keys()].map((id) => [id, newGroup()])),
    questions: new Map(),
    budgets: { ...rules.budgets },
    attempts: 0,
    iterations: 0,
    swaps: 0,
    isPaused: false,
    isClosed: false,
    status: 'running',
    hasPassed: false,
  };
}
