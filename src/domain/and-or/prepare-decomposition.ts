import type { Issue } from '../catalogues.ts';
import { definitionSchema, type StepDefinition } from '../definition/definition.ts';
import { type Decompose, Refused } from '../input.ts';
import type { Preparing } from '../redirects/prepare.ts';
import { idOf, revisable, revisedPlan, revisionOf, stepsOf } from '../redirects/revision.ts';
import type { RunRow, Store } from '../store.ts';
import { cut } from '../text.ts';
import { childSteps, type Decomposition, decomposedParent, decompositionSchema } from './decomposition.ts';

export type PreparedDecomposition =
  | { readonly ok: true; readonly request: Decompose; readonly store: () => Promise<void> }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/** Makes steps of the parts that were proposed: the run's document revised. Nothing is stored before `store` is called. Throws `Refused`. */
export async function prepareDecomposition(
  using: Pick<Preparing, 'check' | 'digestOfJson'> & {
    readonly store: Pick<Store, 'revisions' | 'artifacts' | 'contents'>;
  },
  row: RunRow,
  parentId: string,
  artifactId: string,
): Promise<PreparedDecomposition> {
  const { store, check } = using;
  const { record } = row;
  const proposal = await proposalIn(store, artifactId);
  const before = revisable(record, await store.revisions.document(record.id));
  const steps = stepsOf(before);
  const parent = definitionSchema.parse(before).steps.find(({ id }) => id === parentId);
  if (parent?.decompose !== true) throw new Refused('invalid_request', `${parentId} is not to be broken down.`);
  const parts: readonly StepDefinition[] = childSteps(parent, proposal);
  const document = {
    ...before,
    steps: steps.flatMap((step) => (idOf(step) === parentId ? [...parts, decomposedParent(parent, proposal)] : [step])),
  };
  const checked = check(document);
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
      children: parts.map(({ id }) => id),
      reason: cut(proposal.reason ?? '', 200),
      revision,
    },
    store: save,
  };
}

async function proposalIn(store: Pick<Store, 'artifacts' | 'contents'>, artifactId: string): Promise<Decomposition> {
  const digest = (await store.artifacts.find(artifactId))?.digest ?? '';
  const text = (await store.contents.get([digest])).get(digest) ?? '';
  return decompositionSchema.parse(JSON.parse(text));
}
