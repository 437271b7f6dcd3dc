/** What both forms of a report say in lists of name and value, so that they say the same. */
import { answeredBy, decisionWord, failureWord, kindWord } from '../../model/events/escalation-words.ts';
import { modelWords, priceWords } from '../../text/model-words.ts';
import type { AttemptFacts } from './facts/attempt.ts';
import type { QuestionFacts } from './facts/question.ts';
import type { CorrectionFacts, Report, StepFacts } from './report.ts';
import {
  bytesWord,
  costWord,
  counted,
  durationWord,
  moneyWord,
  NONE,
  statusWord,
  thoughtWord,
  timeWord,
} from './words.ts';

/** A name of ours, and a value that may hold words of others. */
export type NamedRow = readonly [name: string, value: string];

export function runRows({ run, standing: { missing = [] } }: Report): readonly NamedRow[] {
  const { workflow, forkedFrom, failure } = run;
  return [
    ['Run', run.id],
    ...missing.map(({ step, reason }) => ['Missing', `${step} was waived: ${reason}`] as const),
    ['Status', statusWord(run.status)],
    ['Workflow', `${workflow.name}, version ${workflow.version} (${workflow.topology})`],
    ['Created', timeWord(run.createdAt)],
    ['Ended', run.endedAt === null ? 'not yet' : timeWord(run.endedAt)],
    ['Took', durationWord(run.durationMs)],
    ['Tags', run.tags.length === 0 ? 'none' : run.tags.join(' · ')],
    ...(forkedFrom ? ([['Forked from', forkWords(forkedFrom)]] as const) : []),
    ...(failure ? ([['Failure', failureWords(failure)]] as const) : []),
    ...(run.endedBy === null ? [] : ([['Ended by', run.endedBy.replaceAll('_', ' ')]] as const)),
    ['Told up to', asOf(run)],
  ];
}

/** Of which event of the log the report tells. */
function asOf({ ended, seq, begunAt }: Report['run']): string {
  if (begunAt !== null)
    return `events ${begunAt} to ${seq}: the run went on while this was written, so parts of it are of different moments`;
  return ended ? `event ${seq}, the last one` : `event ${seq}: the run has not ended, so this is how it stood then`;
}

function forkWords({ runId, from, changed }: NonNullable<Report['run']['forkedFrom']>): string {
  return [
    runId,
    ...(from === '' ? [] : [`from ${from}`]),
    ...(changed.length === 0 ? [] : [`changed: ${changed.join(', ')}`]),
  ].join(', ');
}

function failureWords({ code, step, detail }: NonNullable<Report['run']['failure']>): string {
  return `${failureWord(code)}${step === null ? '' : ` at ${step}`}: ${detail.text}${detail.cut ? '…' : ''}`;
}

const LIMITS = {
  maxAttempts: 'Attempts',
  maxTokens: 'Tokens',
  maxCostUsd: 'Cost',
  maxDuration: 'Time under way (ISO 8601)',
  maxParallelAgents: 'Calls at once',
  maxIterations: 'Iterations',
  maxStall: 'Iterations without progress',
  maxSwaps: 'Swaps',
} as const;

/** Name, used, limit and left of each budget. */
export function budgetRows({ budget, usage }: Report): readonly (readonly [string, string, string, string])[] {
  const names = Object.keys(LIMITS).filter((name): name is keyof typeof LIMITS => name in LIMITS);
  return names.flatMap((name) => {
    const [used, limit, left] = [budget.used[name], budget.limits[name], budget.remaining[name]];
    if (used === undefined && limit === undefined) return [];
    const isMoney = name === 'maxCostUsd';
    const usedWord = isMoney && usage.llmCalls === 0 && usage.discarded.llmCalls === 0 ? NONE : amount(used, isMoney);
    return [
      [
        LIMITS[name],
        usedWord,
        limit === undefined ? 'no limit' : amount(limit, isMoney),
        amount(left, isMoney),
      ] as const,
    ];
  });
}

function amount(value: number | string | null | undefined, isMoney: boolean): string {
  if (isMoney && typeof value !== 'string') return moneyWord(value);
  return value === null || value === undefined ? NONE : String(value);
}

export function usageRows({ usage, budget }: Report): readonly NamedRow[] {
  const tokens = (one: Report['usage']['discarded']) =>
    `${counted(one.llmCalls, 'call')} of models, ${one.inputTokens} tokens in (${one.cachedTokens} cached), ${one.outputTokens} out${thoughtWord(one)}, ${costWord(one)}${one.estimated ? ', partly estimated' : ''}`;
  return [
    ['Counted', tokens(usage)],
    ['Discarded', tokens(usage.discarded)],
    ['Bound', `at most ${counted(budget.bound.generations, 'generation')}, ${budget.bound.remaining} of them left`],
  ];
}

export function attemptHeading({ place, step, epoch, attempt, n }: AttemptFacts): string {
  return `#${place} ${step}, epoch ${epoch}, attempt ${attempt}${n === null ? '' : ` (${n} over all epochs)`}`;
}

