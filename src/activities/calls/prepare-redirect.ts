import type { Check } from '../../definitions/checks/check.ts';
import { prepareAgreed } from '../../definitions/redirects/agreed.ts';
import { type RedirectBody, redirectBody } from '../../definitions/redirects/body.ts';
import { prepareClarification, prepareRedirect } from '../../definitions/redirects/prepare.ts';
import { Refused } from '../../model/input.ts';
import type { PrepareRedirectInput, PrepareRedirectOutput } from '../../ports/calls.ts';
import type { Issue } from '../../ports/catalogues.ts';
import { UnknownRun } from '../../ports/store/errors.ts';
import type { CallStore } from '../../ports/store/store.ts';
import { digestOf, digestOfJson } from '../../store/digest.ts';
import { safeParseNumbers } from '../../text/parse-numbers.ts';
import { cut } from '../../text/text.ts';
import { artifactId } from '../artifact-id.ts';
import { storeEvents } from '../call.ts';

export interface PrepareRedirectDependencies {
  readonly store: CallStore;
  /** As publishing checks a document. */
  readonly check: Check;
}

/** Makes of a redirect that came over Temporal what the core can absorb, and stores what it names (api 4). */
export function createPrepareRedirectActivity({ store, check }: PrepareRedirectDependencies) {
  return async ({
    runId,
    key,
    fields,
    proposal,
    decomposes,
    by,
    events,
  }: PrepareRedirectInput): Promise<PrepareRedirectOutput> => {
    await storeEvents(store, runId, events);
    const row = await store.runs.find(runId);
    if (!row) throw new UnknownRun(runId);
    const preparing = {
      store,
      check,
      digestOf,
      digestOfJson,
      artifactId: (step: string) => artifactId(runId, `redirect ${key}/${step}`),
      now: Date.now,
    };
    const instruction = fields?.['instruction'];
    try {
      const prepared = proposal
        ? await prepareAgreed(preparing, row, { proposal, by, ...(decomposes !== undefined && { decomposes }) })
        : typeof instruction === 'string'
          ? await prepareClarification(preparing, row, instruction, by)
          : await prepareRedirect(preparing, row, readWritten(fields), by);
      if (!prepared.ok) return refusedFor(prepared.issues);
      await prepared.store();
      return { ok: true, request: prepared.request };
    } catch (error) {
      if (error instanceof Refused) return { ok: false, detail: cut(error.message, LONGEST) };
      throw error;
    }
  };
}

function refusedFor(issues: readonly Issue[]): PrepareRedirectOutput {
  return { ok: false, detail: cut(issues.map(({ detail }) => detail).join(' '), LONGEST) };
}

/** Characters of a text that travels in events; the artifact holds the whole. */
const LONGEST = 250;

function readWritten(fields: unknown): RedirectBody {
  const body = safeParseNumbers(redirectBody, fields);
  if (body.success) return body.data;
  throw new Refused('invalid_request', body.error.issues.map(({ message }) => message).join(' '));
}
