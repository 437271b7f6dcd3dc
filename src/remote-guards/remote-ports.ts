import type { LeafJudge } from '../activities/guards/judged-leaves.ts';
import { whileAway } from '../activities/while-away.ts';
import { JudgeFault, UnreadableAnswer } from '../guards/judge.ts';
import type { Capability } from '../model/isolation.ts';
import type { BaseCasePort } from '../ports/base-case-port.ts';
import type { CallPort } from '../ports/call-port.ts';
import type { CommandPort } from '../ports/command-port.ts';
import { GeneratorDeferred } from '../ports/generator-deferred.ts';
import { CallOver, type GuardPort } from '../ports/guard-port.ts';
import { LogFork, StoreUnavailable } from '../ports/store/errors.ts';
import { parseStored } from '../text/exact-json.ts';
import { type Judgement, type LeafAnswer, PATH, type SignedCall, textOf } from './wire.ts';

export interface RemotePortsOptions {
  /** Where the API is, without a slash at the end. */
  readonly apiUrl: string;
  /** What the API is told of this worker with its first call. */
  readonly worker: { readonly name: string; readonly offers: readonly Capability[] };
}

export interface RemotePorts extends GuardPort {
  readonly judge: LeafJudge;
  readonly baseCases: BaseCasePort;
  readonly commands: CommandPort;
}

/** Milliseconds for what the API does by itself; a model is waited for as long as the guard may take. */
const PATIENCE = 15_000;

/** The ports of a worker that has nothing but the address of the API and the signed tokens of its calls. */
export function createRemotePorts({ apiUrl, worker }: RemotePortsOptions): RemotePorts {
  let isAnnounced = false;
  const ask = <Answer>(name: string, call: SignedCall, body: object, signal?: AbortSignal): Promise<Answer> =>
    post(`${apiUrl}${PATH}/${name}`, call, body, signal);
  /** Told again while the API, or what it stores things in, is away (R100). */
  const held = <Kept>(name: string, call: SignedCall, found: object, signal?: AbortSignal): Promise<Kept> =>
    whileAway(() => ask<Kept>(name, call, { found: JSON.stringify(found) }), signal);
  const open = async <Material>(name: string, call: SignedCall): Promise<Material> => {
    const material = await ask<Material>(name, call, isAnnounced ? {} : { worker });
    isAnnounced = true;
    return material;
  };
  const portAt = <Call extends SignedCall, Material, Found extends object, Kept>(
    opened: string,
    kept: string,
  ): CallPort<Call, Material, Found, Kept> => ({
    open: (call) => open(opened, call),
    keep: (call, found, { signal } = {}) => held(kept, call, found, signal),
    note: (call, fault) => ask('fault', call, { found: JSON.stringify(fault) }),
  });
  return {
    ...portAt('open', 'verdict'),
    baseCases: {
      ...portAt('base-case/open', 'base-case/evidence'),
      wait: (call, wait) => ask('wait', call, { found: JSON.stringify(wait) }),
      async findLeaf(call, question) {
        const { text } = await ask<LeafAnswer>('base-case/leaf', call, { question });
        return text;
      },
      async keepLeaf(call, question, text, signal) {
        const kept = await held<LeafAnswer>('base-case/leaf/answer', call, { question, text }, signal);
        return kept.text ?? text;
      },
    },
    commands: portAt('command/open', 'command/outcome'),
    wait: (call, wait) => ask('wait', call, { found: JSON.stringify(wait) }),
    outside: (call) => ask('outside', call, {}),
    async judge(call, { options, ...asked }, signal) {
      const judgement = await ask<Judgement>('judge', call, { ...asked, options: JSON.stringify(options) }, signal);
      if ('answer' in judgement) return judgement.answer;
      if ('deferred' in judgement) throw new GeneratorDeferred(judgement.deferred.message, judgement.deferred);
      if ('unreadable' in judgement)
        throw new UnreadableAnswer(judgement.unreadable.message, judgement.unreadable.usage);
      throw new JudgeFault(judgement.fault.message, judgement.fault);
    },
  };
}

/** Throws `CallOver`, `LogFork`; any other refusal, and an API that does not answer, is for Temporal to try again. */
async function post<Answer>(url: string, call: SignedCall, body: object, signal?: AbortSignal): Promise<Answer> {
  const { text, signedToken } = textOf(call);
  if (signedToken === undefined) throw new Error(NOT_SIGNED);
  const silent = (cause: unknown): never => {
    signal?.throwIfAborted();
    throw new StoreUnavailable(`the API does not answer at ${url}`, { cause });
  };
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${signedToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ call: text, ...body }),
    signal: signal ?? AbortSignal.timeout(PATIENCE),
  }).catch(silent);
  const said = await response.text().catch(silent);
  if (response.ok) return parseStored(said);
  throw refusalOf(url, response.status, said);
}

const NOT_SIGNED =
  'the call carries no signed token, so the API cannot be asked for its material: a worker from before there were any has scheduled it. ' +
  'A plain `dsap worker` can take it; so can this one, after the run was stopped and resumed';

const OTHER_KEY =
  "the API did not make the call's signed token: it and the worker that runs the workflows must be on the same database";

function refusalOf(url: string, status: number, text: string): Error {
  const { code, detail } = problemIn(text);
  if (code === 'call_over') return new CallOver(detail);
  if (code === 'log_forked') return new LogFork(detail);
  const message = `${url} answered ${status} ${code}: ${status === 401 ? OTHER_KEY : detail}`;
  // What is away or has too much to do comes back; to a worker without the database, the API is the store.
  return status >= 500 || status === 429 ? new StoreUnavailable(message) : new Error(message);
}

/** What stands between us and the API may answer too, in words of its own. */
function problemIn(text: string): { readonly code: string; readonly detail: string } {
  try {
    const { code, detail } = JSON.parse(text);
    return { code: String(code), detail: String(detail) };
  } catch {
    return { code: '', detail: text.slice(0, 200) };
  }
}
