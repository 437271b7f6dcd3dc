import type { Fetch } from '../../src/client/transport.ts';

interface Heard {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** What a service answers, one by one; an error is a lost connection. */
export type Reply =
  | Error
  | { readonly status?: number; readonly headers?: Record<string, string>; readonly body: unknown };

/** A service that answers as it is told, by path with its query, and remembers what it heard, bodies as they came in `texts`. */
export function aService(replies: Readonly<Record<string, Reply | readonly Reply[]>>) {
  const heard: Heard[] = [];
  const texts: string[] = [];
  const left = new Map(Object.entries(replies).map(([path, reply]) => [path, [reply].flat()]));
  const fetch: Fetch = async (url, { method, headers, body }) => {
    const { pathname, search } = new URL(url);
    const path = `${method === 'GET' ? '' : `${method} `}${pathname}${search}`;
    const text = typeof body === 'string' ? body : undefined;
    if (text !== undefined) texts.push(text);
    heard.push({
      method,
      path: pathname + search,
      headers: Object.fromEntries(new Headers(headers)),
      body: text?.startsWith('{') ? JSON.parse(text) : text,
    });
    const of = left.get(path);
    const reply = of === undefined ? missing(path) : ((of.length > 1 ? of.shift() : of[0]) ?? missing(path));
    if (reply instanceof Error) throw reply;
    const { status = 200, headers: sent = {}, body: answer } = reply;
    return new Response(typeof answer === 'string' ? answer : JSON.stringify(answer), { status, headers: sent });
  };
  return { fetch, heard, texts };
}

function missing(path: string): Reply {
  return { status: 404, body: aProblem(404, 'not_found', `There is nothing at ${path}.`) };
}

export function aProblem(status: number, code: string, detail: string, more: object = {}): Record<string, unknown> {
  const retryable = status === 503 || status === 429;
  return { type: `urn:dsap:problem:${code}`, title: code, status, detail, instance: '/', code, retryable, ...more };
}

/** A stream of server-sent events. */
export function aStream(...events: readonly (readonly [id: number | string, event: string, data: unknown])[]): Reply {
  const body = events
    .map(([id, event, data]) => `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
    .join('');
  return { headers: { 'content-type': 'text/event-stream' }, body };
}
