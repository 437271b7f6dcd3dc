import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import '../../src/topologies/documents.ts';
import { definitionSchema } from '../../src/definitions/schema/definition.ts';
import { type Shape, workflowQueueOf } from './bare-queues.ts';
import type { BareRun } from './bare-workflow.ts';
import type { Document } from './definitions.ts';
import type { Ground } from './ground.ts';
import { binariesOf } from './service.ts';

/** Plain Temporal workflows beside ours: what durable execution costs by itself. */
export interface Bare {
  readonly pid: number;
  define(document: Document): Promise<void>;
  /** Answers the workflow's id. */
  start(workflow: string, shape: Shape): Promise<string>;
  close(): Promise<void>;
}

/** What their process is told, one after the other: each is answered with `ready`. */
export type BareMessage =
  | { readonly kind: 'serve'; readonly address: string; readonly namespace: string; readonly simUrl: string }
  | { readonly kind: 'define'; readonly document: Document };

const PROGRAM = fileURLToPath(new URL('bare-program.ts', import.meta.url));

/** Their workers run in a process of their own, on a ground's Temporal server and with its simulated models. */
export async function startBare({ temporal, apiUrl, client, model }: Ground): Promise<Bare> {
  const env = { ...binariesOf(process.env), OPENAI_BASE_URL: model.baseUrl };
  const child = fork(PROGRAM, { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const steps = new Map<string, readonly string[]>();
  await tell(child, { kind: 'serve', ...temporal, simUrl: apiUrl });
  return {
    pid: child.pid ?? 0,
    async define(document) {
      steps.set(
        document.name,
        definitionSchema.parse(document).steps.map(({ id }) => id),
      );
      await tell(child, { kind: 'define', document });
    },
    async start(workflow, shape) {
      const workflowId = `bare_${randomUUID()}`;
      const args = [{ workflow, steps: steps.get(workflow) ?? [], shape }] as const;
      const taskQueue = workflowQueueOf(shape);
      await client.workflow.start<typeof BareRun>('BareRun', { taskQueue, workflowId, args });
      return workflowId;
    },
    async close() {
      if (child.exitCode !== null) return;
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

async function tell(child: ChildProcess, message: BareMessage): Promise<void> {
  const gone = once(child, 'exit').then(() => {
    throw new Error('The process of the bare workflows ended.');
  });
  gone.catch(() => undefined);
  const answered = once(child, 'message');
  child.send(message);
  await Promise.race([answered, gone]);
}
