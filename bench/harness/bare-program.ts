// The process of the bare workflows: serves them until whoever started it lets go, however that ends.
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, DefaultLogger, Runtime, Worker, type WorkerOptions } from '@temporalio/worker';
import '../../src/topologies/documents.ts';
import { modelsOf } from '../../src/cli/start/models.ts';
import { readConfig } from '../../src/config/settings.ts';
import { type Definition, definitionSchema } from '../../src/definitions/schema/definition.ts';
import { createGuardRegistry } from '../../src/guards/registry.ts';
import { loadCards } from '../../src/simulation/cards.ts';
import { connectWorker } from '../../src/temporal/connection.ts';
import type { BareMessage } from './bare.ts';
import { createBareActivities } from './bare-activities.ts';
import { BARE_QUEUES, EAGER_QUEUE } from './bare-queues.ts';

const definitions = new Map<string, Definition>();
let workers: readonly Worker[] = [];
let ended: Promise<unknown> = Promise.resolve();

async function serve({ address, namespace, simUrl }: Extract<BareMessage, { kind: 'serve' }>): Promise<void> {
  Runtime.install({ logger: new DefaultLogger('ERROR') });
  const config = readConfig('dev', { OPENAI_BASE_URL: process.env['OPENAI_BASE_URL'] }, tmpdir());
  const models = modelsOf(config, loadCards(config.cards), () => simUrl);
  const activities = createBareActivities({ models, guards: createGuardRegistry({ sim: true }), definitions });
  const connection = await connectWorker({ connectionOptions: { address }, namespace });
  const workflowBundle = await bundle();
  const create = (taskQueue: string, options: Partial<WorkerOptions>) =>
    Worker.create({ connection, namespace, taskQueue, ...options });
  const { llmSlots, guardSlots } = config.limits;
  workers = await Promise.all([
    create(BARE_QUEUES.workflow, { workflowBundle }),
    create(BARE_QUEUES.generate, { activities, maxConcurrentActivityTaskExecutions: llmSlots }),
    create(BARE_QUEUES.guard, { activities, maxConcurrentActivityTaskExecutions: guardSlots }),
    create(EAGER_QUEUE, { workflowBundle, activities, maxConcurrentActivityTaskExecutions: llmSlots }),
  ]);
  ended = Promise.all(workers.map((worker) => worker.run()));
}

function bundle() {
  const workflowsPath = fileURLToPath(new URL('bare-workflow.ts', import.meta.url));
  return bundleWorkflowCode({ workflowsPath, logger: new DefaultLogger('WARN') });
}

async function hear(message: BareMessage): Promise<void> {
  if (message.kind === 'serve') await serve(message);
  else definitions.set(message.document.name, definitionSchema.parse(message.document));
}

process.on('message', (message: BareMessage) => {
  hear(message).then(
    () => process.send?.('ready'),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
// Ctrl-C reaches the whole group; the order of ending is the bench's.
process.on('SIGINT', () => undefined);
process.once('disconnect', () => {
  for (const worker of workers) worker.shutdown();
  void ended.finally(() => process.exit(0));
});
