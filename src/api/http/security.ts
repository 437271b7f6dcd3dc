import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ApiSettings } from '../dependencies.ts';
import { bearerOf } from './authentication.ts';
import { Problem } from './problem.ts';

/** Security headers, and the rate limit by address, which comes before authentication so that it limits the guessing of keys. */
export async function secure(app: FastifyInstance, { rateLimit: limit }: ApiSettings): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    // By `no-referrer` browsers would say `Origin: null` of our own forms, by which R93 refuses them.
    referrerPolicy: { policy: 'same-origin' },
    hsts: false,
  });
  app.addHook('onRequest', async ({ raw, headers }) => {
    if (raw.httpVersion === '1.1' && headers.host === undefined) throw noHost();
  });
  if (limit === false) return;
  await app.register(rateLimit, { global: false });
  const { max, windowMs } = limit;
  const allowList = (request: FastifyRequest) => request.routeOptions.config.bearer?.(bearerOf(request)) === true;
  app.addHook('onRequest', app.rateLimit({ max, timeWindow: windowMs, allowList, errorResponseBuilder: tooMany }));
}

/** Node would refuse it with an empty answer; see `requireHostHeader`. */
function noHost(): Problem {
  return new Problem(400, 'invalid_http', 'A request of HTTP/1.1 needs a Host header.');
}

function tooMany(_request: unknown, { ttl }: { readonly ttl: number }): Problem {
  const seconds = Math.max(1, Math.ceil(ttl / 1000));
  const headers = { 'retry-after': String(seconds) };
  return new Problem(429, 'rate_limited', `Too many requests; go on in ${seconds} s.`, { headers });
}
