import { readDefinition } from '../../definitions/compile/read.ts';
import { milliseconds } from '../../definitions/parse/durations.ts';
import { type BaseCaseDefinition } from '../../definitions/schema/base-case.ts';
import { guardOf, leavesOfBaseCase } from '../../definitions/scope/base-case-leaves.ts';
import { GeneratorDeferred } from '../../generators/generator.ts';
import { JudgeFault, UnreadableAnswer } from '../../guards/judge.ts';
import type { GuardRegistry } from '../../guards/registry.ts';
import { GuardError } from '../../guards/tree.ts';
import { addUsage, NO_USAGE, type Usage } from '../../model/usage.ts';
import type { BaseCaseMaterial, BaseCasePort } from '../../ports/base-case-port.ts';
import type { VerifyBaseCaseInput, VerifyBaseCaseOutput } from '../../ports/calls.ts';
import { assertionQuestion, LONGEST_WORDS } from '../../stories/question-words.ts';
import { parseStored } from '../../text/exact-json.ts';
import { cut } from '../../text/text.ts';
import type { AbortRegistry } from '../abort-registry.ts';
import { forked, type LiveCall, performCall } from '../call.ts';
import { deferCall } from '../deferral.ts';
import type { Running } from '../execution.ts';
import { OUTAGE_TIME } from '../generators/call-model.ts';
import { noteFault } from '../infrastructure.ts';
import { type Found, judgeLeaf, type LeafJudging, questionOf, subjectsOf } from './base-case-leaves.ts';
import { outageOf } from './evaluate-guard.ts';

export interface VerifyBaseCaseDependencies extends Running {
  readonly baseCases: BaseCasePort;
  readonly aborts: AbortRegistry;
  readonly guards: Pick<GuardRegistry, 'find'>;
}

/**
 * VERIFY-BASE-CASE (S1-5-c, S1-7.3.3-b): judges what the run has made so far by its base case and stores the evidence, `{passed, evidence,
 * failures}`, under the call's token. A leaf that a person answers is asked for once everything else that decides is known.
 */
export function createVerifyBaseCaseActivity(dependencies: VerifyBaseCaseDependencies) {
  return (input: VerifyBaseCaseInput): Promise<VerifyBaseCaseOutput> =>
    performCall(
      dependencies,
      input,
      () => dependencies.baseCases.open(input).catch(forked),
      (call) => verify(dependencies, input, call),
    );
}

async function verify(
  { baseCases, guards }: VerifyBaseCaseDependencies,
  input: VerifyBaseCaseInput,
  call: LiveCall<BaseCaseMaterial>,
): Promise<VerifyBaseCaseOutput> {
  const { material, signal } = call;
  const { runId, token, answers, infraTimeout } = input;
  const paid = material.paid && { paid: material.paid };
  if (material.known) return { ...material.known, ...paid };
  const { definition } = readDefinition(material.document) ?? {};
  const baseCase = definition?.objective?.baseCase;
  if (!definition || baseCase === undefined) throw new Error(`the run ${runId} has no base case`);
  const subjects = subjectsOf(material, definition);
  try {
    const known = new Map<string, Found>();
    const leftOut: string[] = [];
    const passed = await evaluate(baseCase, 'baseCase', async (name, leaf) => {
      if ('assertion' in leaf) return answers[name];
      const judging = { name, token, leaf, subjects, guards, signal };
      const found = asksModel(leaf, guards)
        ? await judgeOnce(baseCases, input, judging, material.sparing)
        : await judgeLeaf(judging);
      if (!found) {
        leftOut.push(name);
        return undefined;
      }
      known.set(name, found);
      return found.passed;
    });
    const found = [...known.values(), ...said(baseCase, answers)];
    // Nobody is asked what might be false for a model.
    if (passed === undefined && leftOut.length > 0)
      return { ...(await baseCases.keep(input, evidenceOf(false, found, leftOut), call)), ...paid };
    if (passed === undefined) return { ...pendingOf(token, baseCase, answers, [...known.values()]), ...paid };
    return { ...(await baseCases.keep(input, evidenceOf(passed, found), call)), ...paid };
  } catch (error) {
    if (signal.aborted || !(error instanceof GuardError)) throw error;
    const { cause } = error;
    if (cause instanceof GeneratorDeferred) {
      const { guard } = error;
      const facts = { deferred: cause, token, call, infraTimeout: OUTAGE_TIME, guard };
      return deferCall((wait) => baseCases.wait(input, wait), facts);
    }
    const fault = cause instanceof JudgeFault ? cause : undefined;
    const usage = cause instanceof JudgeFault || cause instanceof UnreadableAnswer ? cause.usage : undefined;
    return noteFault((kept) => baseCases.note(input, kept), {
      runId,
      token,
      detail: `The base case could not be verified: ${error.guard} broke: ${error.message}`,
      call,
      infraTimeout: fault && !fault.final ? OUTAGE_TIME : infraTimeout,
      final: fault?.final ?? false,
      ...(fault?.retryAfter !== undefined && { retryAfter: fault.retryAfter }),
      ...(usage && { usage }),
      guard: error.guard,
      ...outageOf(fault),
    });
  }
}

