import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { closeAll } from '../../src/cli/close-all.ts';
import { type ApiProcess, startApiProcess } from './api-process.ts';
import { countingDatabase, LIMITS } from './counting-database.ts';
import { run } from './query.ts';
import { createRest, type Rest } from './rest.ts';
import { type Service, startService } from './service.ts';
import { type SlowModel, startSlowModel } from './slow-model.ts';
import { startWorkerProcess, type WorkerProcess } from './worker-process.ts';

/** Servers and API, the API in this process; workers are started beside them, as many as somebody wants. */
export interface Split {
  readonly service: Service;
  readonly rest: Rest;
  /** What models without a prefix are. */
  readonly model: SlowModel;
  /** As the superuser; statements are counted there. */
  readonly countedUrl: string;
  readonly startWorker: () => Promise<WorkerProcess>;
  /** One more API, in a process of its own. */
  readonly startApi: () => Promise<ApiProcess>;
  /** Workers that still run too. */
  close(): Promise<void>;
}

/** `llmSlots` are those of each worker. */
async function startSplit(folder: string, { llmSlots = 50 } = {}): Promise<Split> {
  await writeFile(path.join(folder, 'dsap.config.yaml'), JSON.stringify({ limits: { ...LIMITS, llmSlots } }));
  const password = await countingDatabase(folder);
  const model = await startSlowModel();
  const env = { OPENAI_BASE_URL: model.baseUrl };
  const closers = [() => model.close()];
  try {
    const service = await startService({
      dataDirectory: folder,
      env,
      workers: async () => ({ queues: () => [], close: async () => undefined }),
    });
    closers.unshift(() => service.close());
    const { host } = new URL(service.databaseUrl);
    const countedUrl = `postgres://postgres:${password}@${host}/postgres`;
    await run(countedUrl, 'create extension if not exists pg_stat_statements');
    return {
      service,
      rest: createRest(service.apiUrl),
      model,
      countedUrl,
      async startWorker() {
        const worker = await startWorkerProcess(service, { env });
        closers.unshift(() => worker.stop());
        return worker;
      },
      async startApi() {
        const api = await startApiProcess(service, env);
        closers.unshift(() => api.stop());
        return api;
      },
      close: () => closeAll(closers),
    };
  } catch (error) {
    await closeAll(closers).catch(() => undefined);
    throw error;
  }
}

/** A split service for as long as `use` takes. */
export async function* withSplit<Item>(
  folder: string,
  options: { readonly llmSlots?: number },
  use: (split: Split) => AsyncIterable<Item>,
): AsyncGenerator<Item> {
  const split = await startSplit(folder, options);
  try {
    yield* use(split);
  } finally {
    await split.close();
  }
}
