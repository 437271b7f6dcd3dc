import type { EvaluateGuardInput } from '../../ports/calls.ts';
import type { JudgedAnswer, JudgedAnswers, JudgedLeaf } from '../../ports/guard-port.ts';
import type { Store } from '../../ports/store/store.ts';
import { parseStored } from '../../text/exact-json.ts';
import { digestOf } from '../digest.ts';

/** Answers of judges are kept with the effects of agents; no turn of an agent has this number, nor have answers from outside. */
const OF_JUDGES = -1;

interface Using {
  readonly agents: Pick<Store['agents'], 'findEffect' | 'saveEffect'>;
}

type Judging = Pick<EvaluateGuardInput, 'runId' | 'token'>;

/** The answers of whoever has the database. */
export function createJudgedAnswers(store: Using): JudgedAnswers {
  return {
    async find(call, leaf) {
      const text = await findJudged(store, call, questionOf(call, leaf));
      return text === undefined ? undefined : answerIn(text);
    },
    async keep(call, leaf, answer) {
      return answerIn(await keepJudged(store, call, questionOf(call, leaf), JSON.stringify(answer)));
    },
  };
}

/** Returns the JSON text that `keepJudged` has stored for a question under the call's token. */
export async function findJudged(
  { agents }: Using,
  { runId, token }: Judging,
  question: string,
): Promise<string | undefined> {
  const stored = await agents.findEffect({ runId, token, iteration: OF_JUDGES, call: question });
  return stored && 'result' in stored && typeof stored.result === 'string' ? stored.result : undefined;
}

/**
 * Stores an answer as JSON text: what a model says may hold what JSON in the database may not. The first text stored for a question under
 * the call's token wins and is returned.
 */
export async function keepJudged(
  { agents }: Using,
  { runId, token }: Judging,
  question: string,
  text: string,
): Promise<string> {
  const stored = await agents.saveEffect({ runId, token, iteration: OF_JUDGES, call: question }, { result: text });
  return 'result' in stored && typeof stored.result === 'string' ? stored.result : text;
}

/** Another artifact under the token, or other options of the leaf (a redirect's), are another question. */
function questionOf({ artifactId }: EvaluateGuardInput, { leaf, use, options }: JudgedLeaf): string {
  return `${artifactId}/${leaf}/${digestOf(JSON.stringify([use, options]))}`;
}

function answerIn(text: string): JudgedAnswer {
  return parseStored(text);
}
