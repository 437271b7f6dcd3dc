import type { GeneratorDefinition } from '../../definitions/schema/definition.ts';
import type { GenerateStep } from '../../ports/calls.ts';
import { stringifyJson } from '../../text/exact-json.ts';
import { artifactRecord } from '../artifact-record.ts';
import { noteFault } from '../infrastructure.ts';
import { answerWith, twiceIn } from '../settle-answer.ts';
import { tooLarge } from '../too-large.ts';
import { attemptFacts } from './custom.ts';
import type { GenerateDependencies, Generation } from './generation.ts';
import { madeText, NoArtifact } from './made-text.ts';

type ExternalGenerator = Extract<GeneratorDefinition, { kind: 'external' }>;

/**
 * An artifact made by an activity on a task queue of the user's (R35). Only the workflow can schedule it: the first call answers what to
 * ask, the second stores what came of it. Temporal has retried it by then, so an error is for a person.
 */
export async function generateOutside(
  { store }: Pick<GenerateDependencies, 'store'>,
  generation: Generation,
  { taskQueue, activity, input: given }: ExternalGenerator,
): Promise<GenerateStep> {
  const { input, call } = generation;
  const { runId, token, infraTimeout, outside } = input;
  const failed = (detail: string) =>
    noteFault((kept) => store.faults.record(kept), {
      runId,
      token,
      phase: 'generate',
      detail,
      call,
      infraTimeout,
      final: true,
    });
  if (!outside) {
    const request = { ...attemptFacts(generation), ...(given !== undefined && { given }) };
    const problem = tooLarge(request);
    return problem === undefined
      ? { kind: 'outside', token, taskQueue, activity, request }
      : failed(`${activity} on ${taskQueue} cannot be asked: ${problem}`);
  }
  if ('error' in outside) return failed(`${activity} on ${taskQueue} gave no answer: ${outside.error}`);
  let made: ReturnType<typeof madeText>;
  try {
    made = madeText(describedIn(outside.result));
  } catch (error) {
    if (!(error instanceof NoArtifact)) throw error;
    return failed(`${activity} on ${taskQueue} gave no artifact: ${error.message}`);
  }
  const { content, mediaType } = made;
  const record = artifactRecord(generation, content, { mediaType, finishReason: 'stop' });
  return answerWith(store, generation, await store.artifacts.save(record, [content]), twiceIn(record, content));
}

/** A text, `{content, mediaType?}`, or any other JSON value as it is. */
function describedIn(result: unknown): unknown {
  if (typeof result === 'string') return result;
  if (typeof result === 'object' && result !== null && 'content' in result && typeof result.content === 'string')
    return result;
  return { content: stringifyJson(result ?? null) ?? '', mediaType: 'application/json' };
}
