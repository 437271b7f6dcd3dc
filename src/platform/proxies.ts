import * as http from 'node:http';

/** Some readers compare entries as texts, so the usual ones are spelt out; gRPC reads the block. */
const LOOPBACK = ['localhost', '127.0.0.1', '127.0.0.0/8', '[::1]', '::1'];

/**
 * From now on this process reaches everything but loopback addresses through the proxies that the environment names, and those never
 * (R120). `more`: further loopback hosts that the settings name. The exceptions are written into the environment, where gRPC and
 * children read them. Answers what could not be heeded, a sentence each.
 */
export function useProxies(env: NodeJS.ProcessEnv, more: readonly string[] = []): readonly string[] {
  if (!NAMES.some((name) => named(env, name))) return [];
  const { http_proxy, https_proxy, problems } = proxiesOf(env);
  const no_proxy = exceptions(named(env, 'no_proxy'), more);
  env['no_proxy'] = no_proxy;
  env['NO_PROXY'] = no_proxy;
  if (env['no_grpc_proxy']) env['no_grpc_proxy'] = exceptions(env['no_grpc_proxy'], more);
  // Older versions of Node have it not: their `fetch` knows proxies only where NODE_USE_ENV_PROXY is set, and then reads `no_proxy`.
  const setProxies: unknown = Reflect.get(http, 'setGlobalProxyFromEnv');
  if (typeof setProxies === 'function') setProxies({ http_proxy, https_proxy, no_proxy });
  return problems;
}

const NAMES = ['http_proxy', 'https_proxy', 'all_proxy', 'grpc_proxy'];

/** Lower case wins, as in other programs; `all_proxy` stands in for what is not set. */
function proxiesOf(env: NodeJS.ProcessEnv) {
  const problems: string[] = [];
  const proxyOf = (name: string): string => {
    const found = [name, 'all_proxy'].find((it) => named(env, it)) ?? name;
    const value = named(env, found);
    if (!value || (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol))) return value;
    problems.push(`${found} is set, but to no URL that starts with http:// or https://, so it is not used`);
    return '';
  };
  const [http_proxy, https_proxy] = [proxyOf('http_proxy'), proxyOf('https_proxy')];
  return { http_proxy, https_proxy, problems: [...new Set(problems)] };
}

function named(env: NodeJS.ProcessEnv, name: string): string {
  return env[name]?.trim() || env[name.toUpperCase()]?.trim() || '';
}

function exceptions(listed: string, more: readonly string[]): string {
  return [...new Set([...listed.split(/[\s,]+/).filter(Boolean), ...LOOPBACK, ...more])].join(',');
}
