import { type GuardLeaf, leafId, leavesOf } from '../../model/guard-tree.ts';
import type { EscalationState } from '../../model/run-state.ts';
import { assertionQuestion } from '../../stories/question-words.ts';
import { fieldOf } from '../../text/loose.ts';
import { readDefinition } from '../compile/read.ts';
import type { Definition } from '../schema/definition.ts';
import { topologyOfDocument } from '../topology-document.ts';

/** What a definition asks a person, in its own words, and whom. */
export interface Asked {
  readonly question: string;
  readonly assignees: readonly string[];
  /** The JSON Schema that an answer has to fit (R115). */
  readonly answer?: unknown;
}

/** What of a question tells in which words it is asked. */
export type AskedAs = Pick<EscalationState, 'kind' | 'step' | 'attempt' | 'leaf' | 'artifactDigest' | 'allowedActions'>;

/**
 * The words of the definition behind a question: of a `human` guard leaf or generator, or of an assertion. Undefined where the engine asks in its own
 * words. They stay out of the event log, as all texts of users do (design 4), and are joined when a question is shown.
 */
export function askedOfPeople(document: unknown, escalation: AskedAs): Asked | undefined {
  const definition = readDefinition(document)?.definition;
  if (escalation.kind === 'assertion') return definition && assertionOf(document, definition, escalation);
  const step = definition?.steps.find(({ id }) => id === escalation.step);
  return step && askedBy(step, escalation);
}

function assertionOf(document: unknown, definition: Definition, { leaf }: AskedAs): Asked | undefined {
  const assertions = topologyOfDocument(document).assertions?.(definition) ?? [];
  const found = assertions.find((each) => each.leaf === leaf);
  return found && { question: assertionQuestion(found.assertion), assignees: found.assignees };
}

type Step = Definition['steps'][number];

function askedBy(step: Step, { kind, leaf }: AskedAs): Asked | undefined {
  if (kind === 'input' && step.generator.kind === 'human') return asked(step.generator);
  const found = leafOf(step, leaf);
  return found && asked(found.with);
}

/** The shape of an artifact that a person gives: of the leaf that asks for it, else of the `human` generator that it stands for. */
export function answerShape(step: Pick<Step, 'generator' | 'guard'>, { leaf }: Pick<EscalationState, 'leaf'>): unknown {
  const asking = leafOf(step, leaf);
  if (asking) return fieldOf(asking.with, 'answer');
  return step.generator.kind === 'human' ? step.generator.answer : undefined;
}

function leafOf({ guard }: Pick<Step, 'guard'>, leaf: string | undefined): GuardLeaf | undefined {
  return leaf === undefined ? undefined : leavesOf(guard).find((one) => leafId(one) === leaf);
}

function asked(options: unknown): Asked | undefined {
  const question = fieldOf(options, 'question');
  const assignees = fieldOf(options, 'assignees');
  const answer = fieldOf(options, 'answer');
  if (typeof question !== 'string') return undefined;
  return {
    question,
    assignees: Array.isArray(assignees) ? assignees.filter((one) => typeof one === 'string') : [],
    ...(answer !== undefined && { answer }),
  };
}