/** In one line: what became of it. */
export function attemptGist(facts: AttemptFacts): string {
  const { status, source, usage, durationMs } = facts;
  const by = modelWords(named(facts)) ?? source ?? NONE;
  return [statusWord(status), by, costWord(usage), durationWord(durationMs)].join(' · ');
}

function named(facts: AttemptFacts) {
  return {
    model: facts.model,
    route: facts.route ?? undefined,
    answeredBy: facts.answeredBy ?? undefined,
    price: facts.price ?? undefined,
  };
}

export function attemptRows(facts: AttemptFacts): readonly NamedRow[] {
  const { usage, judging, artifact, agent, warnings, dependencies, absent, dropped, finishReason } = facts;
  const without = Object.entries(absent).map(([name, why]) => `${name} (${why})`);
  const used = Object.entries(dependencies).map(([name, id]) => `${name} = ${id}`);
  return [
    ['Began', timeWord(facts.startedAt)],
    ['Ended', facts.endedAt === null ? 'not yet' : timeWord(facts.endedAt)],
    ...(artifact
      ? ([
          ['Artifact', `${artifact.id}, ${bytesWord(artifact.text.bytes)}, ${artifact.mediaType}, ${artifact.digest}`],
        ] as const)
      : []),
    ['Made by', [facts.source ?? NONE, modelWords(named(facts)) ?? []].flat().join(', ')],
    ...(facts.route && facts.route.passedOver !== '' ? ([['Passed over', facts.route.passedOver]] as const) : []),
    [
      'Tokens',
      `${usage.inputTokens} in (${usage.cachedTokens} cached), ${usage.outputTokens} out${thoughtWord(usage)}`,
    ],
    ['Cost', `${costWord(usage)}${priceWords(named(facts))}${judging ? `, judging ${costWord(judging)}` : ''}`],
    ...(warnings.length === 0 ? [] : ([['Warning', warnings.join(' · ')]] as const)),
    ...(finishReason === null ? [] : ([['Finish reason', finishReason]] as const)),
    ...(agent ? ([['Agent', agentWords(agent)]] as const) : []),
    ...(used.length === 0 ? [] : ([['Made from', used.join(' · ')]] as const)),
    ...(without.length === 0 ? [] : ([['Made without', without.join(' · ')]] as const)),
    ...(dropped.length === 0 ? [] : ([['Not in the prompt', dropped.join(' · ')]] as const)),
  ];
}

function agentWords({ name, iterations, tools }: NonNullable<AttemptFacts['agent']>): string {
  const calls = tools.map(
    (tool) => `${tool.name} ${tool.calls}×${tool.failed === 0 ? '' : ` (${tool.failed} failed)`}`,
  );
  return [name, counted(iterations, 'turn'), ...calls].join(' · ');
}

export function questionRows(facts: QuestionFacts): readonly NamedRow[] {
  const { step, attempt, assignees, decision, reset } = facts;
  return [
    ['Kind', kindWord(facts.kind)],
    ['About', step === null ? 'the run' : `${step}${attempt === null ? '' : `, attempt ${attempt}`}`],
    ['Asked', timeWord(facts.openedAt)],
    ...(facts.expiresAt === null ? [] : ([['Expires', timeWord(facts.expiresAt)]] as const)),
    ['Meant for', assignees.length === 0 ? 'anyone' : `${assignees.join(', ')} (not checked)`],
    ...(decision
      ? ([
          ['Decided', `${decisionWord(decision.action)} ${answeredBy(decision.by)}, ${timeWord(decision.at)}`],
          ['Shown', decision.shown ?? 'the decision was not bound to what was shown'],
        ] as const)
      : []),
    ...(reset.length === 0 ? [] : ([['Made anew', reset.join(', ')]] as const)),
  ];
}

export function correctionRows(facts: CorrectionFacts): readonly NamedRow[] {
  const list = (name: string, steps: readonly string[]): readonly NamedRow[] =>
    steps.length === 0 ? [] : [[name, steps.join(', ')]];
  return [
    ['When', timeWord(facts.timestamp)],
    ['By', facts.actor],
    ['Outcome', facts.outcome],
    ...list('Made anew', facts.reset),
    ...list('Added', facts.added),
    ...list('Removed', facts.removed),
    ['Generations added', String(facts.granted)],
    ...(facts.revision === null ? [] : ([['Definition from here on', facts.revision]] as const)),
  ];
}

/** Cells of a step's row, by `STEP_COLUMNS`. */
export function stepCells(step: StepFacts): readonly string[] {
  const needs = [...step.requires, ...step.optionalRequires.map((id) => `${id} (optional)`)];
  return [
    step.goal ? `${step.id} (goal)` : step.id,
    statusWord(step.status),
    `${step.epoch}`,
    `${step.attempts.used} of ${step.attempts.max}`,
    `${step.guard.id} (${step.guard.nature}${step.guard.generated ? ', generated' : ''})`,
    step.model,
    needs.length === 0 ? NONE : needs.join(', '),
  ];
}

export const STEP_COLUMNS = ['Step', 'State', 'Epoch', 'Attempts', 'Guard', 'Made by', 'Needs'] as const;
