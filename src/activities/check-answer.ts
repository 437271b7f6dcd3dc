import { z } from 'zod';
import { answerShape } from '../definitions/checks/asked-of-people.ts';
import type { Definition } from '../definitions/schema/definition.ts';
import { external } from '../guards/external.ts';
import { PASSED } from '../guards/feedback.ts';
import type { Guard } from '../guards/guard.ts';
import { schemaErrors } from '../guards/isolation/schema-errors.ts';
import type { GuardRegistry } from '../guards/registry.ts';
import { evaluateTree, GuardError } from '../guards/tree.ts';
import { branchesOf, type GuardTree, isLeaf } from '../model/guard-tree.ts';
import type { Verdict } from '../model/verdict.ts';
import type { AnswerRefusal, AskedAnswer, CheckAnswer } from '../ports/answer-check.ts';
import type { CallMaterial } from '../ports/store/calls.ts';
import type { CallStore } from '../ports/store/store.ts';
import { parseJson } from '../text/exact-json.ts';
import { numberProblem, type TooLarge, tooLargeIn } from '../text/too-large-number.ts';
import { definitionOf } from './definitions.ts';
import { guardContextOf } from './guards/guard-context.ts';

export interface CheckAnswerDependencies {
  readonly store: { readonly calls: Pick<CallStore['calls'], 'load'> };
  readonly guards: Pick<GuardRegistry, 'find'>;
}

/** Milliseconds that a person waits for a guard's word at once; after that it is judged like any other artifact. */
const PATIENCE = 5_000;

/**
 * What can be said of an answer at once (R115): whether it fits the shape that the question has; where it has none and the question is for
 * the artifact itself, what the step's guard says, as far as that takes neither sandbox, model nor person.
 */
export function createAnswerCheck({ store, guards }: CheckAnswerDependencies): CheckAnswer {
  return async (asked, { text, mediaType = 'text/plain' }) => {
    const material = await store.calls.load({ ...asked, token: '', phase: 'guard', history: [] });
    const { step } = definitionOf(material, asked.step);
    const shape = answerShape(step, asked);
    if (shape !== undefined) return misfit(shape, text);
    if (asked.kind !== 'input') return undefined;
    return judgedAtOnce(guards, step, { asked, material, text, mediaType });
  };
}

/** An answer is the JSON value that it holds, where it holds one, or the text itself: it fits when either does. */
function misfit(shape: unknown, text: string): AnswerRefusal | undefined {
  const value = jsonIn(text);
  const large = value && tooLargeIn(value.json, '/content');
  if (large !== undefined) return tooLarge(large);
  const asText = schemaErrors(shape, text);
  if (asText.length === 0) return undefined;
  const found = value === undefined ? asText : schemaErrors(shape, value.json);
  if (found.length === 0) return undefined;
  const errors = found.map(({ instancePath, message = 'does not fit' }) => ({
    pointer: `/content${instancePath}`,
    code: 'invalid_answer',
    detail: `${instancePath === '' ? 'The answer' : instancePath} ${message}.`,
  }));
  const detail = `The answer does not have the shape that the question asks for: ${errors[0]?.detail ?? ''} The question is open as before.`;
  return { code: 'invalid_answer', detail, errors };
}

function tooLarge(number: TooLarge): AnswerRefusal {
  const detail = numberProblem(number);
  const errors = [{ pointer: number.pointer, code: 'invalid_answer', detail }];
  return { code: 'invalid_answer', detail: `${detail} The question is open as before.`, errors };
}

function jsonIn(text: string): { readonly json: unknown } | undefined {
  try {
    return { json: parseJson(text) };
  } catch {
    return undefined;
  }
}

interface Given {
  readonly asked: AskedAnswer;
  readonly material: CallMaterial;
  readonly text: string;
  readonly mediaType: string;
}

async function judgedAtOnce(
  guards: CheckAnswerDependencies['guards'],
  { guard: tree }: Pick<Definition['steps'][number], 'guard'>,
  given: Given,
): Promise<AnswerRefusal | undefined> {
  const verdict = await verdictOn(guards, tree, given);
  if (verdict === undefined || verdict.verdict === 'pass') return undefined;
  const { guard, feedback } = verdict;
  return {
    code: 'rejected_by_guard',
    detail: `${guard} rejects this answer: ${feedback} The question is open as before.`,
    errors: [{ pointer: '/content', code: 'rejected_by_guard', detail: feedback }],
    guard,
    feedback,
  };
}

/** Undefined where a guard cannot judge now: then it is asked in its turn, with the patience that it is due. */
async function verdictOn(
  guards: CheckAnswerDependencies['guards'],
  tree: GuardTree,
  { asked, material, text, mediaType }: Given,
): Promise<Verdict | undefined> {
  const answer = { artifact: { id: '', mediaType }, text };
  const signal = AbortSignal.timeout(PATIENCE);
  const context = guardContextOf({ ...asked, answers: [] }, { ...material, answer, texts: {} }, signal);
  const registry = { find: (name: string) => (name === LATER.name ? LATER : guards.find(name)) };
  try {
    return await evaluateTree(withoutLater(tree, guards), registry, context, () => performance.now());
  } catch (error) {
    if (error instanceof GuardError || signal.aborted) return undefined;
    throw error;
  }
}

/** Stands where a guard is asked later, and lets pass: what is rejected even so is rejected for certain. */
const LATER: Guard = {
  name: '(later)',
  nature: 'deterministic',
  sandbox: false,
  score: false,
  options: z.unknown(),
  evaluate: () => PASSED,
};

function withoutLater(tree: GuardTree, guards: CheckAnswerDependencies['guards']): GuardTree {
  if (isLeaf(tree)) return isAtOnce(guards.find(tree.use)) ? tree : { use: LATER.name };
  const { kind, children } = branchesOf(tree);
  const known = children.map((child) => withoutLater(child, guards));
  switch (kind) {
    case 'sequence':
      return { sequence: known };
    case 'all':
      return { all: known };
    case 'any':
      return { any: known };
    case 'majority':
      return { majority: known };
  }
}

function isAtOnce(guard: Guard | undefined): boolean {
  if (guard === undefined || guard.name === external.name) return false;
  return guard.nature === 'deterministic' && !guard.sandbox && guard.isInternal !== true;
}
