import type { SimRequest } from '../../src/simulation/request.ts';

/** A request with defaults, so that a test shows only what matters to it. */
export function aRequest(fields: Partial<SimRequest> = {}): SimRequest {
  const user = fields.user ?? 'Say something.';
  return {
    card: 'default',
    model: 'sim:default',
    system: '',
    user,
    prompt: fields.prompt ?? user,
    step: 'a',
    epoch: 1,
    n: 1,
    faults: 0,
    turn: 1,
    tools: {},
    schema: undefined,
    sim: undefined,
    stream: false,
    includeUsage: false,
    ...fields,
  };
}
