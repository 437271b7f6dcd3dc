import { type EscalationState, openEscalations, type RunState } from '../../model/run-state.ts';
import type { Store } from '../../ports/store/store.ts';
import type { Standing } from '../../stories/why.ts';
import { inOwnWords } from '../../text/own-words.ts';

/** A question, or the event that opened it. */
type About = Pick<EscalationState, 'artifactId'>;

interface Asked {
  readonly runId: string;
  readonly escalation: About;
}

/** A sentence about a question, in the words of the guard whose rejection it names. */
export type OwnWords = (sentence: string, escalation: About | undefined) => string;

/** For sentences about these questions; one statement, or none where they are about nothing that was judged. */
export async function ownWords(store: Pick<Store, 'verdicts'>, asked: readonly Asked[]): Promise<OwnWords> {
  const judged = asked.flatMap(({ runId, escalation: { artifactId } }) =>
    artifactId === undefined ? [] : [{ runId, artifactId }],
  );
  const verdicts = await store.verdicts.onArtifacts(judged);
  return (sentence, escalation) => inOwnWords(sentence, verdicts.get(escalation?.artifactId ?? ''));
}

/** The question that the sentence on how a run stands names. */
export function askedOf({ state }: { readonly state: RunState }): readonly Asked[] {
  const [escalation] = openEscalations(state);
  return escalation ? [{ runId: state.runId, escalation }] : [];
}

/** How a run stands, its question in the guard's own words. */
export async function standingInOwnWords(
  store: Pick<Store, 'verdicts'>,
  standing: Standing,
  run: { readonly state: RunState },
): Promise<Standing> {
  const asked = askedOf(run);
  return inWords(standing, await ownWords(store, asked), asked[0]?.escalation);
}

/** `asked`: the question that the summary names. */
export function inWords(standing: Standing, words: OwnWords, asked: About | undefined): Standing {
  return { ...standing, summary: words(standing.summary, asked) };
}
