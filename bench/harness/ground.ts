import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Client } from '@temporalio/client';
import { closeAll } from '../../src/cli/close-all.ts';
import { freePort } from '../../src/platform/ports.ts';
import { createClient } from '../../src/temporal/connection.ts';
import { countingDatabase, LIMITS } from './counting-database.ts';
import { startDevProcess } from './dev-process.ts';
import { run } from './query.ts';
import { createRest, type Rest } from './rest.ts';
import { type SlowModel, startSlowModel } from './slow-model.ts';

/** A `dsap dev` of a checkout, in processes of its own, whose servers can be looked into. */
export interface Ground {
  readonly pid: number;
  readonly apiUrl: string;
  readonly rest: Rest;
  readonly client: Client;
  readonly temporal: { readonly address: string; readonly namespace: string };
  /** As the superuser; statements are counted there. */
  readonly databaseUrl: string;
  /** What its models without a prefix are. */
  readonly model: SlowModel;
  close(): Promise<void>;
}

/** `root` is the checkout whose code runs, ours when left out. Everything it keeps is in the folder. */
export async function startGround(folder: string, root?: string): Promise<Ground> {
  await writeFile(path.join(folder, 'dsap.config.yaml'), JSON.stringify({ limits: LIMITS }));
  const password = await countingDatabase(folder);
  const [postgres, temporalPort, webUi] = [await freePort(), await freePort(), await freePort()];
  const model = await startSlowModel();
  const env = {
    OPENAI_BASE_URL: model.baseUrl,
    DSAP_PG_PORT: String(postgres),
    DSAP_TEMPORAL_PORT: String(temporalPort),
    DSAP_TEMPORAL_UI_PORT: String(webUi),
    DSAP_LOG_LEVEL: 'error',
  };
  const address = `127.0.0.1:${temporalPort}`;
  const databaseUrl = `postgres://postgres:${password}@127.0.0.1:${postgres}/postgres`;
  const closers = [() => model.close()];
  try {
    const dev = await startDevProcess(folder, env, root);
    closers.unshift(() => dev.stop());
    await run(databaseUrl, 'create extension if not exists pg_stat_statements');
    const client = createClient({ connectionOptions: { address }, namespace: NAMESPACE });
    closers.unshift(() => client.connection.close());
    return {
      pid: dev.pid,
      apiUrl: dev.apiUrl,
      rest: createRest(dev.apiUrl),
      client,
      temporal: { address, namespace: NAMESPACE },
      databaseUrl,
      model,
      close: () => closeAll(closers),
    };
  } catch (error) {
    await closeAll(closers).catch(() => undefined);
    throw error;
  }
}

const NAMESPACE = 'default';
