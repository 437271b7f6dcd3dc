/** The eleven variables (S2-9, R70): every one has a value from the first turn on. */

import type { MachineFacts } from '../../model/machine-facts.ts';
import type { TurnRecord } from '../../model/machine-state.ts';
import { cut } from '../../text/text.ts';

const UNLIMITED = 'unlimited';
const NONE = 'none';

/** Their names. */
export const BUILT_IN_VARIABLES = [
  'agent_id',
  'balance',
  'tick',
  'time_remaining',
  'progress_percent',
  'artifacts',
  'my_artifacts',
  'action_history',
  'last_action_result',
  'success_rate',
  'economic_context',
] as const;

export interface VariableFacts {
  readonly runId: string;
  readonly step: string;
  readonly facts: MachineFacts;
  /** Texts of artifacts by digest, as far as they were read. */
  readonly texts: ReadonlyMap<string, string>;
}

export function builtInVariables({
  runId,
  step,
  facts,
  texts,
}: VariableFacts): Readonly<Record<(typeof BUILT_IN_VARIABLES)[number], unknown>> {
  const artifacts = facts.artifacts.map((artifact) => ({ ...artifact, line: artifactLine(artifact, texts) }));
  const mine = artifacts.filter((artifact) => artifact.step === step);
  const results = facts.recent.flatMap((record) => resultLine(record, texts));
  return {
    agent_id: runId,
    balance: balanceOf(facts),
    tick: facts.turns,
    time_remaining: timeRemaining(facts),
    progress_percent: percentOf(facts.turns, facts.budgets.maxIterations),
    artifacts: linesOr(artifacts.map(({ line }) => line)),
    my_artifacts: linesOr(mine.map(({ line }) => line)),
    action_history: linesOr(results),
    last_action_result: results.at(-1) ?? NONE,
    success_rate: facts.attempts === 0 ? 0 : facts.accepted / facts.attempts,
    economic_context: economy(facts),
  };
}

/** Whether a text names a variable that shows what artifacts say, so that they must be read for it. */
export function showsTexts(text: string): boolean {
  return /\b(?:artifacts|my_artifacts|action_history|last_action_result)\b/.test(text);
}

/** In US dollars where the run has a limit of those, else in tokens. */
function balanceOf({ budgets, microUsd, tokens }: MachineFacts): number | string {
  const { maxMicroUsd, maxTokens } = budgets;
  if (maxMicroUsd !== undefined) return Math.max(0, maxMicroUsd - (microUsd ?? 0)) / 1_000_000;
  return maxTokens === undefined ? UNLIMITED : Math.max(0, maxTokens - tokens);
}

function timeRemaining({ budgets: { maxDurationMs }, activeMs }: MachineFacts): number | string {
  return maxDurationMs === undefined ? UNLIMITED : Math.max(0, Math.round((maxDurationMs - activeMs) / 1_000));
}

function percentOf(turns: number, most: number | undefined): number {
  return most === undefined ? 0 : Math.min(100, Math.round((turns * 100) / most));
}

function artifactLine(
  { step, id, digest }: MachineFacts['artifacts'][number],
  texts: ReadonlyMap<string, string>,
): string {
  return `${step} (${id})${shown(digest, texts)}`;
}

/** Nothing of the turn under way, which has no result yet. */
function resultLine(record: TurnRecord, texts: ReadonlyMap<string, string>): readonly string[] {
  const { turn, state, step, outcome, digest, to, refused } = record;
  if (step === undefined || outcome === undefined) return [];
  const moved = to === undefined ? '' : refused === true ? `, refused to move to ${to}` : `, moved to ${to}`;
  return [`turn ${turn}, ${state}: ${step} ${outcome}${moved}${shown(digest, texts)}`];
}

const LONGEST_LINE = 160;

function shown(digest: string | undefined, texts: ReadonlyMap<string, string>): string {
  const text = digest === undefined ? undefined : texts.get(digest);
  const line = text?.trim().replaceAll(/\s+/g, ' ') ?? '';
  return line === '' ? '' : `: ${cut(line, LONGEST_LINE)}`;
}

function linesOr(lines: readonly string[]): string {
  return lines.length === 0 ? NONE : lines.join('\n');
}

function economy({ attempts, tokens, microUsd, budgets, turns }: MachineFacts): string {
  const spent = microUsd === null ? 'cost unknown' : `$${microUsd / 1_000_000}`;
  const left = [
    leftOf('attempts', budgets.maxAttempts, attempts),
    leftOf('tokens', budgets.maxTokens, tokens),
    leftOf('turns', budgets.maxIterations, turns),
    ...(budgets.maxMicroUsd === undefined
      ? []
      : [`$${Math.max(0, budgets.maxMicroUsd - (microUsd ?? 0)) / 1_000_000}`]),
  ].filter((part) => part !== '');
  return `used: ${attempts} attempts, ${tokens} tokens, ${spent}; left: ${left.join(', ') || UNLIMITED}`;
}

function leftOf(what: string, limit: number | undefined, used: number): string {
  return limit === undefined ? '' : `${Math.max(0, limit - used)} ${what}`;
}
