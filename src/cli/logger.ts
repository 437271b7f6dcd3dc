import { type DestinationStream, destination, type Logger, pino, stdSerializers } from 'pino';
import { PinoPretty } from 'pino-pretty';
import type { Config } from '../config/settings.ts';
import { errorCode } from '../platform/error-code.ts';
import { printedTexts } from '../text/visible.ts';

/** Everything that the process prints: text on a terminal, JSON lines otherwise. What a demonstration shows is text wherever it goes. */
export function logFormatOf({ command, logFormat }: Pick<Config, 'command' | 'logFormat'>): 'pretty' | 'json' {
  return logFormat ?? (process.stdout.isTTY || command === 'demo' ? 'pretty' : 'json');
}

/** The process's own log, on standard output (running 3). */
export function createLogger(config: Pick<Config, 'command' | 'logLevel' | 'logFormat'>): Logger {
  const options = { level: config.logLevel, base: null, serializers: { err: asLogged } };
  if (logFormatOf(config) === 'json') return pino(options, quiet(destination(1)));
  const colorize = process.stdout.isTTY;
  const stream = PinoPretty({ sync: true, colorize, ignore: 'pid,hostname', translateTime: 'HH:MM:ss.l' });
  return pino(options, readable(stream));
}

/** An error as its kind, code, message and stack, causes included. Some libraries hang their whole connection on it. */
export function asLogged(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { type, message, stack } = stdSerializers.err(error);
  return { type, code: errorCode(error), message, stack };
}

/** JSON escapes C0 by itself; DEL and C1 become escapes too, so that the text that is read back is the same (R126). */
export function quiet(out: DestinationStream): DestinationStream {
  return { write: (line) => out.write(line.replace(UNESCAPED, (one) => `\\u00${one.charCodeAt(0).toString(16)}`)) };
}

/** Whoever reads along sees control characters of texts from outside instead of having them sent (R126). */
export function readable(out: DestinationStream): DestinationStream {
  return { write: (line) => out.write(`${JSON.stringify(JSON.parse(line, printedTexts))}\n`) };
}

// oxlint-disable-next-line no-control-regex
const UNESCAPED = /[\u007f-\u009f]/g;
