import type { AgentTurnOutput } from '../../ports/calls.ts';
import type { AnsweredTurn } from '../../ports/store/artifacts.ts';
import { digestOf } from '../../store/digest.ts';
import { artifactRecord } from '../artifact-record.ts';
import { modelOf, provenance } from '../generators/by-model.ts';
import type { GenerateDependencies } from '../generators/generation.ts';
import { answerWith } from '../settle-answer.ts';
import { type AgentCall, agentGenerator } from './agent-call.ts';
import { type Carried, conversationOf, type StoredEnding } from './stored-session.ts';

/** What a stored turn means for the run. It follows from what is stored alone, so a worker that dies after storing it changes nothing. */
export async function concluded(
  dependencies: Pick<GenerateDependencies, 'store' | 'models'>,
  turn: AgentCall,
  stateRef: string,
  carried: Carried,
): Promise<AgentTurnOutput> {
  const { ending, effects } = carried;
  if (!ending) return { kind: 'turned', token: turn.input.token, stateRef, effects };
  const { text, whole } = ending;
  const contents = whole === undefined ? [text] : [text, whole];
  const { store } = dependencies;
  const artifact = await store.artifacts.save(recordOf(dependencies, turn, carried, ending), contents);
  const { feedback, advice } = ending;
  const failure = feedback === undefined ? undefined : { feedback, ...(advice !== undefined && { advice }) };
  return answerWith(store, turn, artifact, failure, text);
}

function recordOf(
  { models }: Pick<GenerateDependencies, 'models'>,
  turn: AgentCall,
  { session, snapshot, promptDigest, usage, tools, route, turns = [], warnings }: Carried,
  { text, mediaType, finishReason, rawFinishReason, maxTokens, whole, finalState }: StoredEnding,
) {
  const model = modelOf(turn, models.defaultModel);
  const context = { ...snapshot, prompt: conversationOf(session), promptDigest };
  return artifactRecord(turn, text, {
    ...(model ? provenance({ ...model, ...(maxTokens !== undefined && { maxTokens }) }, context) : { context }),
    mediaType,
    usage,
    finishReason,
    ...(rawFinishReason !== undefined && { rawFinishReason }),
    ...(whole !== undefined && { answerDigest: digestOf(whole) }),
    ...(route && { route }),
    ...joined(turns),
    ...(warnings && { warnings }),
    agent: {
      name: agentGenerator(turn).agent,
      iterations: usage.llmCalls,
      ...(turns.length > 0 && { turns }),
      tools,
      ...(finalState !== undefined && { finalState }),
    },
  });
}

/** Of all turns, each name once. */
function joined(turns: readonly AnsweredTurn[]): Pick<AnsweredTurn, 'answeredBy' | 'price'> {
  const answeredBy = [...new Set(turns.flatMap((turn) => turn.answeredBy ?? []))];
  const price = [...new Set(turns.flatMap((turn) => turn.price ?? []))];
  return {
    ...(answeredBy.length > 0 && { answeredBy: answeredBy.join(', ') }),
    ...(price.length > 0 && { price: price.join(', ') }),
  };
}
