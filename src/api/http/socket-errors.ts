import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { PROBLEM_TYPE, Problem, problemDocument } from './problem.ts';

const LATE = 'ERR_HTTP_REQUEST_TIMEOUT';

type ClientError = Error & { readonly code?: string };

/**
 * Answers what never became a request: broken HTTP, headers too large, clients too slow. A client is too slow only where nothing more of
 * its request has come: after a standstill of our own Node looks at its clock before it reads what has been waiting meanwhile.
 */
export function clientErrorsOf(server: Server): (error: ClientError, socket: Socket) => void {
  const newest = new WeakMap<Socket, IncomingMessage>();
  server.on('request', (request: IncomingMessage) => newest.set(request.socket, request));
  return (error, socket) => {
    if (error.code !== LATE) return refuse(error.code, socket);
    const before = newest.get(socket);
    const wasWhole = before?.complete === true;
    // What waits is read before this is called; of a request that only begins then, Node measures the time anew.
    setImmediate(() => {
      const now = newest.get(socket);
      if (now === before && (wasWhole || now?.complete !== true)) refuse(error.code, socket);
    });
  };
}

function refuse(code: string | undefined, socket: Socket): void {
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const problem = problemOf(code);
  const body = JSON.stringify(problemDocument(problem, ''));
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    `content-type: ${PROBLEM_TYPE}`,
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}

function problemOf(code: string | undefined): Problem {
  if (code === LATE) {
    return new Problem(408, 'request_timeout', 'The request did not arrive in time.');
  }
  if (code === 'HPE_HEADER_OVERFLOW') return new Problem(431, 'headers_too_large', 'The headers are too large.');
  return new Problem(400, 'invalid_http', 'This is not a valid HTTP request.');
}
