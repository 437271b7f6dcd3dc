import { revisable, revisedPlan, revisionOf } from '../../definitions/redirects/revision.ts';
import type { Agreeing, PreparedRequest } from '../../definitions/redirects/topology-requests.ts';
import { type Decomposition, decompositionSchema } from '../../definitions/schema/decomposition.ts';
import { type Decompose, Refused } from '../../model/input.ts';
import type { RunRow } from '../../ports/store/runs.ts';
import type { CallStore } from '../../ports/store/store.ts';
import { parseJson } from '../../text/exact-json.ts';
import { parseNumbers } from '../../text/parse-numbers.ts';
import { cut } from '../../text/text.ts';
import { decomposed } from './document.ts';

/** Makes steps of the parts that were proposed: the run's document revised. Nothing is stored before `store` is called. Throws `Refused`. */
export async function prepareDecomposition(
  using: Agreeing,
  row: RunRow,
  parentId: string,
  artifactId: string,
): Promise<PreparedRequest<Decompose>> {
  const { store, check } = using;
  const { record } = row;
  const proposal = await proposalIn(store, artifactId);
  const before = revisable(record, await store.revisions.document(record));
  const document = decomposed(before, parentId, proposal);
  if (!document) throw new Refused('invalid_request', `${parentId} is not to be broken down.`);
  const checked = check(document, before);
  if (!checked.ok) return checked;
  const plan = revisedPlan(record, checked.plan);
  const { revision, save } = revisionOf(using, row, document, plan);
  return {
    ok: true,
    request: {
      kind: 'decompose',
      prepared: true,
      step: parentId,
      artifactId,
      children: proposal.children.map(({ id }) => id),
      reason: cut(proposal.reason ?? '', 200),
      revision,
    },
    changes: true,
    revised: { document, plan },
    store: save,
  };
}

async function proposalIn(
  store: Pick<CallStore, 'artifacts' | 'contents'>,
  artifactId: string,
): Promise<Decomposition> {
  const digest = (await store.artifacts.find(artifactId))?.digest ?? '';
  const text = (await store.contents.get([digest])).get(digest) ?? '';
  return parseNumbers(decompositionSchema, parseJson(text));
}
