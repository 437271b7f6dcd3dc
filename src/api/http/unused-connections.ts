import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * A connection that never asked for anything is neither idle nor busy in Node's eyes, and would hold up `close()` until its client
 * goes away or is taken for a slow one. Clients with a pool open such connections in advance.
 */
export function closeUnusedConnections(app: FastifyInstance): void {
  const sockets = new Set<Socket>();
  let closing = false;
  app.server.on('connection', (socket: Socket) => {
    if (closing) return socket.destroy();
    sockets.add(socket);
    return socket.once('close', () => sockets.delete(socket));
  });
  app.addHook('preClose', async () => {
    closing = true;
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  });
}
