import type { FastifyInstance, FastifyRequest, InjectOptions } from 'fastify';

/** What REST answered to somebody who looks at a page. */
interface Answer {
  readonly status: number;
  /** Parsed where it is JSON. */
  readonly body: unknown;
}

/** REST, asked as the visitor of a page: with the same rights, and no others. */
export interface VisitorsRest {
  get(path: string): Promise<Answer>;
  post(path: string, body: object): Promise<Answer>;
  /** A definition as it is written. */
  postYaml(path: string, text: string): Promise<Answer>;
}

/** Headers by which REST knows who asks, and from where. */
const CARRIED = ['host', 'cookie', 'authorization', 'origin', 'sec-fetch-site', 'sec-fetch-mode', 'user-agent'];

/** Asks within the process, by the way that every request takes. */
export function visitorsRest(app: FastifyInstance, { headers: sent, ip }: FastifyRequest): VisitorsRest {
  const own = Object.fromEntries(CARRIED.flatMap((name) => (sent[name] === undefined ? [] : [[name, sent[name]]])));
  async function ask(options: InjectOptions): Promise<Answer> {
    const headers = { ...own, ...options.headers };
    const answer = await app.inject({ ...options, headers, remoteAddress: ip });
    const isJson = answer.headers['content-type']?.includes('json') === true;
    return { status: answer.statusCode, body: isJson ? answer.json() : answer.body };
  }
  return {
    get: (url) => ask({ method: 'GET', url }),
    post: (url, payload) => ask({ method: 'POST', url, payload }),
    postYaml: (url, payload) => ask({ method: 'POST', url, payload, headers: { 'content-type': 'application/yaml' } }),
  };
}
