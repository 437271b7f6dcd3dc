import type { StoredEffect } from '../../model/agent-turn.ts';
import type { EvaluateGuardInput } from '../../ports/calls.ts';
import type { JudgedAnswer, JudgedAnswers, JudgedLeaf } from '../../ports/guard-port.ts';
import type { Store } from '../../ports/store/store.ts';
import { parseStored } from '../../text/exact-json.ts';
import { digestOf } from '../digest.ts';

/** Answers of judges are kept with the effects of agents; no turn of an agent has this number, nor have answers from outside. */
const OF_JUDGES = -1;

/** The answers of whoever has the database. */
export function createJudgedAnswers({
  agents,
}: {
  readonly agents: Pick<Store['agents'], 'findEffect' | 'saveEffect'>;
}): JudgedAnswers {
  return {
    async find(call, leaf) {
      const stored = await agents.findEffect(keyOf(call, leaf));
      return stored && answerIn(stored);
    },
    async keep(call, leaf, answer) {
      // As text: what a model says may hold what JSON in the database may not.
      return answerIn(await agents.saveEffect(keyOf(call, leaf), { result: JSON.stringify(answer) })) ?? answer;
    },
  };
}

/** Another artifact under the token, or other options of the leaf (a redirect's), are another question. */
function keyOf({ runId, token, artifactId }: EvaluateGuardInput, { leaf, use, options }: JudgedLeaf) {
  const question = digestOf(JSON.stringify([use, options]));
  return { runId, token, iteration: OF_JUDGES, call: `${artifactId}/${leaf}/${question}` };
}

function answerIn(stored: StoredEffect): JudgedAnswer | undefined {
  return 'result' in stored && typeof stored.result === 'string' ? parseStored(stored.result) : undefined;
}
