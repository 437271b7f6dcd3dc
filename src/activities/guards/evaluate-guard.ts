import type { Check } from '../../definitions/checks/check.ts';
import { milliseconds } from '../../definitions/parse/durations.ts';
import { asksBack } from '../../definitions/redirects/clarification.ts';
import { topologyWorkOf } from '../../definitions/topology-work.ts';
import { rulesOf } from '../../engine.ts';
import { deltaProblem } from '../../expressions/scope/binding.ts';
import { namesOf } from '../../expressions/template.ts';
import { GeneratorDeferred } from '../../generators/generator.ts';
import { ExternalFault, ExternalLeaf } from '../../guards/external.ts';
import type { GuardContext } from '../../guards/guard.ts';
import { parseJson } from '../../guards/isolation/parse-json.ts';
import { JudgeFault, UnreadableAnswer } from '../../guards/judge.ts';
import { PendingLeaf } from '../../guards/pending.ts';
import type { GuardRegistry } from '../../guards/registry.ts';
import { evaluateTree, GuardError } from '../../guards/tree.ts';
import type { Judged, Pending } from '../../model/call-result.ts';
import type { GuardTree } from '../../model/guard-tree.ts';
import type { Plan } from '../../model/plan.ts';
import { NO_USAGE } from '../../model/usage.ts';
import type { Verdict } from '../../model/verdict.ts';
import type { EvaluateGuardInput, EvaluateGuardOutput } from '../../ports/calls.ts';
import { CallOver, type GuardMaterial, type GuardPort, type JudgedAnswers } from '../../ports/guard-port.ts';
import { StoreUnavailable } from '../../ports/store/errors.ts';
import { gaveUp } from '../../prompts/gave-up.ts';
import { LONGEST_WORDS } from '../../stories/question-words.ts';
import { fieldOf } from '../../text/loose.ts';
import { messageOf } from '../../text/message-of.ts';
import { cut } from '../../text/text.ts';
import type { AbortRegistry } from '../abort-registry.ts';
import { alikeOf, progressOf } from '../alike.ts';
import { brokenByBudget, exhaustedFor } from '../budget-exhausted.ts';
import { forked, type LiveCall, performCall } from '../call.ts';
import { movesOf } from '../calls/moves.ts';
import { ownNames } from '../calls/own-names.ts';
import { deferCall } from '../deferral.ts';
import { definitionOf } from '../definitions.ts';
import type { Running } from '../execution.ts';
import { outageTimeOf } from '../generators/call-model.ts';
import { noteFault } from '../infrastructure.ts';
import { otherModels } from '../other-models.ts';
import { asRejected, rejection } from '../settle-answer.ts';
import { untilAborted } from '../until-aborted.ts';
import { guardContextOf, guardTimeOf } from './guard-context.ts';
import { JudgeStopped, judgedElsewhere, judgedOnce, type LeafJudge } from './judged-leaves.ts';
import { outsideAnswers, outsideCall } from './outside-guard.ts';

export interface EvaluateGuardDependencies extends Running {
  readonly guardPort: GuardPort;
  readonly aborts: AbortRegistry;
  readonly guards: Pick<GuardRegistry, 'find'>;
  /** As publishing checks a document. */
  readonly check: Check;
  /** Who answers for judged guards: models that this worker reaches, whose answers it keeps, or somebody who does both. */
  readonly judging: { readonly answers: JudgedAnswers } | { readonly elsewhere: LeafJudge };
}

/**
 * EXECUTE-GUARD: judges the stored artifact under the call's token. A verdict that was stored before is answered again, so a
 * worker that dies between judging and answering changes nothing.
 */
export function createEvaluateGuardActivity(dependencies: EvaluateGuardDependencies) {
  return (input: EvaluateGuardInput): Promise<EvaluateGuardOutput> =>
    performCall(
      dependencies,
      input,
      () => dependencies.guardPort.open(input).catch(forked),
      (call) => evaluate(dependencies, input, call),
    );
}

