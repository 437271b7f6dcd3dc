import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type RefusingProxy, startRefusingProxy } from '../support/servers/refusing-proxy.ts';

// The proxies hold for a whole process, so each case has one of its own.
const run = promisify(execFile);
const PROXIES = fileURLToPath(new URL('../../src/platform/proxies.ts', import.meta.url));
const ASK = `
  const { useProxies } = await import(${JSON.stringify(PROXIES)});
  const problems = useProxies(process.env, ['127.0.0.2']);
  const ask = (url) => fetch(url, { signal: AbortSignal.timeout(5_000) }).then((it) => it.status, () => 'failed');
  const answers = await Promise.all(process.argv.slice(1).map(ask));
  console.log(JSON.stringify({ problems, answers }));
  process.exit();
`;

let proxy: RefusingProxy;

beforeEach(async () => {
  proxy = await startRefusingProxy();
});

afterEach(() => proxy.close());

async function asked(env: NodeJS.ProcessEnv, ...urls: readonly string[]) {
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', ASK, ...urls], { env });
  return JSON.parse(stdout) as { problems: readonly string[]; answers: readonly (number | 'failed')[] };
}

async function serving(host: string) {
  const server = createServer((_, response) => response.end());
  const listening = Promise.withResolvers<void>();
  server.listen(0, host, () => listening.resolve());
  await listening.promise;
  return { url: `http://${host}:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

test.each(['http_proxy', 'HTTP_PROXY', 'all_proxy', 'ALL_PROXY'])(
  'loopback addresses go round %s, everything else through it (R120)',
  async (name) => {
    const [here, there] = await Promise.all([serving('127.0.0.1'), serving('127.0.0.2')]);
    const { answers } = await asked({ [name]: proxy.url }, here.url, there.url, 'http://models.invalid/v1');
    expect(answers).toEqual([200, 200, 'failed']);
    expect(proxy.asked).toEqual(['models.invalid:80']);
    here.close();
    there.close();
  },
);

test('what no_proxy names besides stays out of the proxy (R120)', async () => {
  const env = { http_proxy: proxy.url, no_proxy: 'inner.invalid' };
  await asked(env, 'http://inner.invalid/', 'http://outer.invalid/');
  expect(proxy.asked).toEqual(['outer.invalid:80']);
});

test('a proxy that is no web address is told by its name, without its password, and not used (R120)', async () => {
  const here = await serving('127.0.0.1');
  const { problems, answers } = await asked({ ALL_PROXY: 'socks5://user:hunter2@proxy:1080' }, here.url);
  expect(answers).toEqual([200]);
  expect(problems).toEqual(['all_proxy is set, but to no URL that starts with http:// or https://, so it is not used']);
  here.close();
});
