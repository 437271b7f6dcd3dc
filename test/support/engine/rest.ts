import { z } from 'zod';
import { until } from '../until.ts';

const Run = z.looseObject({ id: z.string(), status: z.string(), revision: z.number() });
const Event = z.object({ seq: z.number(), type: z.string(), data: z.record(z.string(), z.unknown()) });
const Body = z.record(z.string(), z.unknown());

export type RunSeen = z.infer<typeof Run>;
export type EventSeen = z.infer<typeof Event>;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The service as a client of its REST interface sees it. */
export interface Rest {
  get(path: string): Promise<Answer>;
  post(path: string, body?: unknown): Promise<Answer>;
  /** Starts a run of the definition; answers its id. */
  start(definition: unknown, input?: unknown): Promise<string>;
  /** The run once it is as asked. */
  until(id: string, isSo: (run: RunSeen) => boolean): Promise<RunSeen>;
  /** The whole log so far. */
  log(id: string): Promise<readonly EventSeen[]>;
  /** The live stream from the event after `lastEventId` on, until the server ends it. Throws when the connection breaks. */
  stream(id: string, lastEventId?: number): AsyncGenerator<EventSeen>;
}

export function createRest(baseUrl: string): Rest {
  const ask = async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const response = await fetch(`${baseUrl}${path}`, init);
    return { status: response.status, headers: response.headers, body: Body.parse(await response.json()) };
  };
  const get = (path: string) => ask(path);
  const post = (path: string, body: unknown = {}) =>
    ask(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  return {
    get,
    post,
    async start(definition, input = {}) {
      const { status, body } = await post('/v1/runs', { workflow: { definition }, input });
      if (status !== 201) throw new Error(`the start was answered with ${status}: ${JSON.stringify(body)}`);
      return Run.parse(body).id;
    },
    until: (id, isSo) =>
      until(
        `run ${id} as asked`,
        async () => {
          const run = Run.parse((await get(`/v1/runs/${id}`)).body);
          return isSo(run) ? run : undefined;
        },
        LIMIT,
        EVERY,
      ),
    log: async (id) => z.array(Event).parse((await get(`/v1/runs/${id}/events?limit=200`)).body['data']),
    stream: (id, lastEventId) => streamEvents(`${baseUrl}/v1/runs/${id}/events`, lastEventId),
  };
}

const LIMIT = 30_000;
/** Each look costs two processes some milliseconds, and many runs may be waited for at once. */
const EVERY = 100;

async function* streamEvents(url: string, lastEventId: number | undefined): AsyncGenerator<EventSeen> {
  const resume = lastEventId === undefined ? {} : { 'last-event-id': String(lastEventId) };
  const response = await fetch(url, { headers: { accept: 'text/event-stream', ...resume } });
  if (!response.ok || !response.body) throw new Error(`the stream was answered with ${response.status}`);
  let rest = '';
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    const frames = `${rest}${text}`.split('\n\n');
    rest = frames.pop() ?? '';
    for (const frame of frames) {
      const data = /^data: (.*)$/m.exec(frame)?.[1];
      if (data !== undefined) yield Event.parse(JSON.parse(data));
    }
  }
}
