import { setTimeout as wait } from 'node:timers/promises';

/** Calls of the service's own API. */
export interface Rest {
  /** Publishes a definition under its own name. */
  publish(definition: Readonly<Record<string, unknown>>): Promise<void>;
  /** Starts a run of the newest version; answers its id. */
  start(workflow: string, input?: unknown): Promise<string>;
  /** Asks a run for something, such as `stop`. */
  ask(runId: string, verb: string, body: object): Promise<void>;
  /** Ids of open questions, at most 200. */
  questions(): Promise<readonly string[]>;
  decide(questionId: string, decision: object): Promise<void>;
  /** The first open question of a run; waits for it. */
  questionOf(runId: string): Promise<string>;
  /** Waits until the run is completed, as somebody does who wants its result; throws when it parks or ends otherwise. */
  completed(runId: string): Promise<void>;
  /** Where it answers. */
  readonly url: string;
  /** Reads an answer to its end and forgets it. */
  read(path: string, headers?: Readonly<Record<string, string>>): Promise<Read>;
}

/** What a request took, in milliseconds. */
interface Read {
  readonly firstByte: number;
  readonly all: number;
  readonly bytes: number;
  readonly text: string;
  readonly etag: string | null;
}

export function createRest(apiUrl: string): Rest {
  const ask = async (path: string, body?: unknown): Promise<Readonly<Record<string, unknown>>> => {
    const response = await fetch(`${apiUrl}${path}`, {
      ...(body !== undefined && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });
    const answer: unknown = await response.json();
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${JSON.stringify(answer)}`);
    return { ...Object(answer) };
  };
  return {
    publish: async (definition) => void (await ask('/v1/workflows', definition)),
    start: async (name, input) => String((await ask('/v1/runs', { workflow: { name }, input }))['id']),
    ask: async (runId, verb, body) => void (await ask(`/v1/runs/${runId}/${verb}`, body)),
    async questions() {
      const { data } = await ask('/v1/escalations?status=open&limit=200');
      return (Array.isArray(data) ? data : []).map((item: unknown) => String(Object(item)['id']));
    },
    async questionOf(runId) {
      for (;;) {
        const { data } = await ask(`/v1/escalations?status=open&runId=${runId}`);
        const [question] = Array.isArray(data) ? data : [];
        if (question !== undefined) return String(Object(question)['id']);
        await wait(50);
      }
    },
    decide: async (id, decision) => void (await ask(`/v1/escalations/${id}/decision`, decision)),
    async completed(runId) {
      for (;;) {
        const { status } = await ask(`/v1/runs/${runId}/result?wait=60s`);
        if (status === 'completed') return;
        if (status !== 'running') throw new Error(`${runId} is ${String(status)} and not completed.`);
      }
    },
    url: apiUrl,
    read: (path, headers = {}) => readAll(`${apiUrl}${path}`, headers),
  };
}

async function readAll(url: string, headers: Readonly<Record<string, string>>): Promise<Read> {
  const began = performance.now();
  const response = await fetch(url, { headers });
  const chunks: Uint8Array[] = [];
  let firstByte = 0;
  for await (const chunk of response.body ?? []) {
    firstByte ||= performance.now() - began;
    chunks.push(chunk);
  }
  const all = performance.now() - began;
  const content = Buffer.concat(chunks);
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${content.toString('utf8').slice(0, 500)}`);
  const etag = response.headers.get('etag');
  return { firstByte, all, bytes: content.length, text: content.toString('utf8'), etag };
}
