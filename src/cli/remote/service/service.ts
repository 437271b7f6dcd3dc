import { type Following, follow } from '../../../client/follow.ts';
import type { Frame } from '../../../client/sse.ts';
import {
  type Answer,
  type Asked,
  type ClientOptions,
  createTransport,
  type Transport,
} from '../../../client/transport.ts';
import type * as Rest from './types.ts';

type Query = NonNullable<Asked['query']>;
type Got<Document> = Promise<Answer<Document>>;
type Verb = 'stop' | 'pause' | 'resume' | 'terminate';
type StreamOptions = Pick<Following, 'after' | 'signal' | 'onState'>;

/** A definition as its author wrote it. */
export interface Written {
  readonly content: string;
  readonly mediaType: 'application/yaml' | 'application/json';
  /** Of a state machine that names none. */
  readonly name?: string | undefined;
}

/** The service as commands see it: nouns with what can be asked of them. Every answer brings its very text along, for `--json`. */
export type Service = ReturnType<typeof openService>;

/** Over the client's transport. It throws `DsapProblem` for what is refused, and of these `ServiceAway` where nobody answers. */
export function openService(options: ClientOptions) {
  const transport = createTransport(options);
  return {
    url: transport.url,
    /** Who asks. */
    me: (): Got<Rest.Principal> => transport.ask({ path: '/v1/me' }),
    runs: runsOf(transport),
    escalations: escalationsOf(transport),
    definitions: definitionsOf(transport),
    catalogues: cataloguesOf(transport),
    feed: {
      /** Where it stands: what is read after that, and followed from there, has no gap. */
      now: (): Got<{ readonly id: string }> => transport.ask({ path: '/v1/feed' }),
      /** What changes across runs, as rows `run` and `question`; `reset` where too much has: read the lists anew. */
      changes: (more: StreamOptions): AsyncGenerator<Frame> =>
        follow(transport, { path: '/v1/feed', isLast: () => false, ...more }),
    },
  };
}

function runsOf(transport: Transport) {
  const get = <Document>(path: string, query?: Query): Got<Document> =>
    transport.ask({ path, ...(query && { query }) });
  const post = <Document>(path: string, body: unknown, query?: Query, headers?: Asked['headers']): Got<Document> =>
    transport.ask({ method: 'POST', path, body, ...(query && { query }), ...(headers && { headers }) });
  const preview = { preview: 'true' };
  return {
    start: (body: Rest.StartRun): Got<Rest.StartedRun> => post('/v1/runs', body),
    list: (query: Query): Got<Rest.Page<Rest.RunRow>> => get('/v1/runs', { view: 'row', ...query }),
    get: (id: string): Got<Rest.Run> => get(at(id)),
    overview: (id: string): Got<Rest.Overview> => get(at(id, 'overview')),
    why: (id: string): Got<Rest.Why> => get(at(id, 'why')),
    /** 202 while it has not ended. `wait`: such as `30s`, a minute at most. */
    result: (id: string, wait?: string): Got<Rest.RunResult> => get(at(id, 'result'), { wait }),
    attempts: (id: string, query: Query, step?: string): Got<Rest.Page<Rest.Attempt>> =>
      get(step === undefined ? at(id, 'attempts') : at(id, 'steps', step, 'attempts'), query),
    /** Of one step, a line each; oldest first unless `order` is `newest`. */
    attemptRows: (id: string, step: string, query: Query): Got<Rest.Page<Rest.Overview['attempts'][number]>> =>
      get(at(id, 'steps', step, 'attempts'), { view: 'row', ...query }),
    compare: (id: string, step: string, [a, b]: readonly [string, string], other?: string): Got<Rest.Comparison> =>
      get(at(id, 'steps', step, 'attempts', a, 'compare', b), { run: other }),
    report: (id: string, format: 'html' | 'md') => transport.text({ path: at(id, 'report'), query: { format } }),
    budget: (id: string): Got<Rest.Budget> => get(at(id, 'budget')),
    control: (id: string, verb: Verb, body: object): Got<Rest.ControlAnswer> =>
      post(at(id, verb), body, { wait: '10s' }),
    previewControl: (id: string, verb: Verb, body: object): Got<Rest.Preview> => post(at(id, verb), body, preview),
    redirect: (id: string, body: unknown, revision: number): Got<Rest.ControlAnswer> =>
      post(at(id, 'redirect'), body, { wait: '10s' }, { 'if-match': `"${revision}"` }),
    previewRedirect: (id: string, body: unknown): Got<Rest.Preview> => post(at(id, 'redirect'), body, preview),
    /** `revision`: the state of the run that was looked at, if any was. */
    fork: (id: string, body: object, revision?: number): Got<Rest.Run> =>
      post(at(id, 'fork'), body, {}, revision === undefined ? {} : { 'if-match': `"${revision}"` }),
    previewFork: (id: string, body: object): Got<Rest.Preview> => post(at(id, 'fork'), body, preview),
    setBudget: (id: string, limits: object, etag: string): Got<Rest.Budget> =>
      transport.ask({ method: 'PATCH', path: at(id, 'budget'), body: limits, headers: { 'if-match': etag } }),
    previewBudget: (id: string, limits: object, etag: string): Got<Rest.Preview> =>
      transport.ask({
        method: 'PATCH',
        path: at(id, 'budget'),
        body: limits,
        headers: { 'if-match': etag },
        query: preview,
      }),
    /** The log, event by event, until the run has ended. */
    events: (id: string, more: StreamOptions): AsyncGenerator<Frame> =>
      follow(transport, { path: at(id, 'events'), isLast: ({ event }) => event === 'run.closed', ...more }),
    /** The rows of the overview that change, until the run has ended; with `text` also what attempts under way write, as `chunk`. */
    changes: (
      id: string,
      isEnded: (frame: Frame) => boolean,
      { text = false, ...more }: StreamOptions & { readonly text?: boolean },
    ): AsyncGenerator<Frame> =>
      follow(transport, {
        path: at(id, 'overview'),
        isLast: isEnded,
        ...(text && { query: { text: 'true' } }),
        ...more,
      }),
  };
}