/**
 * Judges a leaf that asks a model, and stores the answer before the next leaf is judged: that one may have to wait, and each execution of
 * the call would pay for this one again (R100). Returns undefined if nothing is stored and no model may be asked (`sparing`).
 */
async function judgeOnce(
  baseCases: BaseCasePort,
  input: VerifyBaseCaseInput,
  judging: LeafJudging,
  sparing: boolean,
): Promise<Found | undefined> {
  const question = questionOf(judging);
  const stored = await baseCases.findLeaf(input, question);
  if (stored !== undefined) return parseStored(stored);
  if (sparing) return undefined;
  const found = await judgeLeaf(judging);
  return parseStored(await baseCases.keepLeaf(input, question, JSON.stringify(found), judging.signal));
}

function asksModel(leaf: LeafOf, guards: Pick<GuardRegistry, 'find'>): boolean {
  const guard = guardOf(leaf);
  return guard !== undefined && guards.find(guard.use)?.nature === 'judged';
}

type LeafOf = Parameters<typeof judgeLeaf>[0]['leaf'];

/** In declared order, and no further than it takes; undefined where that hinges on what only a person can say. */
async function evaluate(
  tree: BaseCaseDefinition,
  name: string,
  judge: (name: string, leaf: LeafOf) => Promise<boolean | undefined>,
): Promise<boolean | undefined> {
  if (!('all' in tree) && !('any' in tree)) return judge(name, tree);
  const [kind, children] = 'all' in tree ? (['all', tree.all] as const) : (['any', tree.any] as const);
  const decisive = kind === 'any';
  let isOpen = false;
  for (const [at, child] of children.entries()) {
    const held = await evaluate(child, `${name}/${kind}/${at}`, judge);
    if (held === decisive) return decisive;
    isOpen ||= held === undefined;
  }
  return isOpen ? undefined : !decisive;
}

function pendingOf(
  token: string,
  baseCase: BaseCaseDefinition,
  answers: VerifyBaseCaseInput['answers'],
  found: readonly Found[],
): VerifyBaseCaseOutput {
  const asked = leavesOfBaseCase(baseCase).find(({ name, leaf }) => 'assertion' in leaf && answers[name] === undefined);
  if (!asked) throw new Error('the base case hinges on nothing that a person could say');
  const { assertion = '', expiresIn } = 'assertion' in asked.leaf ? asked.leaf : {};
  return {
    kind: 'pending',
    token,
    leaf: asked.name,
    question: cut(assertionQuestion(assertion), LONGEST_WORDS),
    ...(found.every(({ passed }) => !passed) && { early: true }),
    ...(expiresIn !== undefined && { expiresIn: milliseconds(expiresIn) }),
  };
}

function said(baseCase: BaseCaseDefinition, answers: VerifyBaseCaseInput['answers']): readonly Found[] {
  return leavesOfBaseCase(baseCase).flatMap(({ name, leaf }) => {
    const answer = answers[name];
    if (!('assertion' in leaf) || answer === undefined) return [];
    return [{ leaf: name, check: 'assertion', passed: answer, detail: leaf.assertion, nature: 'human' as const }];
  });
}

/** `leftOut`: leaves that no model was asked about for want of budget. */
function evidenceOf(passed: boolean, found: readonly Found[], leftOut: readonly string[] = []) {
  const evidence = found.map((each) => {
    const { usage: _, ...facts } = each;
    return facts;
  });
  const failures = [
    ...evidence.filter((each) => !each.passed).map(({ leaf, detail }) => `${leaf}: ${detail}`),
    ...leftOut.map((leaf) => `${leaf}: no model was asked, since the run is out of budget`),
  ];
  const omitted = leftOut.length > 0 ? { leftOut } : {};
  const text = JSON.stringify({ passed, evidence, failures, ...omitted }, undefined, 2);
  return { passed, text, usage: found.flatMap((each) => each.usage ?? []).reduce<Usage>(addUsage, NO_USAGE) };
}
