import { DsapProblem, ServiceAway } from '../../client/problem.ts';
import { fieldOf } from '../../text/loose.ts';
import type { Run, RunResult } from './service/types.ts';

/** What a command ends with (console 5). */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  waitsForPerson: 3,
  stopped: 4,
  outOfBudget: 5,
  notFound: 6,
  refused: 7,
  serviceAway: 8,
  notAllowed: 9,
  /** The run is completed, and parts of it are missing. */
  incomplete: 10,
} as const;

/** As shells know a command that Ctrl-C has ended. */
export const INTERRUPTED = 130;

/** A command that cannot be done as it is written. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A problem of a file, as the service tells it or a reader here. */
export interface FileIssue {
  readonly pointer: string;
  readonly detail: string;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

/** A file holds no document that can be taken. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused';
  /** The problems, as compilers tell them, for editors to jump to. */
  readonly lines: readonly string[];
  /** It is not even JSON or YAML. */
  readonly isUnreadable: boolean;

  constructor(file: string, issues: readonly FileIssue[], isUnreadable: boolean) {
    const lines = issues.map((issue) => issueLine(file, issue));
    super(lines.join('\n'));
    this.lines = lines;
    this.isUnreadable = isUnreadable;
  }
}

/** `file:line:column: message`; the place that the message tells in words is told once. */
export function issueLine(file: string, { line, column, detail, pointer }: FileIssue, kind = ''): string {
  const message = detail.replace(/ \(line \d+(?:, column \d+)?\)(?=[.:;]|$)/, '');
  if (line === undefined) return `${file}: ${kind}${message}${pointer === '' ? '' : ` (${pointer})`}`;
  return `${file}:${line}:${column ?? 1}: ${kind}${message}`;
}

/** A warning of the service as one line: what it says, and the place in the document. */
export function warningLine(warning: unknown): string {
  const [detail, pointer] = [fieldOf(warning, 'detail'), fieldOf(warning, 'pointer')];
  if (typeof detail !== 'string') return JSON.stringify(warning);
  return typeof pointer === 'string' && pointer !== '' ? `${detail} (${pointer})` : detail;
}

/** What a command that was about a run ends with, once the run stands so. Undefined: it goes on by itself. */
export function exitOfRun(status: Run['status']): number | undefined {
  switch (status) {
    case 'completed':
      return EXIT.done;
    case 'failed':
      return EXIT.failed;
    case 'escalated':
    case 'awaiting_alignment':
      return EXIT.waitsForPerson;
    case 'stopped':
    case 'cancelled':
    case 'terminated':
      return EXIT.stopped;
    case 'budget_exceeded':
      return EXIT.outOfBudget;
    case 'running':
    case 'paused':
      return undefined;
  }
}

/** The same of a run whose result is known: one that is completed without parts of it is no success to a script. */
export function exitOfResult(status: Run['status'], missing: RunResult['missing'] = []): number | undefined {
  return status === 'completed' && missing.length > 0 ? EXIT.incomplete : exitOfRun(status);
}

/** Whether the run is over. */
export function hasEnded(status: Run['status']): boolean {
  const code = exitOfRun(status);
  return code === EXIT.done || code === EXIT.failed || code === EXIT.stopped;
}

/** What an error ends a command with; undefined for one that nobody foresaw. */
export function exitOfError(error: unknown): number | undefined {
  if (error instanceof FileRefused) return error.isUnreadable ? EXIT.usage : EXIT.refused;
  if (error instanceof UsageError) return EXIT.usage;
  if (error instanceof ServiceAway) return EXIT.serviceAway;
  if (!(error instanceof DsapProblem)) return undefined;
  return BY_STATUS[error.status] ?? (error.status >= 500 ? EXIT.failed : EXIT.refused);
}

const BY_STATUS: Readonly<Record<number, number>> = {
  400: EXIT.usage,
  401: EXIT.notAllowed,
  403: EXIT.notAllowed,
  404: EXIT.notFound,
  408: EXIT.serviceAway,
  429: EXIT.serviceAway,
  502: EXIT.serviceAway,
  503: EXIT.serviceAway,
  504: EXIT.serviceAway,
};
