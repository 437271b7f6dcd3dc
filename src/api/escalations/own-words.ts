import type { AskedAs, Asked as AskedOfPeople } from '../../definitions/checks/asked-of-people.ts';
import { type EscalationState, openEscalations, type RunState } from '../../model/run-state.ts';
import type { RunRecord } from '../../ports/store/runs.ts';
import type { Store } from '../../ports/store/store.ts';
import type { Standing } from '../../stories/why.ts';
import { firstWords, inOwnWords } from '../../text/own-words.ts';
import { short } from '../../text/text.ts';
import { askedIn } from './asked-in.ts';
import type { AskedRow } from './asked-question.ts';

/** A question, or the event that opened it. */
type About = AskedAs & Pick<EscalationState, 'artifactId' | 'question'>;

interface Asked extends AskedRow {
  readonly escalation: About;
}

export interface OwnWords {
  /** A sentence about a question, in the words that it was asked in, or of the guard whose rejection it names. */
  of(sentence: string, escalation: About | undefined): string;
  /** The beginning of what the guard said of the artifact in question; '' if no guard has rejected one. */
  feedbackOn(escalation: About): string;
  /** How a step asked it, and whom; undefined where the engine asks. */
  asked(escalation: About): AskedOfPeople | undefined;
}

/** Of these questions, which are known by identity; a statement at most, but for those that steps ask in words of their own. */
export async function ownWords(store: Store, asked: readonly Asked[]): Promise<OwnWords> {
  const judged = asked.flatMap(({ runId, escalation: { artifactId } }) =>
    artifactId === undefined ? [] : [{ runId, artifactId }],
  );
  const [verdicts, ...own] = await Promise.all([
    store.verdicts.onArtifacts(judged),
    ...asked.map(async (one) => [one.escalation, await askedIn(store, one)] as const),
  ]);
  const questions = new Map<About, AskedOfPeople | undefined>(own);
  return {
    of(sentence, escalation) {
      if (escalation === undefined) return sentence;
      // Of an assertion the engine's sentence says what follows, too.
      const question = escalation.kind === 'assertion' ? undefined : questions.get(escalation)?.question;
      if (question === undefined) return inOwnWords(sentence, verdicts.get(escalation.artifactId ?? ''));
      return sentence.replace(escalation.question, () => short(question.replace(/\s+/g, ' ').trim()));
    },
    feedbackOn({ artifactId = '' }) {
      const verdict = verdicts.get(artifactId);
      return verdict ? firstWords(verdict.feedback) : '';
    },
    asked: (escalation) => questions.get(escalation),
  };
}

/** A run; its record, where it is at hand, need not be read. */
interface InQuestion {
  readonly state: RunState;
  readonly record?: RunRecord;
}

/** The question that the sentence on how a run stands names. */
export function askedOf({ state, record }: InQuestion): readonly Asked[] {
  const [escalation] = openEscalations(state);
  return escalation ? [{ runId: state.runId, escalation, ...(record && { run: { record, state } }) }] : [];
}

/** How a run stands, its question in the guard's own words. */
export async function standingInOwnWords(store: Store, standing: Standing, run: InQuestion): Promise<Standing> {
  const asked = askedOf(run);
  return inWords(standing, await ownWords(store, asked), asked[0]?.escalation);
}

/** `asked`: the question that the summary names. */
export function inWords(standing: Standing, words: OwnWords, asked: About | undefined): Standing {
  return { ...standing, summary: words.of(standing.summary, asked) };
}
