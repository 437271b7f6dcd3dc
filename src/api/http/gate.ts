import type { IncomingHttpHeaders } from 'node:http';
import { isLoopbackHost } from '../../text/loopback.ts';
import { Problem } from './problem.ts';

/** Which requests may come from a browser, and under which names (R93). */
export interface Reach {
  /** Names in `Host`, lower case, without ports, beside `localhost` and the loopback's literals. */
  readonly hosts: readonly string[];
  /** False: any `Host` is taken, for every request needs a key and nobody has said which names are right. */
  readonly checkHosts: boolean;
  /** Origins of other sites that are let in, such as `https://console.example`. */
  readonly origins: readonly string[];
  /** The service's own origin as people reach it, where that is not the address of the request. */
  readonly ownOrigin?: string;
}

interface Arrival {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

/** Why a request is turned away before anything else looks at it; undefined when it may come in. `healthz`: whether that takes any name. */
export function turnedAway(
  { method, url, headers }: Arrival,
  reach: Reach,
  { healthz = true }: { readonly healthz?: boolean } = {},
): Problem | undefined {
  if (reach.checkHosts && !(healthz && isHealthCheck(url)) && !isKnownHost(headers.host, reach))
    return wrongHost(headers.host);
  if (isOwnPage(headers, reach) || isLetIn(headers, reach)) return undefined;
  if (method === 'GET' && headers['sec-fetch-mode'] === 'navigate') return undefined;
  const detail =
    'A page of another site asks for this. Add its origin to DSAP_ALLOWED_ORIGINS if it may: ' +
    `${headers.origin ?? 'the request names none'}.`;
  return new Problem(403, 'cross_origin', detail);
}

/**
 * Whether a browser's cookie may speak for its owner here: a page of the service's own sends the request, or a link is followed. Origins
 * that are let in bring keys, never cookies (R93: no credentials).
 */
export function mayBringCookies({ method, headers }: Omit<Arrival, 'url'>, reach: Reach): boolean {
  return isOwnPage(headers, reach) || (method === 'GET' && headers['sec-fetch-mode'] === 'navigate');
}

/** What a browser needs to know before it hands an answer to a page of another origin; empty for all other requests. */
export function corsHeaders(headers: IncomingHttpHeaders, reach: Reach): Readonly<Record<string, string>> {
  if (!isLetIn(headers, reach)) return {};
  return {
    'access-control-allow-origin': headers.origin ?? '',
    'access-control-expose-headers': 'ETag, Location, Retry-After, Content-Disposition, WWW-Authenticate, Allow',
    vary: 'Origin',
  };
}

/** What answers a browser that asks beforehand; undefined when it does not. */
export function preflight({ method, headers }: Omit<Arrival, 'url'>): Readonly<Record<string, string>> | undefined {
  if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return undefined;
  return {
    'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
    'access-control-allow-headers': headers['access-control-request-headers'] ?? '',
    'access-control-max-age': '600',
  };
}

function isHealthCheck(url: string): boolean {
  return url.split('?')[0] === '/healthz';
}

/** A request without `Host` (HTTP/1.0) comes from no browser. */
function isKnownHost(host: string | undefined, { hosts }: Reach): boolean {
  if (host === undefined) return true;
  const name = nameIn(host);
  return name === 'localhost' || isLoopbackHost(name) || hosts.includes(name);
}

/** Without the port, in lower case; empty for what is no authority. */
function nameIn(host: string): string {
  const [, name = ''] = /^(\[[0-9a-f:.]+\]|[^:@/?#\s\\]+)(?::\d*)?$/i.exec(host.trim()) ?? [];
  return name.toLowerCase();
}

/** Browsers say from where a request comes; curl and clients say nothing. */
function isOwnPage(headers: IncomingHttpHeaders, { ownOrigin }: Reach): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin, host } = headers;
  if (origin === undefined || origin === ownOrigin) return true;
  return URL.canParse(origin) && new URL(origin).host === host?.toLowerCase();
}

function isLetIn({ origin }: IncomingHttpHeaders, { origins }: Reach): boolean {
  return origin !== undefined && origins.includes(origin);
}

function wrongHost(host = ''): Problem {
  const detail =
    `This service is not reached as "${host.slice(0, 200)}". ` +
    'Add the name to DSAP_ALLOWED_HOSTS, or set DSAP_PUBLIC_URL, if it is right.';
  return new Problem(421, 'wrong_host', detail);
}
