import { instanceOf } from './instance.ts';
import { plainAnswer, type Reply } from './reply.ts';
import type { SimRequest } from './request.ts';
import { taskOf } from './sections.ts';

/** By which an agent hands in its answer. */
const OUTPUT_TOOL = 'output';

/**
 * `sim:default` (running 4): a minimal instance of the output schema where one is asked for, by an agent's output tool too, else the
 * task repeated.
 */
export function defaultReply(request: SimRequest): Reply {
  const output = request.tools[OUTPUT_TOOL];
  if (output !== undefined) {
    const toolCalls = [{ name: OUTPUT_TOOL, arguments: instanceOf(output) }];
    return { ...plainAnswer(''), toolCalls };
  }
  if (request.schema === undefined) return plainAnswer(taskOf(request));
  return plainAnswer(JSON.stringify(instanceOf(request.schema)));
}
