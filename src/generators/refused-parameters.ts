import type { Fault } from './provider-fault.ts';
import { LIMIT_FIELDS, type WireRequest } from './wire-request.ts';

/** What each model has turned out to refuse, for as long as the process lives. */
export interface RefusedParameters {
  /** The request without what its model refuses. */
  without(body: WireRequest): WireRequest;
  /** The parameter that the fault refuses, which the next request will not carry; undefined where there is none. */
  learn(body: WireRequest, fault: Fault): string | undefined;
  /** By model. */
  all(): ReadonlyMap<string, ReadonlySet<string>>;
  /** What was learned was not the reason. */
  forget(model: string, name: string): void;
}

/** Parameters that an answer can do without; reasoning models refuse some of them (llm 1.3). */
const OPTIONAL = ['temperature', 'top_p', 'seed', 'stop', 'response_format', 'stream_options'] as const;

export function createRefusedParameters(): RefusedParameters {
  const refused = new Map<string, Set<string>>();
  return {
    without: (body) => withoutRefused(body, refused.get(body.model) ?? new Set()),
    learn(body, fault) {
      const name = refusedName(body, fault);
      if (name !== undefined) refused.set(body.model, new Set([...(refused.get(body.model) ?? []), name]));
      return name;
    },
    all: () => refused,
    forget: (model, name) => void refused.get(model)?.delete(name),
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

/**
 * A 400 or 422 that names an optional parameter of the request is about it, whatever the sentence (llm 1.3). Only of the limit, which an
 * author may have written, and of what definitions pass through, other words are asked for: their names stand in many sentences.
 */
function refusedName(body: WireRequest, fault: Fault): string | undefined {
  if (fault.status !== 400 && fault.status !== 422) return undefined;
  const isSaid = REFUSAL.test(`${fault.code ?? ''} ${fault.message}`);
  const optional = [...(isSaid ? LIMIT_FIELDS : []), ...OPTIONAL];
  const sent = optional.filter((name) => name in body);
  const others = Object.keys(body).filter((name) => !NEEDED.has(name) && !sent.some((one) => one === name));
  const found =
    [...sent, ...others].find((name) => fault.parameter === name) ??
    firstNamed(sent, fault.message, String.raw`\b`) ??
    (isSaid ? firstNamed(others, fault.message, QUOTE) : undefined);
  return found ?? ('response_format' in body && GRAMMAR.test(fault.message) ? 'response_format' : undefined);
}

/** What a request is nothing without; a limit in \`others\` was not refused as such. */
const NEEDED: ReadonlySet<string> = new Set(['model', 'messages', 'stream', 'tools', 'metadata', ...LIMIT_FIELDS]);
const QUOTE = '[\'"`]';

/** A refusal often recommends something else after the parameter that it is about. */
function firstNamed(names: readonly string[], message: string, border: string): string | undefined {
  const named = names.map((name) => ({
    name,
    index: message.search(new RegExp(`${border}${escaped(name)}${border}`)),
  }));
  return named.filter(({ index }) => index >= 0).toSorted((a, b) => a.index - b.index)[0]?.name;
}

function escaped(name: string): string {
  return name.replace(/[^\w]/g, String.raw`\$&`);
}

const REFUSAL =
  /unsupported|not supported|does ?n.t support|does not support|unknown|unrecognized|unexpected|not permitted|not allowed|deprecated|extra inputs|extra_forbidden|cannot find field/i;

/** llama.cpp and vLLM compile the output schema into a grammar. */
const GRAMMAR =
  /(?:failed|unable|error|invalid).{0,40}\b(?:grammar|json schema|guided)\b|\bgrammar\b.{0,40}(?:failed|invalid|error)/i;
