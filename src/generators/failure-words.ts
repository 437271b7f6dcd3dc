import { at } from './fields.ts';
import type { Fault } from './provider-fault.ts';

/** What a failed call says of the provider's fault. */
export function describeFault({ status, code, message }: Fault): string {
  const what = [status, code === String(status) ? undefined : code].filter((part) => part !== undefined).join(' ');
  return `the provider answered ${[what || 'with an error', message].filter((part) => part !== '').join(': ')}`;
}

/** What a failed call says where no provider answered, or broke off. */
export function describeBreak(error: unknown): string {
  const why = codeOf(error) ?? (error instanceof Error ? error.message : 'unknown');
  return `the connection failed (${why}); check that the endpoint is up and its base URL right`;
}

/** The provider cannot have seen the request, so there is nothing to pay. */
export function neverConnected(error: unknown): boolean {
  return NOT_CONNECTED.has(codeOf(error) ?? '');
}

const NOT_CONNECTED: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** The code of a failed connection, such as ECONNRESET; undefined: it was something else that failed. */
export function codeOf(error: unknown): string | undefined {
  const code = [error, at(error, 'cause'), at(error, 'cause', 'cause')].map((each) => at(each, 'code')).find(Boolean);
  return typeof code === 'string' ? code : undefined;
}

/** A message short enough for an event. Providers repeat keys in their errors, some of them in part. */
export function withoutSecrets(message: string, keys: readonly string[]): string {
  // A key may be the beginning of another one.
  const longestFirst = keys.toSorted((a, b) => b.length - a.length);
  return longestFirst
    .reduce((text, key) => text.replaceAll(key, '[key]'), message)
    .replace(/\bsk-[\w*.-]{4,}/g, '[key]')
    .replace(/\/\/[^/\s@]+@/g, '//')
    .slice(0, MESSAGE_LENGTH);
}

const MESSAGE_LENGTH = 700;
