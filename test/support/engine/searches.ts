import type { FastifyInstance } from 'fastify';
import { apiOver } from './engine-api.ts';
import type { AnyEngine, PartsOptions } from './parts.ts';

interface Answer {
  readonly status: number;
  readonly body: Json;
}

/** As a client of the API reads it. */
type Json = ReturnType<typeof JSON.parse>;

type Fields = Readonly<Record<string, unknown>>;

/** An engine, with Temporal or without, and the API in process for the tests of one file, used as a client from outside uses them. */
export function useSearches<Engine extends AnyEngine>(
  start: (options: PartsOptions) => Promise<Engine>,
  options: PartsOptions | (() => Promise<PartsOptions>) = {},
) {
  let opened: { readonly engine: Engine; readonly app: FastifyInstance } | undefined;
  const parts = () => {
    if (!opened) throw new Error('The engine starts before the first test.');
    return opened;
  };
  beforeAll(async () => {
    const engine = await start(typeof options === 'function' ? await options() : options);
    opened = { engine, app: await apiOver(engine) };
  }, 120_000);
  afterAll(async () => {
    await opened?.app.close();
    await opened?.engine.stop();
  });
  const send = async (method: 'GET' | 'POST' | 'PUT' | 'PATCH', url: string, payload?: object): Promise<Answer> => {
    const { statusCode: status, body } = await parts().app.inject({ method, url, ...(payload && { payload }) });
    return { status, body: body.startsWith('{') ? JSON.parse(body) : body };
  };
  const get = async (url: string) => (await send('GET', url)).body;
  const until = (id: string, isSo: Parameters<AnyEngine['until']>[1]) => parts().engine.until(id, isSo);
  const question = async (id: string, isMeant: (open: Json) => boolean = () => true) => {
    await until(id, ({ escalations, waiting, life }) =>
      Object.values(escalations).some(
        (one) => one.status === 'open' && (waiting || life.status !== 'running' || one.branch),
      ),
    );
    return (await get(`/v1/escalations?runId=${id}&status=open`)).data.find(isMeant);
  };
  return {
    /** Over TCP, for clients that are given an address; answers it. */
    listen: () => parts().app.listen({ host: '127.0.0.1', port: 0 }),
    get engine() {
      return parts().engine;
    },
    send,
    get,
    until,
    /** Starts what must be startable; answers the run's id. */
    async start(definition: object, more: object = {}): Promise<string> {
      const { status, body } = await send('POST', '/v1/runs', { workflow: { definition }, ...more });
      if (status !== 201) throw new Error(JSON.stringify(body));
      return body.id;
    },
    /** Until the model of a step is being asked. */
    generating: (id: string, step: string) => until(id, ({ steps }) => steps[step]?.call?.phase === 'generate'),
    /** The first open question. */
    question,
    async decide(id: string, action: string, more: Fields = {}): Promise<Answer> {
      const { id: escalation } = await question(id);
      return send('POST', `/v1/escalations/${escalation}/decision`, { action, ...more });
    },
    redirect: (id: string, type: string, more: Fields): Promise<Answer> =>
      send('POST', `/v1/runs/${id}/redirect?wait=10s`, { type, description: 'as said', ...more }),
    stop: (id: string, more: Fields = {}): Promise<Answer> => send('POST', `/v1/runs/${id}/stop?wait=10s`, more),
    run: (id: string) => get(`/v1/runs/${id}`),
    state: (id: string) => get(`/v1/runs/${id}/state`),
    result: (id: string) => get(`/v1/runs/${id}/result?wait=30s`),
    /** Oldest first. */
    trail: async (id: string): Promise<Fields[]> => (await get(`/v1/runs/${id}/trail?limit=200`)).data.toReversed(),
    trace: async (id: string): Promise<Fields[]> => (await get(`/v1/runs/${id}/trace?limit=200`)).data,
    bindings: async (id: string): Promise<Fields[]> => (await get(`/v1/runs/${id}/bindings`)).data,
    attempts: async (id: string, step: string): Promise<Json[]> =>
      (await get(`/v1/runs/${id}/steps/${step}/attempts`)).data,
    /** All messages that an attempt's model was sent, as one text. */
    async prompt(id: string, step: string, n = 1): Promise<string> {
      const { renderedPrompt } = await get(`/v1/runs/${id}/steps/${step}/attempts/${n}`);
      return renderedPrompt.map(({ content }: { content: string }) => content).join('\n');
    },
    /** What the verification found that decided last. */
    async evidence(id: string): Promise<Json> {
      const { baseCase } = await get(`/v1/runs/${id}/state`);
      return get(`/v1/artifacts/${baseCase.artifactId}/content`);
    },
    log: (id: string) => parts().engine.log(id),
  };
}
