import { leavesOfBaseCase } from '../and-or/base-case.ts';
import { leafId, leavesOf } from '../guard-tree.ts';
import type { EscalationState } from '../run-state.ts';
import type { Definition } from './definition.ts';
import { fieldOf } from './loose.ts';
import { readDefinition } from './read.ts';

/** What a definition asks a person, in its own words, and whom. */
export interface Asked {
  readonly question: string;
  readonly assignees: readonly string[];
}

/**
 * The words of the definition behind a question: of a `human` guard leaf or generator, or of an assertion. Undefined where the engine asks in its own
 * words. They stay out of the event log, as all texts of users do (design 4), and are joined when a question is shown.
 */
export function askedOfPeople(document: unknown, escalation: EscalationState): Asked | undefined {
  const definition = readDefinition(document)?.definition;
  if (escalation.kind === 'assertion') return assertionOf(definition, escalation);
  const step = definition?.steps.find(({ id }) => id === escalation.step);
  return step && askedBy(step, escalation);
}

function assertionOf(definition: Definition | undefined, { leaf }: EscalationState): Asked | undefined {
  const baseCase = definition?.objective?.baseCase;
  const found = baseCase && leavesOfBaseCase(baseCase).find(({ name }) => name === leaf)?.leaf;
  return found && 'assertion' in found ? { question: found.assertion, assignees: found.assignees ?? [] } : undefined;
}

function askedBy(step: Definition['steps'][number], { kind, leaf }: EscalationState): Asked | undefined {
  if (kind === 'input' && step.generator.kind === 'human') return asked(step.generator);
  const found = leaf === undefined ? undefined : leavesOf(step.guard).find((one) => leafId(one) === leaf);
  return found && asked(found.with);
}

function asked(options: unknown): Asked | undefined {
  const question = fieldOf(options, 'question');
  const assignees = fieldOf(options, 'assignees');
  if (typeof question !== 'string') return undefined;
  return { question, assignees: Array.isArray(assignees) ? assignees.filter((one) => typeof one === 'string') : [] };
}
