import { aDocument, type TestApp, useApp } from '../test-app.ts';

export const no = { text: 'no', verdict: 'fatal' } as const;
export const yes = { text: 'yes', verdict: 'pass' } as const;

export interface Escalated {
  readonly id: string;
  readonly eid: string;
  readonly digest: string;
}

export const PIPELINE = {
  steps: ['plan', 'draft'].map((id, index) => ({
    id,
    ...(index > 0 && { requires: ['plan'] }),
    generator: { kind: 'llm', prompt: `Write a ${id}.` },
    guard: { use: 'not-empty' },
  })),
};

type Script = Parameters<TestApp['runs']['script']>[0];

/** The API, and runs that ask a person: begun, decided on, looked at. To be called once by a file of tests. */
export function useDecisions() {
  const api = useApp();
  const read = async (url: string) => (await api.get(url)).json();
  const run = (id: string) => read(`/v1/runs/${id}`);
  const escalation = (eid: string) => read(`/v1/escalations/${eid}`);
  const eventsOf = async (id: string) => (await read(`/v1/runs/${id}/events?limit=200`)).data;
  const dataOf = async (id: string, type: string) =>
    (await eventsOf(id)).findLast((event: { type: string }) => event.type === type)?.data;

  async function started(script: Script, change: Record<string, unknown> = {}): Promise<string> {
    api.runs.script(script);
    return (await api.post('/v1/runs', { workflow: { definition: aDocument(change) } })).json().id;
  }

  /** A run that asks about `draft`, or about its budget. */
  async function escalated(script: Script = { draft: [no] }, change: Record<string, unknown> = {}): Promise<Escalated> {
    const id = await started(script, change);
    const [eid] = (await run(id)).openEscalations;
    return { id, eid, digest: (await escalation(eid)).artifactDigest };
  }

  return {
    api,
    started,
    escalated,
    overBudget: () => escalated({ plan: [yes] }, { ...PIPELINE, budgets: { maxAttempts: 1 } }),
    decide: (eid: string, body: object, query = '') => api.post(`/v1/escalations/${eid}/decision${query}`, body),
    run,
    escalation,
    eventsOf,
    dataOf,
  };
}
