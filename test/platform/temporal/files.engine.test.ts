import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../../../src/platform/ports.ts';
import { startTemporal } from '../../../src/platform/temporal/server.ts';

test("the embedded Temporal server's files are its owner's alone, those that were left open too", async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'dsap-temporal-'));
  const file = path.join(directory, 'temporal.db');
  const binary = process.env['TEST_TEMPORAL_BINARY'] ?? '';
  const start = async () => startTemporal({ binary, port: await freePort(), uiPort: await freePort(), file });
  const modes = async () => {
    const names = await readdir(directory);
    return new Set(await Promise.all(names.map(async (name) => (await stat(path.join(directory, name))).mode & 0o777)));
  };
  const first = await start();
  expect(await modes()).toEqual(new Set([0o600]));
  await first.stop();
  for (const name of await readdir(directory)) await chmod(path.join(directory, name), 0o644);
  const second = await start();
  expect(await modes()).toEqual(new Set([0o600]));
  await second.stop();
  await rm(directory, { recursive: true });
});
