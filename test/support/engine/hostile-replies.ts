import { type Reply, stream } from './model-server.ts';

/** Writes the same again and again for as long as somebody reads. */
export const flood =
  (beginning: string, unit: string, contentType = 'text/event-stream'): Reply =>
  (response) => {
    response.writeHead(200, { 'content-type': contentType });
    response.write(beginning);
    const block = unit.repeat(Math.ceil(65_536 / unit.length));
    const write = () => {
      while (response.writable && response.write(block));
      response.once('drain', write);
    };
    write();
  };

/** Writes the same every few milliseconds until the client goes. */
export const drip =
  (beginning: readonly unknown[], unit: string): Reply =>
  (response, received) => {
    stream(beginning, 'open')(response, received);
    const timer = setInterval(() => response.write(unit), 20);
    response.once('close', () => clearInterval(timer));
  };

/** Sends these bytes as its whole response, and closes the connection. */
export const breakOff =
  (how: 'end' | 'reset', bytes: string): Reply =>
  (response) => {
    const { socket } = response;
    socket?.write(bytes, () => setImmediate(() => (how === 'end' ? socket.destroy() : socket.resetAndDestroy())));
  };
