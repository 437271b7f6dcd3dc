import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** A port setting: its number, and whether a person chose it (running 3). */
export interface PortChoice {
  readonly port: number;
  readonly byHand: boolean;
  /** The variable that sets it, for the message. */
  readonly variable: string;
  readonly host: string;
}

/** A port set by hand is used by something else. */
export class PortTaken extends Error {
  override readonly name = 'PortTaken';
}

const NEXT_TRIED = 50;

/** Chosen by hand and taken: `PortTaken`. A default that is taken: the next free one that is not in `reserved`. */
export async function choosePort(choice: PortChoice, reserved: readonly number[] = []): Promise<number> {
  if (choice.byHand) return portByHand(choice);
  for (let port = choice.port; port < choice.port + NEXT_TRIED && port <= 65_535; port += 1) {
    if (!reserved.includes(port) && (await isFree(port, choice.host))) return port;
  }
  throw new PortTaken(
    `The ports ${choice.port} to ${choice.port + NEXT_TRIED - 1} of ${choice.host} are all in use. ` +
      `Set ${choice.variable} to a free one.`,
  );
}

const QUIET_RANGE = { from: 20_000, size: 10_000 };

/**
 * A port that nothing listens on at this moment, from below the range that systems hand out themselves: one of that range is soon
 * somebody's, even the very server's that it was found for, which asks the system for its inner ports.
 */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  for (let tries = 0; tries < NEXT_TRIED; tries += 1) {
    const port = QUIET_RANGE.from + randomInt(QUIET_RANGE.size);
    if (await isFree(port, host)) return port;
  }
  throw new PortTaken(`${host} has no free port from ${QUIET_RANGE.from} on`);
}

async function portByHand({ port, host, variable }: PortChoice): Promise<number> {
  const free = port === 0 ? await freePort(host) : (await isFree(port, host)) ? port : undefined;
  if (free !== undefined) return free;
  throw new PortTaken(
    `${variable} is ${port}, but something already uses that port of ${host}. Stop it, or set ${variable} to a free port.`,
  );
}

/** False when the port is taken or not ours to take; any other fault (such as an address this machine has not) is thrown. */
export async function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' || error.code === 'EACCES' ? resolve(false) : reject(error),
    );
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}
