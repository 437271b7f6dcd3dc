import type { EvaluateGuardInput, OutsideCall } from '../domain/calls.ts';
import { type GuardTree, leavesOf } from '../domain/guard-tree.ts';
import type { Broken } from '../domain/input.ts';
import type { Store } from '../domain/store.ts';
import { type ExternalAnswer, type ExternalLeaf, external } from '../guards/external.ts';
import type { GuardContext } from '../guards/guard.ts';
import { orGiveUp } from './infrastructure.ts';
import { tooLarge } from './too-large.ts';

/** Answers of activities outside are kept with the effects of agents; no turn of an agent has this number. */
const OF_GUARDS = 0;

/**
 * What activities outside have answered for leaves of the tree under this token. An answer is kept as it comes: a person who is asked
 * afterwards, or another leaf, does not have it asked for again.
 */
export async function outsideAnswers(
  { agents }: Pick<Store, 'agents'>,
  { runId, token, outside }: EvaluateGuardInput,
  tree: GuardTree,
): Promise<ReadonlyMap<string, ExternalAnswer>> {
  if (!leavesOf(tree).some(({ use }) => use === external.name)) return new Map();
  if (outside) await agents.saveEffect({ runId, token, iteration: OF_GUARDS, call: outside.leaf }, outside.answer);
  return agents.effects(runId, token, OF_GUARDS);
}

/** What an activity outside is told that has to judge: C of G(a, C), as texts. */
export async function outsideCall(
  store: Store,
  { token, infraTimeout }: EvaluateGuardInput,
  context: GuardContext,
  { leaf, options }: ExternalLeaf,
): Promise<OutsideCall | Broken> {
  const { artifact, dependencies, input, specification, constraints, runId, step, epoch, attempt } = context;
  const { taskQueue, activity, args } = options;
  const request = {
    artifact,
    dependencies,
    input,
    specification,
    constraints,
    runId,
    step,
    epoch,
    attempt,
    leaf,
    idempotencyKey: `${runId}/${token}/${leaf}`,
    ...(args !== undefined && { args }),
  };
  const problem = tooLarge(request);
  if (problem === undefined) return { kind: 'outside', token, taskQueue, activity, request, leaf };
  const detail = `${activity} on ${taskQueue} cannot be asked: ${problem}`;
  const fault = { runId, token, phase: 'guard', detail, startedAt: Date.now(), infraTimeout, final: true } as const;
  return orGiveUp(store, { ...fault, guard: leaf });
}
