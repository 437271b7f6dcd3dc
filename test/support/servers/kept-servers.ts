import type { TestServers } from './servers.ts';

/** Hands the servers from the global setup to the global teardown, which share this module. */
let servers: TestServers | undefined;

export function keep(started: TestServers): void {
  servers = started;
}

export function kept(): TestServers | undefined {
  return servers;
}
