import { finish, hang, json, piece, type Reply, reset, startModelServer, stream, usage } from './model-server.ts';

/** How an endpoint is away. `refused`: nothing listens at its port; `cut`: the connection breaks within the answer. */
export type Outage = keyof typeof REPLIES;

const REPLIES = {
  refused: reset,
  reset,
  silent: hang,
  unavailable: json(503, { error: { message: 'The service is down for maintenance.' } }),
  overloaded: json(529, { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }),
  cut: stream([piece('do')], 'reset'),
} as const satisfies Readonly<Record<string, Reply>>;

/** A model endpoint that a test takes away and brings back. */
export interface AwayEndpoint {
  /** With `/v1`. */
  readonly baseUrl: string;
  /** Requests that have arrived since it last left or came back. */
  readonly requests: number;
  /** By resets when left out. */
  leave(how?: Outage): Promise<void>;
  comeBack(): Promise<void>;
  close(): Promise<void>;
}

/** It is there at first, and answers `done`. */
export async function startAwayEndpoint(): Promise<AwayEndpoint> {
  const server = await startModelServer();
  const answer = stream([piece('done'), finish('stop'), usage({ prompt_tokens: 10, completion_tokens: 5 })]);
  server.answerWith(answer);
  return {
    baseUrl: server.baseUrl,
    get requests() {
      return server.received.length;
    },
    async leave(how = 'reset') {
      server.answerWith(REPLIES[how]);
      if (how === 'refused') await server.shut();
    },
    async comeBack() {
      server.answerWith(answer);
      await server.open();
    },
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
export function asking(model: string, timeouts: { readonly infra?: string; readonly generate?: string } = {}) {
  const generator = { kind: 'llm', prompt: 'Work.' };
  return {
    name: `asks-${model.replace('/', '-')}`,
    model: { name: model },
    steps: [{ id: 'work', generator, guard: { use: 'not-empty' }, timeouts }],
  };
}
