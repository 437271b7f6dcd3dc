import { connect, createServer, type Socket } from 'node:net';

/** Stands between a browser and a service, and cuts what is open at a word. */
export interface CutProxy {
  /** As the service's own, on another port. */
  readonly url: string;
  cut(): void;
  close(): void;
}

export async function startCutProxy(service: string): Promise<CutProxy> {
  const { hostname, port } = new URL(service);
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    const behind = connect({ host: hostname, port: Number(port) });
    for (const [one, other] of [
      [socket, behind],
      [behind, socket],
    ] as const) {
      open.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const cut = (): void => {
    for (const socket of open) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    cut,
    close() {
      cut();
      server.close();
    },
  };
}
