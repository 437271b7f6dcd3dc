import { type Page, type Run, runOf } from './run.ts';
import { type Answer, type ClientOptions, createTransport, type Transport } from './transport.ts';
import type { DocumentOf, Method, Path, Schemas, Sending, SendingArguments } from './typed.ts';

export type { paths } from './generated/api.ts';
export { ExactNumber } from './json.ts';
export { DsapProblem, type Issue, RunNotCompleted, ServiceAway } from './problem.ts';
export type { EventsOptions, Page, ResultOptions, Run, RunEvent } from './run.ts';
export type { Answer, ClientOptions, Fetch } from './transport.ts';
export type { DocumentOf, Method, Path, Schemas, Sending, SendingArguments } from './typed.ts';

/** An answer to a question; which of them a question takes is in its `options`. */
type Decision = Unbound<Schemas['DecisionRequestInput']>;
type Unbound<Each> = Each extends unknown ? Omit<Each, 'shown'> : never;

/** A question that a run asks a person, as it was shown. */
export type Question = Schemas['EscalationPage'] & {
  /**
   * Answers it, bound to what was shown: refused with 409 `stale_decision` where that has changed since.
   */
  decide(decision: Decision): Promise<Schemas['Escalation']>;
};

/** A row of the list of questions. */
export type QuestionRow = Schemas['QuestionRow'] & {
  /** Reads the question, and answers it as it was then shown. */
  decide(decision: Decision): Promise<Schemas['Escalation']>;
};

/** A workflow that is named alone is its newest version. */
export type StartRun = Omit<Schemas['StartRunInput'], 'workflow'> & {
  readonly workflow: string | Schemas['StartRunInput']['workflow'];
};

/** One dsap service, over `fetch` alone: in Node from 20 on, and in browsers. */
export interface Client {
  readonly url: string;
  readonly runs: {
    start(body: StartRun): Promise<Run>;
    get(id: string): Run;
    list(query?: Query<'/v1/runs'>): Promise<Page<Schemas['Run']>>;
  };
  readonly definitions: {
    /** A text in YAML, or the document itself. `name`: of a state machine that names none. */
    publish(definition: string | object, options?: { readonly name?: string }): Promise<Schemas['PublishedDefinition']>;
  };
  readonly escalations: {
    list(query?: Query<'/v1/escalations'>): Promise<Page<QuestionRow>>;
    get(id: string): Promise<Question>;
  };
  readonly endpoints: {
    /** The endpoints of models: whether they are there, and what waits for them. */
    list(query?: Query<'/v1/endpoints'>): Promise<Page<Schemas['Endpoint']>>;
    get(name: string): Promise<Schemas['Endpoint']>;
    /** Retries every open question that faults of the endpoint led to; with `dryRun` it says which, and changes nothing. */
    retry(
      name: string,
      options?: { readonly dryRun?: boolean; readonly comment?: string },
    ): Promise<Schemas['RetriedQuestions']>;
  };
  readonly caps: {
    /** The caps on what all runs spend: used, reserved and remaining, and when each window turns. */
    list(query?: Query<'/v1/caps'>): Promise<Page<Schemas['Cap']>>;
  };
  /** Any operation by its method and path, typed by the OpenAPI document: `request('GET', '/v1/runs/{id}', {path: {id}})`. */
  request<At extends Path, By extends Method<At>>(
    method: By,
    path: At,
    ...sending: SendingArguments<At, By>
  ): Promise<Answer<DocumentOf<At, By>>>;
}

type Query<At extends Path> = Omit<NonNullable<Sending<At, Method<At> & 'GET'>['query']>, 'view'>;

/**
 * A client of one service. What is refused is thrown as `DsapProblem`; where nobody answers that is a `ServiceAway`. A request is sent again
 * after a lost connection, 429 and a 503 that says so, after a 429 as late as the service asks for; a POST always under the `Idempotency-Key` of its first try, so that nothing is done twice.
 */
export function createClient(options: ClientOptions = {}): Client {
  const transport = createTransport(options);
  return {
    url: transport.url,
    runs: {
      async start({ workflow, ...more }) {
        const body = { workflow: typeof workflow === 'string' ? { name: workflow } : workflow, ...more };
        return runOf(
          transport,
          (await transport.ask<{ id: string }>({ method: 'POST', path: '/v1/runs', body })).document.id,
        );
      },
      get: (id) => runOf(transport, id),
      list: async (query = {}) => (await transport.ask<Page<Schemas['Run']>>({ path: '/v1/runs', query })).document,
    },
    definitions: {
      async publish(definition, { name } = {}) {
        const sent =
          typeof definition === 'string'
            ? { text: { content: definition, mediaType: 'application/yaml' } }
            : { body: definition };
        const asked = { method: 'POST', path: '/v1/workflows', query: { name }, ...sent } as const;
        return (await transport.ask<Schemas['PublishedDefinition']>(asked)).document;
      },
    },
    escalations: questionsOf(transport),
    endpoints: {
      list: async (query = {}) =>
        (await transport.ask<Page<Schemas['Endpoint']>>({ path: '/v1/endpoints', query })).document,
      async get(name) {
        const path = `/v1/endpoints/${encodeURIComponent(name)}`;
        return (await transport.ask<Schemas['Endpoint']>({ path })).document;
      },
      async retry(name, body = {}) {
        const path = `/v1/endpoints/${encodeURIComponent(name)}/retry`;
        return (await transport.ask<Schemas['RetriedQuestions']>({ method: 'POST', path, body })).document;
      },
    },
    caps: {
      list: async (query = {}) => (await transport.ask<Page<Schemas['Cap']>>({ path: '/v1/caps', query })).document,
    },
    request: async (method, path, ...[sending]) => transport.ask(withPath(method, path, Object(sending))),
  };
}

function questionsOf(transport: Transport): Client['escalations'] {
  const at = (id: string, ...more: readonly string[]) => ['/v1/escalations', encodeURIComponent(id), ...more].join('/');
  const get = async (id: string): Promise<Question> => {
    const path = at(id);
    const { document } = await transport.ask<Schemas['EscalationPage']>({ path, query: { view: 'page' } });
    const decide = async (decision: Decision) => {
      const body = { ...decision, shown: document.shown };
      const decided = { method: 'POST', path: at(id, 'decision'), body, query: { wait: '30s' } } as const;
      return (await transport.ask<Schemas['Escalation']>(decided)).document;
    };
    return { ...document, decide };
  };
  return {
    get,
    async list(query = {}) {
      const path = '/v1/escalations';
      const { document } = await transport.ask<Page<Schemas['QuestionRow']>>({
        path,
        query: { ...query, view: 'row' },
      });
      const decide = (id: string) => async (decision: Decision) => (await get(id)).decide(decision);
      return { ...document, data: document.data.map((row) => ({ ...row, decide: decide(row.id) })) };
    },
  };
}

interface Untyped {
  readonly path?: Readonly<Record<string, string | number>> | undefined;
  readonly query?: Readonly<Record<string, string | number | undefined>> | undefined;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

function withPath(method: string, template: string, { path = {}, query, body, headers, signal }: Untyped) {
  const filled = template.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    path[name] === undefined ? whole : encodeURIComponent(path[name]),
  );
  return {
    method,
    path: filled,
    ...(query && { query }),
    ...(body !== undefined && { body }),
    ...(headers && { headers }),
    ...(signal && { signal }),
  };
}
