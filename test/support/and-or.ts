import type { FastifyInstance } from 'fastify';

/** Everything that the start gate asks for; complete when the guard passes `on`. */
export function objective(on: string, more: object = {}): object {
  return {
    goal: 'Users can sign in.',
    backgroundIntent: 'Accounts are wanted.',
    deliverables: ['a sign-in'],
    definitionOfDone: 'Somebody has signed in.',
    baseCase: { guard: { use: 'not-empty' }, on },
    ...more,
  };
}

/** A step whose answers and verdicts are scripted. */
export function atom(id: string, more: Readonly<Record<string, unknown>> = {}): object {
  return { id, generator: { kind: 'llm', prompt: `Make ${id}.` }, guard: { use: 'not-empty' }, ...more };
}

export function failing(times: number): object {
  const retry = { verdict: 'retry', feedback: 'AssertionError: not yet' };
  return { use: 'scripted', with: { verdicts: [...Array.from({ length: times }, () => retry), { verdict: 'pass' }] } };
}

/** A definition of topology and-or over scripted models. */
export function searching(
  steps: readonly object[],
  facts: Readonly<Record<string, unknown>>,
  outputs: Readonly<Record<string, readonly unknown[]>> = {},
): object {
  const made = Object.fromEntries(
    steps.map((step) => {
      const { id } = { id: '', ...step };
      return [id, outputs[id] ?? [`what ${id} made`]];
    }),
  );
  return {
    name: 'search',
    topology: 'and-or',
    model: { name: 'sim:script', extra: { sim: { outputs: { ...made, ...outputs } } } },
    steps,
    ...facts,
  };
}

/** What a run shows through the API. */
export function viewer(app: FastifyInstance) {
  const get = async (url: string) => (await app.inject({ url })).json();
  return {
    run: (id: string) => get(`/v1/runs/${id}`),
    state: (id: string) => get(`/v1/runs/${id}/state`),
    trail: async (id: string): Promise<Record<string, unknown>[]> =>
      (await get(`/v1/runs/${id}/trail?limit=200`)).data.toReversed(),
    trace: async (id: string): Promise<Record<string, unknown>[]> => (await get(`/v1/runs/${id}/trace?limit=200`)).data,
    bindings: async (id: string): Promise<Record<string, unknown>[]> => (await get(`/v1/runs/${id}/bindings`)).data,
    result: (id: string) => get(`/v1/runs/${id}/result?wait=30s`),
    get,
  };
}
