import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A way to a server on which everything can be held up: connections stay, and nothing comes through. */
export interface HoldingProxy {
  /** `host:port`. */
  readonly address: string;
  hold(): void;
  /** What was held comes through. */
  letGo(): void;
  close(): void;
}

/** `target`: `host:port`. */
export async function startHoldingProxy(target: string): Promise<HoldingProxy> {
  const [host = '', port = ''] = target.split(':');
  const clients = new Set<Socket>();
  let isHeld = false;
  const server = createServer((client) => {
    const upstream = connect(Number(port), host);
    clients.add(client);
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
    client.on('close', () => clients.delete(client));
    if (isHeld) client.unpipe(upstream);
    client.on('hold', () => client.unpipe(upstream).pause());
    client.on('let go', () => client.pipe(upstream));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port: own } = server.address() as AddressInfo;
  const tell = (what: 'hold' | 'let go') => {
    isHeld = what === 'hold';
    for (const client of clients) client.emit(what);
  };
  return {
    address: `127.0.0.1:${own}`,
    hold: () => tell('hold'),
    letGo: () => tell('let go'),
    close() {
      for (const client of clients) client.destroy();
      server.close();
    },
  };
}