async function evaluate(
  { guardPort, guards: own, check, judging }: EvaluateGuardDependencies,
  input: EvaluateGuardInput,
  call: LiveCall<GuardMaterial>,
): Promise<EvaluateGuardOutput> {
  const { runId, token, infraTimeout } = input;
  const { material } = call;
  const { step } = definitionOf(material, input.step);
  const { answer } = material;
  const names = ownNames(input, material, new Map(Object.entries(material.texts)));
  const moves = answer && movesOf(input, material, names, answer);
  const known = answer?.verdict;
  const said = (verdict: Verdict) => ({ ...judged(input, material, step.guard, verdict), ...moves?.asked(verdict) });
  const keep = (verdict: Verdict) => guardPort.keep(input, verdict, call);
  if (known) return said(known);
  const unfit = unfitAnswer(input, material);
  if (unfit) return said(await keep(unfit));
  const time = guardTimeOf(material, input.step);
  const timeout = AbortSignal.timeout(time);
  const signal = AbortSignal.any([call.signal, timeout]);
  // What was generated is judged at least once.
  const exhausted = material.faults > 0 ? exhaustedFor(material, NO_USAGE, call.now()) : undefined;
  const guards =
    'answers' in judging
      ? judgedOnce(own, judging.answers, input, exhausted)
      : judgedElsewhere(own, judging.elsewhere, input, exhausted);
  const outside = await outsideAnswers(guardPort, input, step.guard);
  const context = {
    ...guardContextOf(input, material, signal, names?.all),
    outside,
    ...(moves && { permitted: moves.permitted }),
    ...(isProposal(material.run.plan, input.step) && {
      revisable: { record: material.run, document: material.document, check },
    }),
  };
  try {
    const verdict = await untilAborted(
      evaluateTree(step.guard, guards, context, () => performance.now()),
      context.signal,
    );
    return said(await keep(verdict));
  } catch (error) {
    if (call.signal.aborted || error instanceof CallOver || error instanceof StoreUnavailable) throw error;
    if (error instanceof PendingLeaf)
      return {
        ...pendingOf(token, error),
        ...(material.paid && { paid: material.paid }),
        ...(asksBackIn(context) && { asksBack: true }),
      };
    if (error instanceof ExternalLeaf) return outsideCall(guardPort, input, { context, call }, error);
    if (error instanceof GuardError && error.cause instanceof JudgeStopped)
      return brokenByBudget(input, material, error.cause.exhausted);
    if (error instanceof GuardError && error.cause instanceof GeneratorDeferred) {
      const { cause: deferred, guard } = error;
      const facts = { deferred, token, call, infraTimeout: outageTimeOf({ input, material }), guard };
      return deferCall((wait) => guardPort.wait(input, wait), facts);
    }
    if (!(error instanceof GuardError || timeout.aborted)) throw error;
    const broken = brokenGuard(error, timeout.aborted, (model) => otherModels({ input, material }, model));
    return noteFault((kept) => guardPort.note(input, kept), {
      runId,
      token,
      call,
      infraTimeout: broken.isOutage ? outageTimeOf({ input, material }) : infraTimeout,
      ...broken,
    });
  }
}

/** Why an answer is rejected before its guard is asked. */
function unfitAnswer(input: EvaluateGuardInput, material: GuardMaterial): Verdict | undefined {
  const work = topologyWorkOf(material.run.plan.topology);
  const { step } = definitionOf(material, input.step);
  const text = material.answer?.text ?? '';
  const unusable = work.problem(step.generator.kind, text) ?? bindingProblem(input, material);
  if (unusable !== undefined) return rejection(unusable);
  const failed = gaveUp(step.role, text);
  if (failed) return asRejected(failed);
  const conflict = work.conflict(material.rivals ?? [], text);
  return conflict && rejection(conflict.feedback, conflict.guard);
}

