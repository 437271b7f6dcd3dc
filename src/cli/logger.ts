import { type Logger, pino } from 'pino';
import { PinoPretty } from 'pino-pretty';
import type { Config } from '../config.ts';

/** The process's own log, on standard output: pretty on a terminal, JSON lines otherwise (running 3). */
export function createLogger({ logLevel, logFormat }: Pick<Config, 'logLevel' | 'logFormat'>): Logger {
  const pretty = (logFormat ?? (process.stdout.isTTY ? 'pretty' : 'json')) === 'pretty';
  const options = { level: logLevel, base: null };
  if (!pretty) return pino(options);
  return pino(
    options,
    PinoPretty({ sync: true, colorize: process.stdout.isTTY, ignore: 'pid,hostname', translateTime: 'HH:MM:ss.l' }),
  );
}
