import { isNativeError } from 'node:util/types';
import { StorageFull, StoreUnavailable } from '../../ports/store.ts';

/** SQLSTATE classes and codes of a server that cannot serve now: connections, resources, shutdown, statement timeout. */
const UNAVAILABLE = /^(08...|53...|57P0[1235]|57014|25P03)$/;

/** Codes of Node's sockets and name service. */
const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
]);

/** The driver's own failures have no code. */
const DRIVER =
  /^(Connection terminated|timeout e|Query read timeout|Client (has encountered|was closed)|Cannot use a pool)/;

/** What the store throws for a failure of the driver: `StoreUnavailable` where the database did not answer, else the failure itself. */
export function asStoreFailure(error: unknown): unknown {
  if (!isNativeError(error)) return error;
  if (isFull(error)) return new StorageFull(`The database has no room left: ${error.message}.`, { cause: error });
  return isOutage(error) ? unavailable(error) : error;
}

/** For whatever stops a connection from being made, a wrong password included: to a caller the database does not answer. */
export function asConnectFailure(error: unknown): unknown {
  return isNativeError(error) ? unavailable(error) : error;
}

function unavailable(error: Error): StoreUnavailable {
  return new StoreUnavailable(`The database does not answer: ${error.message || codeOf(error)}.`, { cause: error });
}

/** SQLSTATE `disk_full`, and the system's own words where the server passes them on under another code. */
function isFull(error: Error): boolean {
  return codeOf(error) === '53100' || /No space left on device/.test(error.message);
}

function isOutage(error: Error): boolean {
  const code = codeOf(error);
  return UNAVAILABLE.test(code) || UNREACHABLE.has(code) || DRIVER.test(error.message);
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}
