/** A running service, as the demonstrations speak to it: REST and server-sent events only. */

import { z } from 'zod';
import { printed, printedTexts } from '../src/text/visible.ts';

const Published = z.object({ name: z.string(), version: z.number(), bound: z.object({ generations: z.number() }) });
const Usage = z.object({
  inputTokens: z.number(),
  outputTokens: z.number(),
  costUsd: z.number().nullable(),
  llmCalls: z.number(),
});
export const RunView = z.object({
  id: z.string(),
  status: z.string(),
  attempts: z.object({ used: z.number() }),
  waiting: z
    .object({ endpoint: z.string().optional(), cap: z.string().optional(), since: z.string(), until: z.string() })
    .optional(),
  usage: Usage,
  failure: z.object({ code: z.string(), detail: z.string() }).nullish(),
  createdAt: z.string(),
  endedAt: z.string().nullish(),
  links: z.object({ self: z.string(), graph: z.string(), temporalUi: z.string().nullish() }).partial().nullish(),
});
export type RunView = z.infer<typeof RunView>;

const Result = z.object({ artifacts: z.record(z.string(), z.object({ content: z.unknown() })) });
const Attempt = z.object({
  verdict: z.object({ feedback: z.string().nullish(), guard: z.string().nullish() }).nullish(),
});
const EscalationView = z.object({
  id: z.string(),
  kind: z.string(),
  step: z.string().nullish(),
  question: z.string(),
  feedback: z.string().nullish(),
  artifactId: z.string().nullish(),
  artifactDigest: z.string().nullish(),
  allowedActions: z.array(z.string()),
  links: z.object({ console: z.string().optional() }).optional(),
});
export type EscalationView = z.infer<typeof EscalationView>;

const RunEvent = z.object({ seq: z.number(), type: z.string(), data: z.record(z.string(), z.unknown()) });
export type RunEvent = z.infer<typeof RunEvent>;

const Aligned = z.object({ missing: z.array(z.string()) });
const TrailEntry = z.object({ type: z.string(), selected: z.string().nullish(), reason: z.string() });
export type TrailEntry = z.infer<typeof TrailEntry>;

interface StartRequest {
  readonly workflow: { readonly name: string; readonly version: number };
  readonly input: unknown;
  /** What the run is for; of topology and-or, where the definition does not say it. */
  readonly objective?: unknown;
  readonly tags: readonly string[];
}

export interface Service {
  publish(definition: unknown): Promise<z.infer<typeof Published>>;
  start(request: StartRequest): Promise<RunView>;
  run(id: string): Promise<RunView>;
  /** Says what a run that waits for it is for. Answers what has still to be agreed on. */
  align(id: string, objective: unknown): Promise<readonly string[]>;
  /** Passes the start gate of a run that waits to be aligned. */
  begin(id: string): Promise<void>;
  /** Corrects a run under way; answers once it has taken effect. */
  redirect(id: string, change: object): Promise<void>;
  /** What was chosen and corrected, oldest first. */
  trail(id: string): Promise<readonly TrailEntry[]>;
  /** The contents of the goal steps. */
  contents(id: string): Promise<Readonly<Record<string, unknown>>>;
  /** Why attempt number `n` of a step was rejected. */
  feedback(id: string, step: string, n: number): Promise<string>;
  escalation(id: string): Promise<EscalationView>;
  artifact(id: string): Promise<string>;
  abort(escalation: EscalationView, reason: string): Promise<void>;
  approve(escalation: EscalationView, comment: string): Promise<void>;
  /** The run's events from the first to `run.closed`; a broken stream is taken up where it broke. */
  events(id: string): AsyncIterable<RunEvent>;
}

/** The service refused, in the words of its problem document. */
export class ServiceRefused extends Error {
  override readonly name = 'ServiceRefused';
  /** The problem document as it came. */
  readonly body: string;
  constructor(request: string, status: number, body: string) {
    super(`${request} answered ${status}: ${printed(body)}`);
    this.body = body;
  }
}

