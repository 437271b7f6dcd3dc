import { follow } from './follow.ts';
import { read } from './json.ts';
import { RunNotCompleted } from './problem.ts';
import type { Transport } from './transport.ts';
import type { Schemas } from './typed.ts';

/** One event of a run's log. */
export interface RunEvent {
  /** From 1, without a gap. */
  readonly seq: number;
  readonly type: string;
  readonly time: string;
  readonly runId: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface ResultOptions {
  /** Milliseconds; left out: until the run has ended. */
  readonly timeout?: number;
  readonly signal?: AbortSignal;
}

export interface EventsOptions {
  /** The `seq` of the last event that is known already; left out: from the first. */
  readonly after?: number | string;
  readonly signal?: AbortSignal;
}

/** A run, as it is known by its id. Nothing is asked of the service before a function is called. */
export interface Run {
  readonly id: string;
  /** As it stands now. */
  view(): Promise<Schemas['Run']>;
  /**
   * What it has made, once it has completed; its `missing` names the parts that it did without. Throws `RunNotCompleted` where it ends otherwise, and when the wait ends first; a run that asks a
   * person goes on when it is answered, and is waited for.
   */
  result(options?: ResultOptions): Promise<Schemas['Result']>;
  /** Its log until it has ended. A stream that is lost is resumed after the last event; throws `ServiceAway` where that fails again and again. */
  events(options?: EventsOptions): AsyncGenerator<RunEvent, void, void>;
  artifacts(): Promise<readonly Schemas['Artifact'][]>;
  stop(body?: Schemas['StopRequestInput']): Promise<Schemas['ControlAnswer']>;
  pause(body?: { readonly reason?: string }): Promise<Schemas['ControlAnswer']>;
  resume(body?: { readonly reason?: string }): Promise<Schemas['ControlAnswer']>;
  terminate(body?: { readonly reason?: string }): Promise<Schemas['ControlAnswer']>;
  /** `revision`: of the view that it was decided by; refused with 412 where the run has moved on since. */
  redirect(
    body: Schemas['RedirectRequestInput'],
    options?: { readonly revision?: number },
  ): Promise<Schemas['ControlAnswer']>;
  /** A new run from the middle of this one. */
  fork(body: Schemas['ForkRunInput']): Promise<Run>;
}

/** The longest wait that the service takes, in its own words. */
const WAIT = '30s';
/** Milliseconds. */
const MOMENT = 500;
/** Of streams that are lost one after the other without an event. */
const MOST_LOST = 5;

export function runOf(transport: Transport, id: string): Run {
  const at = (...more: readonly string[]): string => ['/v1/runs', ...[id, ...more].map(encodeURIComponent)].join('/');
  const post = async <Document>(verb: string, body: unknown, more: object = {}): Promise<Document> =>
    (await transport.ask<Document>({ method: 'POST', path: at(verb), body, ...more })).document;
  const control =
    (verb: string) =>
    async (body: object = {}) =>
      post<Schemas['ControlAnswer']>(verb, body, { query: { wait: WAIT } });
  return {
    id,
    view: async () => (await transport.ask<Schemas['Run']>({ path: at() })).document,
    result: async (options) => resultOf(transport, id, at('result'), options),
    async *events({ after = 0, signal } = {}) {
      const isLast = ({ event }: { readonly event: string }) => event === 'run.closed';
      const options = { path: at('events'), isLast, after: String(after), signal, mostLost: MOST_LOST };
      for await (const { data } of follow(transport, options)) yield read(data);
    },
    async artifacts() {
      const all: Schemas['Artifact'][] = [];
      for (let cursor: string | undefined; ; ) {
        const { document } = await transport.ask<Page<Schemas['Artifact']>>({
          path: at('artifacts'),
          query: { limit: 200, cursor },
        });
        all.push(...document.data);
        if (document.page.nextCursor === null) return all;
        cursor = document.page.nextCursor;
      }
    },
    stop: control('stop'),
    pause: control('pause'),
    resume: control('resume'),
    terminate: control('terminate'),
    redirect: async (body, { revision } = {}) =>
      post('redirect', body, {
        query: { wait: WAIT },
        ...(revision !== undefined && { headers: { 'if-match': `"${revision}"` } }),
      }),
    fork: async (body) => runOf(transport, (await post<Schemas['Run']>('fork', body)).id),
  };
}

/** One page of a list. */
export interface Page<Row> {
  readonly data: readonly Row[];
  readonly page: { readonly nextCursor: string | null; readonly hasMore: boolean };
}

async function resultOf(
  transport: Transport,
  runId: string,
  path: string,
  { timeout, signal }: ResultOptions = {},
): Promise<Schemas['Result']> {
  const limit = timeout === undefined ? undefined : AbortSignal.timeout(timeout);
  const over = AbortSignal.any([signal, limit].filter((one) => one !== undefined));
  let status: Schemas['Result']['status'] | undefined;
  try {
    for (;;) {
      const answer = await transport.ask<Schemas['Result']>({ path, query: { wait: WAIT }, signal: over });
      const { document } = answer;
      status = document.status;
      if (status === 'completed') return document;
      if (answer.status !== 202) throw ended(runId, document);
    }
  } catch (error) {
    if (!over.aborted) throw error;
    const isAborted = signal?.aborted;
    // How it stands now; a service that does not say so at once is not waited for, nor is it asked for somebody who waits no longer.
    const now = isAborted
      ? undefined
      : await transport.ask<Schemas['Result']>({ path, signal: AbortSignal.timeout(MOMENT) }).catch(() => undefined);
    const why = isAborted ? 'the wait was aborted' : `${timeout} ms are over`;
    const message = `Run ${runId} has not completed yet, and ${why}. It goes on: ask for its result again, or stop it.`;
    throw new RunNotCompleted(
      message,
      { runId, status: now?.document.status ?? status, failure: undefined },
      { cause: over.reason },
    );
  }
}

function ended(runId: string, { status, failure }: Schemas['Result']): RunNotCompleted {
  const why = failure === undefined ? '' : `: ${failure.detail}`;
  return new RunNotCompleted(`Run ${runId} is ${status}${why}`, { runId, status, failure });
}
