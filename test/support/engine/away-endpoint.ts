import { finish, piece, reset, startModelServer, stream, usage } from './model-server.ts';

/** A model endpoint that a test takes away and brings back. */
export interface AwayEndpoint {
  /** With `/v1`. */
  readonly baseUrl: string;
  leave(): void;
  comeBack(): void;
  close(): Promise<void>;
}

/** It is there at first, and answers `done`. */
export async function startAwayEndpoint(): Promise<AwayEndpoint> {
  const server = await startModelServer();
  const answer = stream([piece('done'), finish('stop'), usage({ prompt_tokens: 10, completion_tokens: 5 })]);
  server.answerWith(answer);
  return {
    baseUrl: server.baseUrl,
    leave: () => server.answerWith(reset),
    comeBack: () => server.answerWith(answer),
    close: () => server.close(),
  };
}

/** An endpoint of the settings. */
export function endpointAt(name: string, baseUrl: string) {
  const profile = {
    jsonSchema: 'none',
    seed: false,
    maxTokensField: 'max_tokens',
    usage: 'none',
    systemRole: 'system',
  } as const;
  return { name, baseUrl, profile };
}

/** A definition of one step that asks this model. */
export function asking(model: string, timeouts: { readonly infra?: string } = {}) {
  const generator = { kind: 'llm', prompt: 'Work.' };
  return {
    name: `asks-${model.replace('/', '-')}`,
    model: { name: model },
    steps: [{ id: 'work', generator, guard: { use: 'not-empty' }, timeouts }],
  };
}
