import type { Environment } from './environment.ts';

/** Under which names and from which origins browsers may reach us (R93). */
export interface ReachSettings {
  readonly hosts: readonly string[];
  readonly checkHosts: boolean;
  readonly origins: readonly string[];
  readonly ownOrigin?: string;
}

/** Names are checked where nothing else keeps strangers out, and wherever somebody has said which are right. */
export function reachOf(values: Environment, auth: 'none' | 'keys', host: string): ReachSettings {
  const { DSAP_PUBLIC_URL, DSAP_API_URL, DSAP_SIM_URL, DSAP_ALLOWED_HOSTS, DSAP_ALLOWED_ORIGINS = [] } = values;
  const urls = [DSAP_PUBLIC_URL, DSAP_API_URL, DSAP_SIM_URL].filter((url) => url !== undefined);
  const named = [...urls.map((url) => new URL(url).hostname), ...(DSAP_ALLOWED_HOSTS ?? [])];
  return {
    hosts: [...new Set([bracketed(host), ...named].map((name) => name.toLowerCase()))],
    checkHosts: auth === 'none' || named.length > 0,
    origins: DSAP_ALLOWED_ORIGINS,
    ...(DSAP_PUBLIC_URL !== undefined && { ownOrigin: new URL(DSAP_PUBLIC_URL).origin }),
  };
}

/** As it stands in an address. */
function bracketed(host: string): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
}
