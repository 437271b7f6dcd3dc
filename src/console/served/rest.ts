import type { FastifyInstance, FastifyRequest, InjectOptions } from 'fastify';
import { parseJson } from '../../text/exact-json.ts';

/** What REST answered to somebody who looks at a page. */
interface Answer {
  readonly status: number;
  /** Parsed where it is JSON. */
  readonly body: unknown;
}

/** What a request says in headers. */
interface Conditions {
  /** The state of the run that is meant, as an entity tag. */
  readonly ifMatch?: string;
  /** Of a request that is to be done once. */
  readonly key?: string;
}

/** REST, asked as the visitor of a page: with the same rights, and no others. */
export interface VisitorsRest {
  get(path: string): Promise<Answer>;
  /** Whether there is something, which is not sent. */
  has(path: string): Promise<boolean>;
  post(path: string, body: object, conditions?: Conditions): Promise<Answer>;
  patch(path: string, body: object, conditions?: Conditions): Promise<Answer>;
  /** A definition as it is written. */
  postYaml(path: string, text: string): Promise<Answer>;
}

/** Headers by which REST knows who asks, and from where. */
const CARRIED = ['host', 'cookie', 'authorization', 'origin', 'sec-fetch-site', 'sec-fetch-mode', 'user-agent'];

/** Asks within the process, by the way that every request takes. */
export function visitorsRest(app: FastifyInstance, { headers, ip }: FastifyRequest): VisitorsRest {
  const own = Object.fromEntries(
    CARRIED.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])),
  );
  async function ask(options: InjectOptions, { ifMatch, key }: Conditions = {}): Promise<Answer> {
    const said = { ...(ifMatch !== undefined && { 'if-match': ifMatch }), ...(key && { 'idempotency-key': key }) };
    const answer = await app.inject({
      ...options,
      headers: { ...own, ...said, ...options.headers },
      remoteAddress: ip,
    });
    const isJson = answer.headers['content-type']?.includes('json') === true;
    return { status: answer.statusCode, body: isJson ? parseJson(answer.body) : answer.body };
  }
  return {
    get: (url) => ask({ method: 'GET', url }),
    has: async (url) => {
      const { status } = await ask({ method: 'GET', url, headers: { 'if-none-match': '*' } });
      return status === 304 || status === 200;
    },
    post: (url, payload, conditions) => ask({ method: 'POST', url, payload }, conditions),
    patch: (url, payload, conditions) => ask({ method: 'PATCH', url, payload }, conditions),
    postYaml: (url, payload) => ask({ method: 'POST', url, payload, headers: { 'content-type': 'application/yaml' } }),
  };
}
