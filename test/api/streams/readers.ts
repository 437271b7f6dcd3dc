import { aDocument, type TestApp } from '../test-app.ts';

/** A run in which nothing happens of itself. */
export async function aRunOf(api: TestApp): Promise<string> {
  api.runs.script({});
  return (await api.post('/v1/runs', { workflow: { definition: aDocument() } })).json().id;
}

/** Where it really listens. */
export async function addressOf({ app }: TestApp): Promise<string> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
  const at = app.server.address();
  if (at === null || typeof at === 'string') throw new Error('no port');
  return `http://127.0.0.1:${at.port}`;
}

/** Streams of runs, so many of each, and the ids that they were sent so far. */
export async function streamsOf(api: TestApp, ids: readonly string[], of: number) {
  const leaving = new AbortController();
  const base = await addressOf(api);
  const headers = { accept: 'text/event-stream' };
  const open = async (id: string) => {
    const got: number[] = [];
    const { body } = await fetch(`${base}/v1/runs/${id}/events`, { headers, signal: leaving.signal });
    const read = async () => {
      const text = body?.pipeThrough(new TextDecoderStream()) ?? new ReadableStream<string>();
      for await (const chunk of text) got.push(...[...chunk.matchAll(/^id: (\d+)$/gm)].map(([, seq]) => Number(seq)));
    };
    read().catch(() => undefined);
    return got;
  };
  const got = await Promise.all(ids.flatMap((id) => Array.from({ length: of }, () => open(id))));
  return { got, leave: () => leaving.abort() };
}
