import { amendmentRecord } from '../amendment.ts';
import type { Issue } from '../catalogues.ts';
import { limitsOf } from '../definition/budgets.ts';
import type { Checked } from '../definition/check.ts';
import type { RedirectRequest } from '../input.ts';
import type { Plan } from '../plan.ts';
import { redirect } from '../redirect.ts';
import { NEW_STEP } from '../run-state.ts';
import type { ArtifactRecord, RunRow, Store } from '../store.ts';
import type { RedirectBody } from './body.ts';
import { revise } from './revise.ts';

export interface Preparing {
  readonly store: Pick<Store, 'revisions' | 'artifacts'>;
  /** As publishing checks. */
  readonly check: (document: unknown) => Checked;
  readonly digestOf: (text: string) => string;
  readonly digestOfJson: (value: unknown) => string;
  /** Names the artifact of a step; the same again for the same redirect. */
  readonly artifactId: (step: string) => string;
  readonly now: () => number;
}

export type Prepared =
  | {
      readonly ok: true;
      readonly request: RedirectRequest;
      /** What the run goes by from here on, where that changes. */
      readonly revised?: { readonly document: unknown; readonly plan: Plan };
      /** Stores what the request names by id or digest. */
      readonly store: () => Promise<void>;
    }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/**
 * Makes of a redirect as people write it one that the core can absorb: the definition revised, texts as artifacts. Nothing is stored
 * before `store` is called. Throws `Refused` for what the state as it is known here does not allow.
 */
export async function prepareRedirect(
  preparing: Preparing,
  row: RunRow,
  body: RedirectBody,
  by: string,
): Promise<Prepared> {
  const { store, check, digestOfJson, now } = preparing;
  const { record, state } = row;
  const found = revise(record, await store.revisions.document(record.id), body, check);
  if (!found.ok) return found;
  const { revised } = found;
  const artifacts = await artifactsOf(preparing, row, body);
  const digest = revised && digestOfJson(revised.document);
  const { type, description, onConflict, reset } = body;
  const request: RedirectRequest = {
    kind: 'redirect',
    prepared: true,
    type,
    description,
    by,
    ...(onConflict !== undefined && { onConflict }),
    ...(reset !== undefined && { reset }),
    ...(type === 'dag_adjustment' && body.remove !== undefined && { remove: body.remove }),
    ...(type === 'constraint_change' && body.budgets !== undefined && { budgets: limitsOf(body.budgets) }),
    ...(revised &&
      digest !== undefined && {
        revision: {
          digest,
          ...(!isSame(revised.plan, record.plan) && { plan: revised.plan }),
          ...(state.revision !== undefined && { from: state.revision }),
        },
      }),
    ...(artifacts.length > 0 && {
      bindings: Object.fromEntries(
        artifacts.map(({ record: artifact }) => [
          artifact.step ?? '',
          { artifactId: artifact.id, digest: artifact.digest },
        ]),
      ),
    }),
  };
  redirect(record.plan, state, request, now());
  return {
    ok: true,
    request,
    ...(revised && { revised }),
    async store() {
      if (revised && digest !== undefined) await store.revisions.save(record.id, { digest, ...revised });
      for (const { record: artifact, text } of artifacts) await store.artifacts.save(artifact, [text]);
    },
  };
}

async function artifactsOf(
  { store, digestOf, artifactId, now }: Preparing,
  { record, state }: RunRow,
  body: RedirectBody,
): Promise<readonly { readonly record: ArtifactRecord; readonly text: string }[]> {
  if (body.type !== 'bindings_override') return [];
  return Promise.all(
    Object.entries(body.bindings).map(async ([step, { content: text = '', mediaType }]) => {
      const { epoch, attempt, artifact } = state.steps[step] ?? NEW_STEP;
      const made = amendmentRecord({
        id: artifactId(step),
        runId: record.id,
        definitionDigest: record.revision ?? record.definition.digest,
        place: { step, epoch, attempt },
        previous: artifact && (await store.artifacts.find(artifact.id)),
        mediaType,
        digest: digestOf(text),
        bytes: Buffer.byteLength(text),
        createdAt: now(),
      });
      return { record: made, text };
    }),
  );
}

function isSame(one: Plan, other: Plan): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
