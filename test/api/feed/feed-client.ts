/** Somebody who follows the feed as a browser does: over TCP, and back with the last id. */
export interface Follower {
  /** The newest row of each run and question that it was told. */
  readonly rows: ReadonlyMap<string, { readonly revision?: number; readonly status: string }>;
  /** The names of all events that came, in order. */
  readonly events: readonly string[];
  readonly lastId: () => string;
  /** Connects, with the last id where there is one; resolves once the answer has begun. */
  connect(url: string): Promise<void>;
  /** Breaks the connection off, wherever it is. */
  cut(): void;
}

export function aFollower(from = ''): Follower {
  const rows = new Map<string, { readonly revision?: number; readonly status: string }>();
  const events: string[] = [];
  let id = from;
  let connection = new AbortController();

  function take(frame: string): void {
    const fields = new Map(frame.split('\n').map((line) => [line.split(': ')[0], line.slice(line.indexOf(': ') + 2)]));
    id = fields.get('id') ?? id;
    const [event, data] = [fields.get('event'), fields.get('data')];
    if (event === undefined || data === undefined) return;
    events.push(event);
    const row = JSON.parse(data);
    if (event !== 'reset') rows.set(row.id, row);
  }

  async function read(body: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<void> {
    let pending = '';
    for await (const part of body.pipeThrough(new TextDecoderStream())) {
      const frames = `${pending}${part}`.split('\n\n');
      pending = frames.pop() ?? '';
      frames.forEach(take);
    }
  }

  return {
    rows,
    events,
    lastId: () => id,
    async connect(url) {
      connection = new AbortController();
      const headers = { accept: 'text/event-stream', ...(id !== '' && { 'last-event-id': id }) };
      const { body, status } = await fetch(`${url}/v1/feed`, { headers, signal: connection.signal });
      if (!body || status !== 200) throw new Error(`the feed answered ${status}`);
      void read(body).catch(() => undefined);
    },
    cut: () => connection.abort(),
  };
}
