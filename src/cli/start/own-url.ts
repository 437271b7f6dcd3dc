import type { Config } from '../../config/settings.ts';

/** Where this machine reaches the API: an address that means every interface is reached over the loopback. */
export function ownUrl({ host, port }: Pick<Config, 'host' | 'port'>): string {
  const reached = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${reached.includes(':') && !reached.startsWith('[') ? `[${reached}]` : reached}:${port}`;
}
