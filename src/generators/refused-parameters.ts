import type { Fault } from './provider-fault.ts';
import { LIMIT_FIELDS, type WireRequest } from './wire-request.ts';

/** What each model has turned out to refuse, for as long as the process lives. */
export interface RefusedParameters {
  /** The request without what its model refuses. */
  without(body: WireRequest): WireRequest;
  /** Whether the fault is a parameter that the next request will not carry; it is remembered. */
  learn(body: WireRequest, fault: Fault): boolean;
}

/** Parameters that an answer can do without; reasoning models refuse some of them (llm 1.3). */
const OPTIONAL = ['temperature', 'top_p', 'seed', 'stop', 'response_format', 'stream_options'] as const;

export function createRefusedParameters(): RefusedParameters {
  const refused = new Map<unknown, Set<string>>();
  return {
    without: (body) => withoutRefused(body, refused.get(body.model) ?? new Set()),
    learn(body, fault) {
      const name = refusedName(body, fault);
      if (name === undefined) return false;
      refused.set(body.model, new Set([...(refused.get(body.model) ?? []), name]));
      return true;
    },
  };
}

function withoutRefused(body: WireRequest, refused: ReadonlySet<string>): WireRequest {
  // The other name of the limit is tried before it is given up.
  const limit = LIMIT_FIELDS.map((name) => body[name]).find((value) => value !== undefined);
  const limitName = LIMIT_FIELDS.find((name) => !refused.has(name));
  const moved = LIMIT_FIELDS.some((name) => refused.has(name) && name in body) && limitName !== undefined;
  const kept = Object.fromEntries(Object.entries(body).filter(([name]) => !refused.has(name)));
  const { model, messages, stream } = body;
  return { ...kept, ...(moved ? { [limitName]: limit } : {}), model, messages, stream };
}

function refusedName(body: WireRequest, fault: Fault): string | undefined {
  if (fault.status !== 400 && fault.status !== 422) return undefined;
  if (!REFUSAL.test(`${fault.code ?? ''} ${fault.message}`)) return undefined;
  const sent = [...LIMIT_FIELDS, ...OPTIONAL].filter((name) => name in body);
  return sent.find((name) => fault.parameter === name) ?? firstNamed(sent, fault.message);
}

/** A refusal often recommends something else after the parameter that it is about. */
function firstNamed(names: readonly string[], message: string): string | undefined {
  const named = names.map((name) => ({ name, index: message.search(new RegExp(`\\b${name}\\b`)) }));
  return named.filter(({ index }) => index >= 0).toSorted((a, b) => a.index - b.index)[0]?.name;
}

const REFUSAL =
  /unsupported_(parameter|value)|unsupported (parameter|value)|not supported|does ?n.t support|does not support|unknown (parameter|field)|unrecognized|extra inputs|extra_forbidden|invalid schema for response_format/i;
