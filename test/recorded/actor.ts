import type { FastifyInstance } from 'fastify';
import { stateQuery } from '../../src/workflows/messages.ts';
import { until } from '../support/until.ts';
import { type Answer, bodyOf, type Headers, type Json, kept } from './answer.ts';
import type { HeldAnswer } from './held-answers.ts';
import { lookAt, lookBack } from './look.ts';
import type { Stage } from './stage.ts';
import type { Transcript } from './transcript.ts';
import type { Asked } from './write-gate.ts';

/** A client of the API in a scenario. All that it asks is recorded with the answer, but where it says otherwise. */
export interface Actor {
  get(url: string, headers?: Headers): Promise<Answer>;
  /** A write. */
  send(method: 'POST' | 'PUT' | 'PATCH', url: string, sent?: object, headers?: Headers): Promise<Answer>;
  /** Starts what must be startable; answers the run's id. */
  start(definition: object, more?: object, headers?: Headers): Promise<string>;
  /**
   * Answers the open question of this kind, of which there must be one; waits until it is settled. What the gate holds back is waited for in
   * vain, so there `wait` is short.
   */
  decide(id: string, kind: string, decision: object, wait?: '30s' | '1s'): Promise<Answer>;
  redirect(id: string, change: object, headers?: Headers): Promise<Answer>;
  /** Holds the model's answer to the step's generation number `n`, 1 when left out. */
  hold(step: string, n?: number): HeldAnswer;
  /** Not recorded: waits until the run is as asked and all that it has decided is stored. */
  until(id: string, isSo: (run: Json) => boolean): Promise<Json>;
  /** Records what the API tells of the run as it stands, which has to be at rest. */
  look(words: string, id: string): Promise<void>;
  /** The same once the run has ended, with all that can be asked about what it made. */
  lookBack(words: string, id: string): Promise<void>;
  /** Records what was found elsewhere than in the API. */
  note(title: string, found: unknown): void;
  /** Not recorded: the open question of this kind. */
  question(id: string, kind: string): Promise<Json>;
}

const ENDED: ReadonlySet<string> = new Set(['completed', 'failed', 'stopped', 'terminated', 'cancelled']);

/** Whether a run, as the API shows it, has ended. */
export function isOver(run: Json): boolean {
  return ENDED.has(run.status);
}

/** Whether it waits for a person and does nothing else. */
export function isParked(run: Json): boolean {
  return run.status === 'escalated' || run.status === 'budget_exceeded';
}

export function createActor(stage: Stage, api: FastifyInstance, transcript: Transcript): Actor {
  const ask = async (method: Method, url: string, sent?: object, headers: Headers = {}): Promise<Answer> => {
    const answer = await api.inject({ method, url, headers, ...(sent && { payload: sent }) });
    return { status: answer.statusCode, headers: kept(answer.headers), body: bodyOf(answer) };
  };
  const read = async (url: string): Promise<Json> => (await ask('GET', url)).body;
  const get = async (url: string, headers: Headers = {}): Promise<Answer> => {
    const answer = await ask('GET', url, undefined, headers);
    transcript.add(`GET ${url}`, { ...(Object.keys(headers).length > 0 && { sent: { headers } }), ...answer });
    return answer;
  };
  const send: Actor['send'] = async (method, url, sent, headers = {}) => {
    const answer = await stage.gate.during(askedBy(url, sent), () => ask(method, url, sent, headers));
    transcript.add(`${method} ${url}`, {
      sent: { ...(Object.keys(headers).length > 0 && { headers }), body: sent },
      ...answer,
    });
    return answer;
  };
  const atRest = (id: string, isSo: (run: Json) => boolean): Promise<Json> =>
    until(
      `run ${id} as asked`,
      async () => {
        const run = await read(`/v1/runs/${id}`);
        if (!isSo(run)) return undefined;
        const { seq } = await stage.engine.client.workflow.getHandle(id).query(stateQuery);
        return seq === run.revision ? run : undefined;
      },
      120_000,
    );
  const question = async (id: string, kind: string): Promise<Json> => {
    const { data } = await read(`/v1/escalations?runId=${id}&status=open`);
    const [found, ...others] = data.filter((open: Json) => open.kind === kind);
    if (!found || others.length > 0)
      throw new Error(`one open question of kind ${kind} was meant: ${JSON.stringify(data)}`);
    return found;
  };
  /** Until the run has heard that what it decided is stored: what it decides next is then stored together. */
  const quiet = (id: string): Promise<true> =>
    until(`run ${id} to know that all is stored`, async () => {
      const { raw } = await stage.engine.client.workflow.getHandle(id).describe();
      const isStoring = raw.pendingActivities?.some(({ activityType }) => activityType?.name === 'flush');
      return isStoring || raw.pendingWorkflowTask ? undefined : true;
    });
  const seen = new Map<string, number>();
  return {
    get,
    send,
    async start(definition, more = {}, headers = {}) {
      const { status, body } = await send('POST', '/v1/runs', { workflow: { definition }, ...more }, headers);
      if (status !== 201) throw new Error(JSON.stringify(body));
      return body.id;
    },
    async decide(id, kind, decision, wait = '30s') {
      const { id: asked } = await question(id, kind);
      await quiet(id);
      return send('POST', `/v1/escalations/${asked}/decision?wait=${wait}`, decision);
    },
    redirect: (id, change, headers = {}) => send('POST', `/v1/runs/${id}/redirect?wait=30s`, change, headers),
    hold: (step, n) => stage.answers.hold(step, n),
    until: atRest,
    question,
    note: (title, found) => transcript.add(title, { body: found }),
    look: (words, id) => lookAt({ words, id, get, read, transcript, seen }),
    lookBack: (words, id) => lookBack({ words, id, get, read, transcript, seen }),
  };
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH';

function askedBy(url: string, sent: object | undefined): Asked {
  if (url === '/v1/runs' || url.endsWith('/fork')) return 'start';
  if (!url.includes('/decision')) return 'other';
  return sent && 'action' in sent && sent.action === 'amend' ? 'amendment' : 'decision';
}
