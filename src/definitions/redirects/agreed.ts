import { type AlignRequest, type Decompose, Refused } from '../../model/input.ts';
import type { Agreed } from '../../ports/agreed.ts';
import type { RunRow } from '../../ports/store/runs.ts';
import type { CallStore } from '../../ports/store/store.ts';
import { parseJson } from '../../text/exact-json.ts';
import { cut } from '../../text/text.ts';
import type { RedirectBody } from './body.ts';
import { readProposal } from './clarification.ts';
import { type Prepared, type Preparing, prepareRedirect } from './prepare.ts';
import { type PreparedRequest, topologyRequestsOf } from './topology-requests.ts';

/**
 * Makes of what was proposed and agreed to what the core can absorb. `row`: the run once it is agreed to. Nothing is stored before `store` is
 * called. Throws `Refused` for what the state does not allow, or what is no change.
 */
export async function prepareAgreed(
  preparing: Preparing,
  row: RunRow,
  { proposal, decomposes, by }: Agreed,
): Promise<Prepared | PreparedRequest<AlignRequest | Decompose>> {
  const asked = topologyRequestsOf(row.record.plan.topology);
  const own = await asked.agreed(preparing, row, { ...proposal, decomposes }, by);
  return (
    own ?? prepareRedirect(preparing, row, await proposed(preparing.store, proposal.artifactId), by, proposal.step)
  );
}

/** Characters of a text that travels in events; the artifact holds the whole. */
const LONGEST = 250;

/** The guard took it for a change, or for a question, which is for the person to answer and not to approve. */
async function proposed(store: Pick<CallStore, 'artifacts' | 'contents'>, id: string): Promise<RedirectBody> {
  const artifact = await store.artifacts.find(id);
  const digest = artifact?.digest ?? '';
  const text = (await store.contents.get([digest])).get(digest) ?? '';
  const proposal = readProposal(parseJson(text), 'As agreed.');
  if (proposal.success) return { ...proposal.body, description: cut(proposal.body.description, LONGEST) };
  throw new Refused('invalid_request', proposal.error);
}
