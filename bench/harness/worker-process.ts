import { startDsap } from './dsap-process.ts';
import type { Service } from './service.ts';

/** A `dsap worker` of its own beside a service that has none. */
export interface WorkerProcess {
  readonly pid: number;
  stop(): Promise<void>;
}

export interface WorkerOptions {
  /** MiB: the SDK sizes its cache of workflows by it. */
  readonly heap?: number | undefined;
  readonly env?: NodeJS.ProcessEnv;
}

/** Resolves when it polls. */
export async function startWorkerProcess(service: Service, { heap, env }: WorkerOptions = {}): Promise<WorkerProcess> {
  const { config, databaseUrl, temporal, apiUrl } = service;
  const { child, output, closed, stop } = startDsap('worker', {
    cwd: config.dataDirectory,
    heap,
    env: {
      DATABASE_URL: databaseUrl,
      TEMPORAL_ADDRESS: temporal.address,
      DSAP_ENABLE_SIM: 'true',
      DSAP_SIM_URL: apiUrl,
      ...env,
    },
  });
  const polls = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', () => {
        if (output().includes('task queues')) resolve();
      });
    }
  });
  await Promise.race([polls, closed]);
  if (child.exitCode !== null) throw new Error(`\`dsap worker\` ended:\n${output()}`);
  return { pid: child.pid ?? 0, stop };
}
