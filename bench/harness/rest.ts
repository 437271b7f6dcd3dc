/** Calls of the service's own API. */
export interface Rest {
  /** Publishes a definition under its own name. */
  publish(definition: Readonly<Record<string, unknown>>): Promise<void>;
  /** Starts a run of the newest version; answers its id. */
  start(workflow: string, input?: unknown): Promise<string>;
  /** Asks a run for something, such as `stop`. */
  ask(runId: string, verb: string, body: object): Promise<void>;
  /** Waits for the run's end, at most a minute; answers its status. */
  statusAtEnd(runId: string): Promise<string>;
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
    statusAtEnd: async (runId) => String((await ask(`/v1/runs/${runId}/result?wait=60s`))['status']),
  };
}
