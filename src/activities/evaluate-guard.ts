import type { EvaluateGuardInput, EvaluateGuardOutput } from '../domain/calls.ts';
import type { Judged } from '../domain/input.ts';
import type { CallMaterial, Store } from '../domain/store.ts';
import type { Verdict } from '../domain/verdict.ts';
import type { GuardContext } from '../guards/guard.ts';
import type { GuardRegistry } from '../guards/registry.ts';
import { evaluateTree, GuardError } from '../guards/tree.ts';
import type { AbortRegistry } from './abort-registry.ts';
import { type LiveCall, performCall } from './call.ts';
import { definitionOf } from './definitions.ts';
import { orGiveUp } from './infrastructure.ts';

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
      () => dependencies.store.calls.load({ ...input, phase: 'guard', history: [] }),
      (call) => evaluate(dependencies, input, call),
    );
}

async function evaluate(
  { store, guards }: EvaluateGuardDependencies,
  input: EvaluateGuardInput,
  call: LiveCall<CallMaterial>,
): Promise<EvaluateGuardOutput> {
  const { runId, token, artifactId, infraTimeout } = input;
  const { material } = call;
  const known = material.answer?.verdict;
  if (known) return judged(token, known);
  const { step } = definitionOf(material, input.step);
  const timeout = AbortSignal.timeout(
    material.run.plan.steps.find(({ id }) => id === input.step)?.timeouts.guard ?? 60_000,
  );
  const context = contextOf(input, material, step.guardArtifacts, AbortSignal.any([call.signal, timeout]));
  try {
    const verdict = await untilAborted(
      evaluateTree(step.guard, guards, context, () => performance.now()),
      context.signal,
    );
    return judged(token, await store.verdicts.save(runId, token, artifactId, verdict));
  } catch (error) {
    if (call.signal.aborted) throw error;
    const guard = error instanceof GuardError ? error.guard : undefined;
    if (guard === undefined && !timeout.aborted) throw error;
    const name = guard ?? 'the guard';
    const detail = timeout.aborted ? `${name} gave no verdict in time` : `${name} broke: ${messageOf(error)}`;
    return orGiveUp(store, {
      runId,
      token,
      phase: 'guard',
      detail,
      startedAt: call.startedAt,
      infraTimeout,
      final: false,
      guard: name,
    });
  }
}

/** C of G(a, C): the artifact and the criteria stay separate arguments (formal A.2 Def 3). */
function contextOf(
  input: EvaluateGuardInput,
  { run, document, answer, dependencies, faults }: CallMaterial,
  guardArtifacts: Readonly<Record<string, string>> | undefined,
  signal: AbortSignal,
): GuardContext {
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
    errors: faults,
    signal,
  };
}

function judged(token: string, { verdict, guard, signature, score }: Verdict): Judged {
  return {
    kind: 'judged',
    token,
    verdict,
    guard,
    ...(signature !== undefined && { signature }),
    ...(score !== undefined && { score }),
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
