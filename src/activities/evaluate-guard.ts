import type { EvaluateGuardInput, EvaluateGuardOutput } from '../domain/calls.ts';
import { milliseconds } from '../domain/definition/durations.ts';
import type { GuardTree } from '../domain/guard-tree.ts';
import type { Judged, Pending } from '../domain/input.ts';
import type { CallMaterial, Store } from '../domain/store.ts';
import type { Verdict } from '../domain/verdict.ts';
import type { GuardContext } from '../guards/guard.ts';
import { JudgeFault, UnreadableAnswer } from '../guards/judge.ts';
import { PendingLeaf } from '../guards/pending.ts';
import type { GuardRegistry } from '../guards/registry.ts';
import { evaluateTree, GuardError } from '../guards/tree.ts';
import type { AbortRegistry } from './abort-registry.ts';
import { alikeOf, progressOf } from './alike.ts';
import { type LiveCall, performCall } from './call.ts';
import { definitionOf } from './definitions.ts';
import { orGiveUp } from './infrastructure.ts';
import { movesOf } from './moves.ts';

export interface EvaluateGuardDependencies {
  readonly store: Store;
  readonly aborts: AbortRegistry;
  readonly guards: GuardRegistry;
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
      () => loadMaterial(dependencies.store, input),
      (call) => evaluate(dependencies, input, call),
    );
}

function loadMaterial(store: Store, input: EvaluateGuardInput): Promise<CallMaterial> {
  return store.calls.load({ ...input, phase: 'guard' });
}

async function evaluate(
  { store, guards }: EvaluateGuardDependencies,
  input: EvaluateGuardInput,
  call: LiveCall<CallMaterial>,
): Promise<EvaluateGuardOutput> {
  const { runId, token, artifactId, infraTimeout } = input;
  // A person's artifact is named by an event that came with this very call: then what was read beside it is too early.
  const material = call.material.answer ? call.material : await loadMaterial(store, input);
  const { step } = definitionOf(material, input.step);
  const known = material.answer?.verdict;
  const moves = await movesOf(store, input, material);
  const said = (verdict: Verdict) => ({ ...judged(input, material, step.guard, verdict), ...moves?.asked(verdict) });
  if (known) return said(known);
  const time = material.run.plan.steps.find(({ id }) => id === input.step)?.timeouts.guard ?? 60_000;
  const timeout = AbortSignal.timeout(time);
  const answers = await answersOf(store, input);
  const context = {
    ...contextOf(input, material, step.guardArtifacts, AbortSignal.any([call.signal, timeout])),
    answers,
    ...(moves && { permitted: moves.permitted }),
    deadline: performance.now() + time,
  };
  try {
    const verdict = await untilAborted(
      evaluateTree(step.guard, guards, context, () => performance.now()),
      context.signal,
    );
    return said(await store.verdicts.save(runId, token, artifactId, verdict));
  } catch (error) {
    if (call.signal.aborted) throw error;
    if (error instanceof PendingLeaf) return pendingOf(token, error);
    const guard = error instanceof GuardError ? error.guard : undefined;
    if (guard === undefined && !timeout.aborted) throw error;
    const cause = error instanceof GuardError ? error.cause : undefined;
    const fault = cause instanceof JudgeFault ? cause : undefined;
    const name = guard ?? 'the guard';
    const detail = timeout.aborted ? `${name} gave no verdict in time` : `${name} broke: ${messageOf(error)}`;
    return orGiveUp(store, {
      runId,
      token,
      phase: 'guard',
      detail,
      startedAt: call.startedAt,
      infraTimeout,
      final: fault?.final ?? false,
      ...(fault?.retryAfter !== undefined && { retryAfter: fault.retryAfter }),
      ...(cause instanceof UnreadableAnswer && { usage: cause.usage }),
      guard: name,
    });
  }
}

/** What people said for leaves of the tree; long words were stored by whoever took them (R75). */
async function answersOf(store: Pick<Store, 'contents'>, { answers }: EvaluateGuardInput) {
  const digests = answers.flatMap(({ feedbackDigest }) => feedbackDigest ?? []);
  const texts = digests.length === 0 ? new Map<string, string>() : await store.contents.get(digests);
  return new Map(
    answers.map(({ leaf, verdict, feedback, feedbackDigest }) => {
      const said = feedback ?? texts.get(feedbackDigest ?? '') ?? '';
      return [leaf, { verdict, feedback: said }] as const;
    }),
  );
}

function pendingOf(token: string, { leaf, options: { expiresIn, onExpiry } }: PendingLeaf): Pending {
  return {
    kind: 'pending',
    token,
    leaf,
    ...(expiresIn !== undefined && { expiresIn: milliseconds(expiresIn) }),
    ...(onExpiry === 'reject' && { rejectOnExpiry: true }),
  };
}

/** C of G(a, C): the artifact and the criteria stay separate arguments (formal A.2 Def 3). */
function contextOf(
  input: EvaluateGuardInput,
  { run, document, answer, dependencies, history, faults }: CallMaterial,
  guardArtifacts: Readonly<Record<string, string>> | undefined,
  signal: AbortSignal,
): Omit<GuardContext, 'answers' | 'deadline'> {
  if (!answer) throw new Error(`the artifact of ${input.step} is not in the store`);
  const { definition } = definitionOf({ run, document }, input.step);
  const names = guardArtifacts ?? Object.fromEntries(Object.keys(dependencies).map((id) => [id, id]));
  return {
    artifact: { id: answer.artifact.id, text: answer.text, mediaType: answer.artifact.mediaType },
    dependencies: Object.fromEntries(
      Object.entries(names).flatMap(([name, id]) => {
        const text = dependencies[id]?.text;
        return text === undefined ? [] : [[name, text]];
      }),
    ),
    input: run.input,
    specification: run.specification ?? definition.specification ?? '',
    constraints: definition.constraints ?? '',
    runId: run.id,
    step: input.step,
    epoch: input.epoch,
    attempt: input.attempt,
    n: input.n,
    earlier: history.map(({ verdict }) => verdict),
    errors: faults,
    signal,
  };
}

/** What the core needs of a verdict; a rejection says how alike it is to those before, and how far the attempt came. */
function judged(input: EvaluateGuardInput, { run, history }: CallMaterial, tree: GuardTree, found: Verdict): Judged {
  const { verdict, guard, signature, score, usage } = found;
  const alike = verdict === 'retry' ? alikeOf(run, input.step, history, found) : [];
  return {
    kind: 'judged',
    token: input.token,
    verdict,
    guard,
    ...(signature !== undefined && { signature }),
    ...(score !== undefined && { score }),
    ...(usage !== undefined && { usage }),
    ...(alike.length > 0 && { alike }),
    ...(verdict === 'retry' && { progress: progressOf(tree, found) }),
  };
}

/** A guard that does not listen to its signal must not hold the call. */
function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  return Promise.race([work, aborted.promise]).finally(() => signal.removeEventListener('abort', abort));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
