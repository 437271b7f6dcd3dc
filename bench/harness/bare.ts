import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, DefaultLogger, Worker, type WorkerOptions } from '@temporalio/worker';
import '../../src/topologies/documents.ts';
import { type Definition, definitionSchema } from '../../src/definitions/schema/definition.ts';
import { createGuardRegistry } from '../../src/guards/registry.ts';
import { connectWorker } from '../../src/temporal/connection.ts';
import { createBareActivities } from './bare-activities.ts';
import { BARE_QUEUES } from './bare-queues.ts';
import type { BareRun } from './bare-workflow.ts';
import type { Document } from './definitions.ts';
import type { Service } from './service.ts';

/** A plain Temporal workflow beside ours: what durable execution costs by itself. */
export interface Bare {
  define(document: Document): void;
  /** Answers the workflow's id. */
  start(workflow: string): Promise<string>;
  close(): Promise<void>;
}

/** Its workers run in this process beside the service's, with as many slots. */
export async function startBare({ temporal, client, config, models }: Service): Promise<Bare> {
  const definitions = new Map<string, Definition>();
  const activities = createBareActivities({ models, guards: createGuardRegistry({ sim: true }), definitions });
  const connection = await connectWorker(temporal);
  const create = (taskQueue: string, options: Partial<WorkerOptions>) =>
    Worker.create({ connection, namespace: temporal.namespace, taskQueue, ...options });
  const { llmSlots, guardSlots } = config.limits;
  const workers = await Promise.all([
    create(BARE_QUEUES.workflow, { workflowBundle: await bundle() }),
    create(BARE_QUEUES.generate, {
      activities: { generate: activities.generate },
      maxConcurrentActivityTaskExecutions: llmSlots,
    }),
    create(BARE_QUEUES.guard, {
      activities: { judge: activities.judge },
      maxConcurrentActivityTaskExecutions: guardSlots,
    }),
  ]);
  const ended = Promise.all(workers.map((worker) => worker.run()));
  return {
    define: (document) => void definitions.set(document.name, definitionSchema.parse(document)),
    async start(workflow) {
      const steps = definitions.get(workflow)?.steps.map(({ id }) => id) ?? [];
      const workflowId = `bare_${randomUUID()}`;
      const taskQueue = BARE_QUEUES.workflow;
      await client.workflow.start<typeof BareRun>('BareRun', { taskQueue, workflowId, args: [{ workflow, steps }] });
      return workflowId;
    },
    async close() {
      for (const worker of workers) worker.shutdown();
      await ended;
      await connection.close();
    },
  };
}

function bundle() {
  const workflowsPath = fileURLToPath(new URL('bare-workflow.ts', import.meta.url));
  return bundleWorkflowCode({ workflowsPath, logger: new DefaultLogger('WARN') });
}
