import { randomInt } from 'node:crypto';
import { freePort, isFree } from './ports.ts';

/** Ports that browsers open for no page ("bad ports" of the Fetch standard), as far as no privilege is needed for them. */
const BAD_PORTS = [1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6679, 6697, 10_080];

/** A free port of this host that no page can reach; any free one where those are all taken. */
export async function unbrowsablePort(host = '127.0.0.1'): Promise<number> {
  const first = randomInt(BAD_PORTS.length);
  for (const port of [...BAD_PORTS.slice(first), ...BAD_PORTS.slice(0, first)]) {
    if (await isFree(port, host)) return port;
  }
  return freePort(host);
}

/** An address of this machine alone that no page can guess; where the loopback has but one, its port alone keeps pages away. */
export async function unguessableAddress(): Promise<{ readonly host: string; readonly port: number }> {
  const host = process.platform === 'linux' ? `127.${randomByte()}.${randomByte()}.${randomByte()}` : '127.0.0.1';
  return { host, port: await unbrowsablePort(host) };
}

function randomByte(): number {
  return randomInt(1, 255);
}
