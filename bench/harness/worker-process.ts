import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Service } from './service.ts';
import { binariesOf } from './service.ts';

/** A `dsap worker` of its own beside a service that has none. */
export interface WorkerProcess {
  readonly pid: number;
  stop(): Promise<void>;
}

const PROGRAM = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

/** Resolves when it polls. `heap` in MiB: the SDK sizes its cache of workflows by it. */
export async function startWorkerProcess(service: Service, heap?: number): Promise<WorkerProcess> {
  const { config, databaseUrl, temporal, apiUrl } = service;
  const child = spawn(process.execPath, [...(heap ? [`--max-old-space-size=${heap}`] : []), PROGRAM, 'worker'], {
    cwd: config.dataDirectory,
    env: {
      ...binariesOf(process.env),
      DATABASE_URL: databaseUrl,
      TEMPORAL_ADDRESS: temporal.address,
      DSAP_ENABLE_SIM: 'true',
      DSAP_SIM_URL: apiUrl,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const closed = once(child, 'close');
  const polls = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += String(chunk);
        if (output.includes('task queues')) resolve();
      });
    }
  });
  await Promise.race([polls, closed]);
  if (child.exitCode !== null) throw new Error(`\`dsap worker\` ended:\n${output}`);
  return {
    pid: child.pid ?? 0,
    async stop() {
      child.kill();
      await closed;
    },
  };
}
