import { createHash } from 'node:crypto';
import { ApplicationFailure } from '@temporalio/activity';
import type { PrepareRedirectInput, PrepareRedirectOutput } from '../domain/calls.ts';
import type { Checked } from '../domain/definition/check.ts';
import { Refused } from '../domain/input.ts';
import { redirectBody } from '../domain/redirects/body.ts';
import { prepareRedirect } from '../domain/redirects/prepare.ts';
import type { Store } from '../domain/store.ts';
import { digestOf, digestOfJson } from '../store/digest.ts';

export interface PrepareRedirectDependencies {
  readonly store: Store;
  /** As publishing checks a document. */
  readonly check: (document: unknown) => Checked;
}

/** Makes of a redirect that came over Temporal what the core can absorb, and stores what it names (api 4). */
export function createPrepareRedirectActivity({ store, check }: PrepareRedirectDependencies) {
  return async ({ runId, key, fields, by }: PrepareRedirectInput): Promise<PrepareRedirectOutput> => {
    const row = await store.runs.find(runId);
    if (!row) throw ApplicationFailure.nonRetryable(`There is no run ${runId}.`);
    const body = redirectBody.safeParse(fields);
    if (!body.success) return { ok: false, detail: body.error.issues.map(({ message }) => message).join(' ') };
    const artifactId = (step: string) =>
      `art_${createHash('sha256').update(`${runId}/redirect ${key}/${step}`).digest('hex').slice(0, 26)}`;
    const preparing = { store, check, digestOf, digestOfJson, artifactId, now: Date.now };
    try {
      const prepared = await prepareRedirect(preparing, row, body.data, by);
      if (!prepared.ok) return { ok: false, detail: prepared.issues.map(({ detail }) => detail).join(' ') };
      await prepared.store();
      return { ok: true, request: prepared.request };
    } catch (error) {
      if (error instanceof Refused) return { ok: false, detail: error.message };
      throw error;
    }
  };
}