export function createService(apiUrl: string, apiKey?: string): Service {
  const base = apiUrl.replace(/\/$/, '');
  const authorization: Record<string, string> = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
  const get = (path: string) => ask(`${base}${path}`, { headers: authorization });
  const send = (method: string, path: string, body: unknown) =>
    ask(`${base}${path}`, {
      method,
      headers: { ...authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const post = (path: string, body: unknown) => send('POST', path, body);
  const decide = async ({ id, artifactDigest }: EscalationView, answer: object) => {
    const digest = artifactDigest ? { artifactDigest } : {};
    await post(`/v1/escalations/${id}/decision`, { ...answer, ...digest });
  };
  return {
    publish: async (definition) => Published.parse(await json(post('/v1/workflows', definition))),
    start: async (request) => RunView.parse(await json(post('/v1/runs', request))),
    run: async (id) => RunView.parse(await json(get(`/v1/runs/${id}`))),
    align: async (id, objective) => {
      const answer = await json(send('PUT', `/v1/runs/${id}/alignment`, { objective }));
      return Aligned.parse(answer).missing;
    },
    begin: async (id) => {
      await post(`/v1/runs/${id}/start`, {});
    },
    redirect: async (id, change) => {
      await post(`/v1/runs/${id}/redirect?wait=10s`, change);
    },
    trail: async (id) => {
      const { data } = z.object({ data: z.array(TrailEntry) }).parse(await json(get(`/v1/runs/${id}/trail?limit=200`)));
      return data.toReversed();
    },
    contents: async (id) => {
      const { artifacts } = Result.parse(await (await get(`/v1/runs/${id}/result?wait=10s`)).json());
      return Object.fromEntries(Object.entries(artifacts).map(([step, { content }]) => [step, content]));
    },
    feedback: async (id, step, n) => {
      const { verdict } = Attempt.parse(await json(get(`/v1/runs/${id}/steps/${step}/attempts/${n}`)));
      return verdict?.feedback ?? '';
    },
    escalation: async (id) => EscalationView.parse(await json(get(`/v1/escalations/${id}`))),
    artifact: async (id) => (await get(`/v1/artifacts/${id}/content`)).text(),
    abort: (escalation, reason) => decide(escalation, { action: 'abort', reason }),
    approve: (escalation, comment) =>
      decide(escalation, { action: 'approve', artifactDigest: escalation.artifactDigest ?? undefined, comment }),
    events: (id) => eventsOf(`${base}/v1/runs/${id}/events`, authorization),
  };
}

async function ask(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  if (response.ok) return response;
  const path = new URL(url).pathname;
  throw new ServiceRefused(`${init.method ?? 'GET'} ${path}`, response.status, await response.text());
}

/** As it is printed: what is written to files comes from `contents` and `artifact`. */
async function json(response: Promise<Response>): Promise<unknown> {
  return JSON.parse(await (await response).text(), printedTexts);
}

const MAX_BREAKS = 5;

async function* eventsOf(url: string, headers: Record<string, string>): AsyncGenerator<RunEvent> {
  let seen = 0;
  for (let breaks = 0; breaks < MAX_BREAKS; breaks += 1) {
    try {
      for await (const event of stream(`${url}?after=${seen}`, headers)) {
        seen = event.seq;
        yield event;
        if (event.type === 'run.closed') return;
      }
    } catch (error) {
      if (error instanceof ServiceRefused || breaks === MAX_BREAKS - 1) throw error;
    }
  }
  throw new Error(`The events of ${url} ended ${MAX_BREAKS} times before the run had closed. Is the service still up?`);
}

async function* stream(url: string, headers: Record<string, string>): AsyncGenerator<RunEvent> {
  const response = await ask(url, { headers: { ...headers, accept: 'text/event-stream' } });
  let pending = '';
  for await (const part of (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    const frames = `${pending}${part}`.split('\n\n');
    pending = frames.pop() ?? '';
    yield* frames.flatMap(eventIn);
  }
}

/** A comment, such as a heartbeat, holds no event. */
function eventIn(frame: string): readonly RunEvent[] {
  const lines = frame.split('\n').filter((line) => line.startsWith('data:'));
  const data = lines.map((line) => line.slice('data:'.length)).join('\n');
  return data === '' ? [] : [RunEvent.parse(JSON.parse(data, printedTexts))];
}
