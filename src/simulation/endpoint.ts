import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { answerOf } from './answer.ts';
import type { Cards } from './cards.ts';
import { completionOf, streamChunksOf } from './completion.ts';
import { defaultReply } from './default.ts';
import { createOutages } from './outages.ts';
import type { Reply } from './reply.ts';
import { parseSimRequest, type SimRequest } from './request.ts';
import { scriptedReply } from './script.ts';
import { type Answer, dropStream, sendAfter, sendStream, stallStream } from './wire.ts';

export interface SimEndpointOptions {
  readonly cards: Cards;
  /** Serve `GET /v1/models` too. Off where the service has such a route of its own. */
  readonly listModels?: boolean;
}

/** Prompts carry whole files. */
const BODY_LIMIT = 16 * 1024 * 1024;

/**
 * The simulated models as an OpenAI-compatible endpoint (running 4). It counts the calls of cards that have outages; beside these, what it
 * answers follows from the request alone. Errors have OpenAI's shape, inside this plugin only.
 */
export const simEndpoint: FastifyPluginAsync<SimEndpointOptions> = async (app, { cards, listModels = true }) => {
  app.setErrorHandler((error: Failed, _request, reply) =>
    sendError(reply, statusOf(error), { code: 'invalid_request_error', message: error.message }),
  );
  closeWithServer(app);
  if (listModels) listModelsOn(app, cards);
  const outageOf = createOutages();
  app.post('/v1/chat/completions', { bodyLimit: BODY_LIMIT, schema: { hide: true } }, async (request, reply) =>
    complete({ cards, outageOf, request, reply }),
  );
};

/** From Fastify, or from the service that this is part of. */
interface Failed {
  readonly statusCode?: number;
  readonly status?: number;
  readonly message: string;
}

/** OpenAI knows no 422. */
function statusOf({ status = 500, statusCode = status }: Failed): number {
  return statusCode === 422 ? 400 : statusCode;
}

/** A stalled answer would keep the server from closing. */
function closeWithServer(app: FastifyInstance): void {
  const open = new Set<ServerResponse>();
  app.addHook('onRequest', async (_request, { raw }) => {
    open.add(raw);
    raw.once('close', () => open.delete(raw));
  });
  app.addHook('preClose', async () => {
    for (const response of open) response.destroy();
  });
}

/** The names under which the cards and the two built-in models are asked for. */
function simModelNames(cards: Cards): readonly string[] {
  return ['default', 'script', ...cards.keys()].map((name) => `sim:${name}`);
}

function listModelsOn(app: FastifyInstance, cards: Cards): void {
  const data = simModelNames(cards).map((id) => ({ id, object: 'model', created: 0, owned_by: 'dsap' }));
  app.get('/v1/models', { schema: { hide: true } }, () => ({ object: 'list', data }));
}

interface Exchange {
  readonly cards: Cards;
  readonly outageOf: ReturnType<typeof createOutages>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

async function complete({ cards, outageOf, request, reply }: Exchange): Promise<FastifyReply> {
  const parsed = parseSimRequest(request.body);
  if ('problem' in parsed) return sendError(reply, 400, { code: 'invalid_request_error', message: parsed.problem });
  const asked = parsed.request;
  const card = cards.get(asked.card);
  const answer = (card && outageOf(card)) ?? replyOf(cards, asked);
  if (answer === undefined) return sendError(reply, 404, unknownModel(asked, cards));
  if ('problem' in answer) return sendError(reply, 400, { code: 'invalid_request_error', message: answer.problem });
  return send(reply, asked, answer);
}

/** What the model that is asked for says while its provider is there; undefined if there is no such model. */
export function replyOf(cards: Cards, request: SimRequest): Reply | { readonly problem: string } | undefined {
  if (request.card === 'default') return defaultReply(request);
  if (request.card === 'script') return scriptedReply(request) ?? defaultReply(request);
  const card = cards.get(request.card);
  return card && answerOf(card, request);
}

async function send(reply: FastifyReply, request: SimRequest, answer: Reply): Promise<FastifyReply> {
  if (answer.kind === 'answer') return sendAnswer(reply, request, answer);
  if (answer.kind === 'drop') return dropStream(reply, request.stream && !answer.beforeAnswer);
  if (answer.kind === 'stall') return stallStream(reply, request.stream);
  if (answer.retryAfter !== undefined) void reply.header('retry-after', String(answer.retryAfter));
  return sendError(reply, answer.status, simulatedFault(answer));
}

async function sendAnswer(reply: FastifyReply, request: SimRequest, answer: Answer): Promise<FastifyReply> {
  if (request.stream) return sendStream(reply, answer, streamChunksOf(request, answer));
  return sendAfter(reply, answer, completionOf(request, answer));
}

interface ErrorFacts {
  readonly code: string;
  readonly message: string;
}

function sendError(reply: FastifyReply, status: number, { code, message }: ErrorFacts): FastifyReply {
  const type = status >= 500 ? 'server_error' : status === 429 ? 'rate_limit_error' : 'invalid_request_error';
  return reply.code(status).send({ error: { message, type, param: null, code } });
}

function simulatedFault({ status, message }: Extract<Reply, { kind: 'fault' }>): ErrorFacts {
  const code = status === 429 ? 'rate_limit_exceeded' : status >= 500 ? 'server_error' : 'invalid_request_error';
  return { code, message: message ?? `Simulated fault: status ${status}.` };
}

function unknownModel({ model }: SimRequest, cards: Cards): ErrorFacts {
  const known = simModelNames(cards).join(', ');
  return { code: 'model_not_found', message: `There is no simulated model \`${model}\`. There are: ${known}.` };
}
