import { type ExternalLeaf, external } from '../../guards/external.ts';
import type { ExternalAnswer, GuardContext } from '../../guards/guard.ts';
import type { Broken } from '../../model/call-result.ts';
import { type GuardTree, leavesOf } from '../../model/guard-tree.ts';
import type { EvaluateGuardInput, OutsideCall } from '../../ports/calls.ts';
import type { GuardPort } from '../../ports/guard-port.ts';
import type { LiveCall } from '../call.ts';
import { noteFault } from '../infrastructure.ts';
import { tooLarge } from '../too-large.ts';

/**
 * What activities outside have answered for leaves of the tree under this token. An answer is kept as it comes: a person who is asked
 * afterwards, or another leaf, does not have it asked for again.
 */
export async function outsideAnswers(
  guardPort: Pick<GuardPort, 'outside'>,
  call: EvaluateGuardInput,
  tree: GuardTree,
): Promise<ReadonlyMap<string, ExternalAnswer>> {
  if (!leavesOf(tree).some(({ use }) => use === external.name)) return new Map();
  return new Map(Object.entries(await guardPort.outside(call)));
}

/** What an activity outside is told that has to judge: C of G(a, C), as texts. */
export async function outsideCall(
  guardPort: Pick<GuardPort, 'note'>,
  input: EvaluateGuardInput,
  { context, call }: { readonly context: GuardContext; readonly call: LiveCall },
  { leaf, options }: ExternalLeaf,
): Promise<OutsideCall | Broken> {
  const { token, infraTimeout } = input;
  const { artifact, dependencies, specification, constraints, runId, step, epoch, attempt } = context;
  const { taskQueue, activity, args } = options;
  const request = {
    artifact,
    dependencies,
    input: context.input,
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
  const fault = { runId, token, phase: 'guard', detail, call, infraTimeout, final: true } as const;
  return noteFault((kept) => guardPort.note(input, kept), { ...fault, guard: leaf });
}