function escalationsOf(transport: Transport) {
  return {
    list: (query: Query): Got<Rest.Page<Rest.QuestionRow>> =>
      transport.ask({ path: '/v1/escalations', query: { view: 'row', ...query } }),
    /** With the text, the evidence and what each answer would do. */
    page: (id: string): Got<Rest.QuestionPage> => transport.ask({ path: question(id), query: { view: 'page' } }),
    /** `shown` of the body binds it to what was looked at. 202: an amendment is still judged. */
    decide: (id: string, body: Rest.Decision): Got<Rest.Question> =>
      transport.ask({ method: 'POST', path: `${question(id)}/decision`, body, query: { wait: '30s' } }),
    preview: (id: string, body: Rest.Decision): Got<Rest.Preview> =>
      transport.ask({ method: 'POST', path: `${question(id)}/decision`, body, query: { preview: 'true' } }),
  };
}

function definitionsOf(transport: Transport) {
  const send = <Document>(path: string, { content, mediaType, name }: Written): Got<Document> =>
    transport.ask({ method: 'POST', path, text: { content, mediaType }, query: { name } });
  const version = (name: string, number: string) => `${named(name)}/versions/${encodeURIComponent(number)}`;
  return {
    publish: (written: Written): Got<Rest.Published> => send('/v1/workflows', written),
    validate: (written: Written): Got<Rest.Validity> => send('/v1/workflows/validate', written),
    draftGraph: (written: Written): Got<Rest.DefinitionGraph> => send('/v1/workflows/graph', written),
    list: (query: Query): Got<Rest.Page<Rest.Definition>> => transport.ask({ path: '/v1/workflows', query }),
    get: (name: string, number?: string): Got<Rest.Definition> =>
      transport.ask({ path: number === undefined ? named(name) : version(name, number) }),
    yaml: (name: string, number?: string) =>
      transport.text({ path: number === undefined ? named(name) : version(name, number), query: { format: 'yaml' } }),
    graph: (name: string, number: string): Got<Rest.DefinitionGraph> =>
      transport.ask({ path: `${version(name, number)}/graph` }),
    diff: (name: string, [a, b]: readonly [string, string]): Got<Rest.Diff> =>
      transport.ask({ path: `${version(name, a)}/diff/${encodeURIComponent(b)}` }),
  };
}

function cataloguesOf(transport: Transport) {
  const list = <Row>(path: string): Got<Rest.Page<Row>> => transport.ask({ path, query: { limit: 200 } });
  return {
    guards: () => list<Rest.Part>('/v1/guards'),
    generators: () => list<Rest.Part>('/v1/generators'),
    models: () => list<Rest.Model>('/v1/models'),
    endpoints: () => list<Rest.Endpoint>('/v1/endpoints'),
    endpoint: (name: string): Got<Rest.Endpoint> =>
      transport.ask({ path: `/v1/endpoints/${encodeURIComponent(name)}` }),
    caps: () => list<Rest.Cap>('/v1/caps'),
    retryEndpoint: (name: string, body: { readonly dryRun: boolean; readonly comment?: string }): Got<Rest.Retried> =>
      transport.ask({ method: 'POST', path: `/v1/endpoints/${encodeURIComponent(name)}/retry`, body }),
  };
}

function at(id: string, ...more: readonly string[]): string {
  return ['/v1/runs', ...[id, ...more].map(encodeURIComponent)].join('/');
}

function question(id: string): string {
  return `/v1/escalations/${encodeURIComponent(id)}`;
}

function named(name: string): string {
  return `/v1/workflows/${encodeURIComponent(name)}`;
}
