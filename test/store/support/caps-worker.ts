// A worker that makes calls of models under a cap, all at once, until it is done or killed.
import { createModels } from '../../../src/generators/registry.ts';
import { GeneratorDeferred } from '../../../src/ports/generator-deferred.ts';
import { createStore } from '../../../src/store/postgres-store.ts';

const [databaseUrl = '', baseUrl = '', most = '', ...calls] = process.argv.slice(2);
const store = await createStore({ databaseUrl, poolSize: 4 });
const models = createModels({
  endpoints: [
    {
      name: 'stub',
      baseUrl,
      apiKeys: [{ variable: 'PID', value: String(process.pid) }],
      profile: { jsonSchema: 'none', seed: false, maxTokensField: 'max_tokens', usage: 'always', systemRole: 'system' },
    },
  ],
  defaultModel: undefined,
  price: () => undefined,
  maxTokens: () => 100,
  timeouts: { timeoutMs: 60_000, idleTimeoutMs: 60_000 },
  caps: { caps: [{ window: 'month', tokens: Number(most) }], store: store.caps },
});

async function make(runId: string): Promise<void> {
  try {
    const { settles } = await models.generatorFor('stub/m').complete({
      model: { name: 'stub/m' },
      messages: [{ role: 'user', content: 'Do the work, and say what came of it in a few words. '.repeat(3) }],
      place: { runId, step: 'a', epoch: 1, attempt: 1, n: 1, faults: 0 },
      payer: { token: 't1', call: 't1', workflow: 'flow', tags: [], unpriced: false },
      signal: new AbortController().signal,
    });
    if (settles) await store.caps.settle(settles);
    process.stdout.write(`done ${runId}\n`);
  } catch (error) {
    if (!(error instanceof GeneratorDeferred)) throw error;
    process.stdout.write(`refused ${runId}\n`);
  }
}

await Promise.all(calls.map(make));
await store.close();
