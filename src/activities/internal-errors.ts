import path from 'node:path';
import { ApplicationFailure, CancelledFailure } from '@temporalio/activity';
import { UnknownState } from '../engine.ts';
import type { Broken } from '../model/call-result.ts';
import { CallOver } from '../ports/guard-port.ts';
import { LogFork, StoreUnavailable, UnknownRun } from '../ports/store/errors.ts';
import type { Faults } from '../ports/store/faults.ts';
import { cut } from '../text/text.ts';
import { CallFailure } from './call-failure.ts';
import { noteFault } from './infrastructure.ts';

interface CallInput {
  readonly runId: string;
  readonly token: string;
  readonly step?: string;
  /** Milliseconds. */
  readonly infraTimeout: number;
}

/**
 * An activity whose own errors come to an end (R117): one that is neither the provider's, the guard's, nor the store's being away is
 * noted by `note`, and after ten tries or `infraTimeout` the call answers so as data, and a person is asked. What cannot be noted is
 * tried again.
 */
export function endingErrors<Input extends CallInput, Output>(
  what: string,
  note: (input: Input, fault: Parameters<Faults['record']>[0]) => ReturnType<Faults['record']>,
  work: (input: Input) => Promise<Output>,
): (input: Input) => Promise<Output | Broken> {
  return async (input) => {
    const startedAt = Date.now();
    try {
      return await work(input);
    } catch (error) {
      if (isExpected(error)) throw error;
      const { runId, token, step, infraTimeout } = input;
      const detail = `dsap itself broke in ${what}${step === undefined ? '' : ` of ${step}`}: ${describe(error)}`;
      const call = { startedAt, now: Date.now };
      const fault = { runId, token, detail, call, infraTimeout, phase: 'internal', final: false } as const;
      return noteFault((kept) => note(input, kept), { ...fault, reason: 'internal' });
    }
  };
}

/** What has an end of its own, or is waited for. */
function isExpected(error: unknown): boolean {
  const kinds = [
    CallFailure,
    ApplicationFailure,
    CancelledFailure,
    StoreUnavailable,
    LogFork,
    UnknownRun,
    UnknownState,
    CallOver,
  ];
  return kinds.some((kind) => error instanceof kind);
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return cut(String(error), LONGEST);
  const place = placeIn(error.stack ?? '');
  return `${cut(`${error.name}: ${error.message}`, LONGEST)}${place === undefined ? '' : ` (at ${place})`}`;
}

const LONGEST = 500;

/** The first line of a stack that is ours, seen from where we lie. */
function placeIn(stack: string): string | undefined {
  const root = path.resolve(import.meta.dirname, '../..');
  const found = stack
    .split('\n')
    .map((line) => /(?:file:\/\/)?(\/[^():]+:\d+)/.exec(line)?.[1])
    .find((place) => place?.startsWith(root) && !place.includes('node_modules'));
  return found && path.relative(root, found);
}
