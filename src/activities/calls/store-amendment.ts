import { documentDigest } from '../../definitions/document-digest.ts';
import { amendmentRecord } from '../../ports/amendment.ts';
import type { StoreAmendmentInput, StoreAmendmentOutput } from '../../ports/calls.ts';
import { UnknownRun } from '../../ports/store/errors.ts';
import type { CallStore } from '../../ports/store/store.ts';
import { digestOf } from '../../store/digest.ts';
import { artifactId } from '../artifact-id.ts';
import { type CheckAnswerDependencies, createAnswerCheck } from '../check-answer.ts';

export interface StoreAmendmentDependencies extends Pick<CheckAnswerDependencies, 'guards'> {
  readonly store: CallStore;
}

/** Stores what a person sent inline, so that it can be judged like any other artifact (R43). The same key again is the same artifact. What does not fit the question is refused (R115). */
export function createStoreAmendmentActivity({ store, guards }: StoreAmendmentDependencies) {
  const check = createAnswerCheck({ store, guards });
  return async (input: StoreAmendmentInput): Promise<StoreAmendmentOutput> => {
    const { runId, key, place, previousId, content, mediaType, asked } = input;
    const run = await store.runs.find(runId);
    if (!run) throw new UnknownRun(runId);
    const refused = asked && (await check(asked, { text: content, mediaType }));
    if (refused) return { refused };
    const record = amendmentRecord({
      id: artifactId(runId, key),
      runId,
      definitionDigest: documentDigest(run.record),
      place,
      previous: previousId === undefined ? undefined : await store.artifacts.find(previousId),
      mediaType,
      digest: digestOf(content),
      bytes: Buffer.byteLength(content),
      createdAt: Date.now(),
    });
    const { id, digest } = await store.artifacts.save(record, [content]);
    return { artifactId: id, digest };
  };
}