/** What is noted of a guard that gave no verdict. */
function brokenGuard(error: unknown, isLate: boolean, others: (model: string | undefined) => string) {
  const { guard, cause } = error instanceof GuardError ? error : { guard: 'the guard', cause: undefined };
  const fault = cause instanceof JudgeFault ? cause : undefined;
  const paid = fault ?? (cause instanceof UnreadableAnswer ? cause : undefined);
  return {
    detail: isLate ? `${guard} gave no verdict in time` : `${guard} broke: ${messageOf(error)}`,
    final: fault?.final ?? cause instanceof ExternalFault,
    ...(fault?.retryAfter !== undefined && { retryAfter: fault.retryAfter }),
    ...(paid?.usage && { usage: paid.usage }),
    ...(cause instanceof UnreadableAnswer && {
      equal: { by: cause.message, advice: `${ANOTHER_JUDGE}${others(cause.model)}` },
    }),
    guard,
    ...outageOf(fault),
  };
}

/** What a fault is counted by: while the endpoint of a judge is away only time ends the tries (llm 3.1). */
export function outageOf(fault: JudgeFault | undefined) {
  if (!fault) return { phase: 'guard', isOutage: false } as const;
  const { final, endpoint, isRateLimit, again } = fault;
  const phase = final ? ('guard' as const) : ('judge' as const);
  return { phase, isOutage: !final, isRateLimit, endpoint, ...(again && { equal: again }) };
}

const ANOTHER_JUDGE = 'let the guard ask another model as judge (with.model), or give it a clearer rubric';

/** Facts of a worker that cannot be those of its binding (R87). */
function bindingProblem({ step }: EvaluateGuardInput, material: GuardMaterial): string | undefined {
  if (definitionOf(material, step).step.role !== 'worker') return undefined;
  const { plan } = material.run;
  const others = [...plan.steps, ...rulesOf(plan).joints(plan)].flatMap(({ id }) => (id === step ? [] : [id]));
  return deltaProblem(material.answer?.text ?? '', new Set(others));
}

function pendingOf(token: string, { leaf, options: { question, expiresIn, onExpiry } }: PendingLeaf): Pending {
  return {
    kind: 'pending',
    token,
    leaf,
    // What names stand for may be a model's answer, which stays in the store.
    ...(namesOf(question).length === 0 && { question: cut(question, LONGEST_WORDS) }),
    ...(expiresIn !== undefined && { expiresIn: milliseconds(expiresIn) }),
    ...(onExpiry === 'reject' && { rejectOnExpiry: true }),
  };
}

/** Whether what a step makes is a change of its run. */
function isProposal({ steps }: Plan, step: string): boolean {
  return steps.some(
    ({ id, clarification, decomposes }) => id === step && (clarification === true || decomposes !== undefined),
  );
}

/** A redirect's words left open what is meant. */
function asksBackIn({ revisable, artifact }: GuardContext): boolean {
  const parsed = revisable && parseJson(artifact.text);
  return parsed?.ok === true && asksBack(parsed.value);
}

/** What the core needs of a verdict; a rejection says how alike it is to those before, and how far the attempt came. */
function judged(input: EvaluateGuardInput, material: GuardMaterial, tree: GuardTree, found: Verdict): Judged {
  const { run, history, paid } = material;
  const { verdict, guard, signature, score, usage, warnings } = found;
  const alike = verdict === 'retry' ? alikeOf(run, input.step, history, found) : [];
  return {
    kind: 'judged',
    token: input.token,
    verdict,
    guard,
    ...(signature !== undefined && { signature }),
    ...(score !== undefined && { score }),
    ...(usage !== undefined && { usage }),
    ...(warnings && { warnings }),
    ...(paid && { paid }),
    ...(alike.length > 0 && { alike }),
    ...(verdict === 'retry' && { progress: progressOf(tree, found) }),
    ...(verdict === 'pass' && isInfeasible(input, material) && { infeasible: true }),
  };
}

/** What a probe found out (S1-7.3.1-b); only where the role is written. */
function isInfeasible(input: EvaluateGuardInput, material: GuardMaterial): boolean {
  if (definitionOf(material, input.step).step.role !== 'probe') return false;
  try {
    return fieldOf(JSON.parse(material.answer?.text ?? ''), 'feasible') === false;
  } catch {
    return false;
  }
}
