import { instanceOf } from './instance.ts';
import { plainAnswer, type Reply } from './reply.ts';
import type { SimRequest } from './request.ts';
import { taskOf } from './sections.ts';

/** `sim:default` (running 4): a minimal instance of the output schema where one is asked for, else the task repeated. */
export function defaultReply(request: SimRequest): Reply {
  if (request.schema === undefined) return plainAnswer(taskOf(request));
  return plainAnswer(JSON.stringify(instanceOf(request.schema)));
}
