import type { EscalationState } from '../../../model/run-state.ts';
import type { RunRow } from '../../../ports/store/runs.ts';
import type { Store } from '../../../ports/store/store.ts';
import { inOwnWords } from '../../../text/own-words.ts';
import { askedIn } from '../../escalations/asked-in.ts';
import { conditionOf } from '../../escalations/evidence.ts';
import { collectEnds, type Ends } from './ends.ts';
import type { LogFacts } from './log.ts';
import { type QuestionFacts, tellQuestion } from './question.ts';
import { LONGEST_TEXT, type Room } from './room.ts';

/** Questions that are shown, of the beginning and of the end together. */
const MOST = 100;

/** The questions of a run in the order in which they were asked. */
export async function questionsOf(
  store: Store,
  { record, state }: RunRow,
  { resetBy, judgedBy }: Pick<LogFacts, 'resetBy' | 'judgedBy'>,
  room: Room,
): Promise<Ends<QuestionFacts>> {
  const all = Object.values(state.escalations).toSorted((one, other) => one.openedAt - other.openedAt);
  const ends = collectEnds<EscalationState>(MOST, () => 1);
  for (const one of all) ends.add(one);
  const { head, leftOut, tail } = ends.result();
  const shown = [...head, ...tail];
  const about = await aboutOf(store, record.id, shown, judgedBy);
  const told: QuestionFacts[] = [];
  for (const [at, escalation] of shown.entries()) {
    const row = { runId: record.id, workflow: record.definition.name, escalation };
    const [asked, condition] = [await askedIn(store, row), await conditionOf(store, row)];
    const { artifact, verdict } = about.get(escalation.id) ?? {};
    const texts = {
      question: asked?.question ?? inOwnWords(escalation.question, verdict),
      assignees: asked?.assignees ?? [],
      feedback: condition?.reasons.join('; ') ?? verdict?.feedback ?? '',
      artifact,
      condition,
      reset: resetBy.get(escalation.id) ?? [],
    };
    told.push(tellQuestion(escalation, texts, room.within(Math.floor(room.left / (shown.length - at)))));
  }
  return { head: told.slice(0, head.length), leftOut, tail: told.slice(head.length) };
}

/** What questions are about, and what the guard said of that, in two statements. `tokens`: of the verdict on an artifact. */
async function aboutOf(
  store: Store,
  runId: string,
  escalations: readonly EscalationState[],
  tokens: ReadonlyMap<string, string>,
) {
  const digests = [...new Set(escalations.flatMap(({ artifactDigest }) => artifactDigest ?? []))];
  const heads = await store.contents.heads(digests, LONGEST_TEXT);
  const verdicts = await store.verdicts.findAll(runId, [
    ...new Set(escalations.flatMap(({ artifactId = '' }) => tokens.get(artifactId) ?? [])),
  ]);
  return new Map(
    escalations.map(({ id, artifactId = '', artifactDigest = '' }) => {
      const artifact = heads.get(artifactDigest);
      const verdict = verdicts.get(tokens.get(artifactId) ?? '');
      return [id, { artifact, verdict }] as const;
    }),
  );
}
