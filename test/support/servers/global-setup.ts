import { keep } from './kept-servers.ts';
import { startServers } from './servers.ts';

/** Starts what the tests share, once, and tells them where it is. */
export default async function globalSetup(): Promise<void> {
  const began = performance.now();
  const servers = await startServers();
  keep(servers);
  process.env['TEST_TEMPORAL_ADDRESS'] = servers.temporalAddress;
  process.env['TEST_TEMPORAL_BINARY'] = servers.temporalBinary;
  process.env['TEST_DATABASE_URL'] = servers.databaseUrl;
  process.env['NODE_COMPILE_CACHE'] = servers.compiled;
  if (servers.bundle) process.env['TEST_WORKFLOW_BUNDLE'] = servers.bundle.codePath;
  const took = ((performance.now() - began) / 1000).toFixed(1);
  console.log(
    `\nTemporal (from ${servers.temporalFrom}) and PostgreSQL up in ${took} s; ` +
      `workflows ${servers.bundle ? `bundled (${servers.bundle.from})` : 'not bundled'}; Node ${process.version}`,
  );
}
