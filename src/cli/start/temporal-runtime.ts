import { type LogEntry, Runtime, type Logger as TemporalLogger } from '@temporalio/worker';
import type { Logger } from 'pino';

let installed = false;

/** Temporal's runtime is one for the process: it logs with the process's own log, and leaves signals to the lifecycle. */
export function useLogger(logger: Logger): void {
  if (installed) return;
  installed = true;
  Runtime.install({
    logger: asTemporalLogger(logger),
    shutdownSignals: [],
    // The native part would write to the terminal itself, in a format of its own.
    telemetryOptions: { logging: { filter: { core: 'WARN', other: 'ERROR' }, forward: {} } },
  });
}

const LEVELS = { TRACE: 'trace', DEBUG: 'debug', INFO: 'debug', WARN: 'warn', ERROR: 'error' } as const;

/** A queue that serves one kind of task only is what we want, and no warning. */
const EXPECTED = /^No (activities|workflows) registered/;

/** What Temporal calls information (workers coming and going) is detail to us. */
function asTemporalLogger(logger: Logger): TemporalLogger {
  const log = (level: LogEntry['level'], message: string, meta?: object) =>
    logger[EXPECTED.test(message) ? 'debug' : LEVELS[level]](meta ?? {}, message);
  return {
    log,
    trace: (message, meta) => log('TRACE', message, meta),
    debug: (message, meta) => log('DEBUG', message, meta),
    info: (message, meta) => log('INFO', message, meta),
    warn: (message, meta) => log('WARN', message, meta),
    error: (message, meta) => log('ERROR', message, meta),
  };
}
