// Of a run's page: each row as it changes, and the text of an attempt while it is written.
import { h } from 'preact';
import type { OverviewView } from '../../api/overview/view.ts';
import { statusWord } from '../../api/report/words.ts';
import type { QuestionRowView } from '../../api/rows/question-row.ts';
import { isEnding } from '../../model/events/run.ts';
import {
  type Attempt,
  AttemptLine,
  attemptKey,
  ChainLine,
  Crumbs,
  isSaidByAttempts,
  isSaidIn,
  judgedBy,
  QuestionLine,
  type Reason,
  ReasonLine,
  Standing,
  StepLine,
} from '../pages/run/lines.ts';
import { type Kept, State, shownStatus } from '../parts/states.ts';
import { begin } from './common/begin.ts';
import { follow } from './common/follow.ts';
import { insert } from './common/insert.ts';
import { drawn, patch, rowOf } from './common/patch.ts';
import { announcer, showStanding } from './common/say.ts';
import { type Chunk, underWay } from './common/under-way.ts';
import { showEnd } from './running/ending.ts';
import { panels } from './running/panels.ts';

const now = begin();
const say = announcer();
const texts = underWay();
const lines = document.querySelector<HTMLElement>('[data-lines]');
const steps = document.querySelector<HTMLElement>('[data-steps]');
const questions = document.querySelector<HTMLElement>('[data-questions]');
const chain = document.querySelector<HTMLElement>('[data-chain]');
const runId = steps?.dataset['steps'] ?? '';
const beside = panels(runId, now);
let status = '';
let kept: Kept = {};

/** Puts a row where it belongs in the timeline, or anew where it lies already. */
function tell(key: string, row: HTMLElement): void {
  const there = rowOf(key);
  if (there) return patch(there, row);
  document.querySelector('#timeline .none')?.remove();
  if (lines) insert(lines, row);
}

// Opened it is as high as what it tells, and keeps that height: what comes later scrolls within it, and moves nothing under a hand.
chain?.closest('details')?.addEventListener('toggle', ({ currentTarget }) => {
  if (!chain || !(currentTarget instanceof HTMLDetailsElement)) return;
  chain.style.height = '';
  if (currentTarget.open) chain.style.height = `${chain.offsetHeight}px`;
});

/** How the run stands, as the page says it. */
function summary(): string {
  return rowOf('standing')?.querySelector('strong')?.textContent ?? '';
}

function hearQuestion(question: QuestionRowView): void {
  const there = rowOf(`question ${question.id}`);
  const row = drawn(h(QuestionLine, { question, summary: summary() }));
  if (question.status !== 'open') there?.remove();
  else if (there) patch(there, row);
  else questions?.append(row);
  if (question.step !== null) showWhoJudges(question.step);
}

function isAsked(step: string): boolean {
  return document.querySelector(`[data-questions] [data-step="${CSS.escape(step)}"]`) !== null;
}

/** An attempt says who judges it, which it does not tell by itself. */
function showWhoJudges(step: string): void {
  const [before, after] = [judgedBy(!isAsked(step)), judgedBy(isAsked(step))];
  for (const state of lines?.querySelectorAll(`[data-key^="attempt ${CSS.escape(step)} "] > .state`) ?? [])
    if (state.textContent?.endsWith(statusWord(before))) patch(state, drawn(h(State, { status: after })));
}

/** The newest reason that the page tells: it has all up to that. */
let toldTo = Math.max(0, ...[...(chain?.children ?? [])].map(seqOf));

function seqOf(line: Element): number {
  return Number((line instanceof HTMLElement && line.dataset['key']?.slice('chain '.length)) || 0);
}

/** `reasons`: all from the oldest of them on. One that is told no more by itself has become part of a later one. */
function hearReasons(reasons: readonly Reason[]): void {
  const [oldest] = reasons;
  if (!oldest) return;
  for (const line of Array.from(chain?.children ?? []))
    if (seqOf(line) >= oldest.seq && !reasons.some(({ seq }) => seq === seqOf(line))) line.remove();
  for (const reason of reasons) {
    toldTo = Math.max(toldTo, reason.seq);
    const row = drawn(h(ChainLine, { reason }));
    const there = rowOf(`chain ${reason.seq}`);
    if (there) patch(there, row);
    else chain?.append(row);
    if (!isSaidByAttempts(reason)) tell(`reason ${reason.seq}`, drawn(h(ReasonLine, { reason })));
  }
}

/** The newest reasons come with each change. Where there may be more between those and what is told, they are asked for, once. */
async function hearWhy(why: OverviewView['why']): Promise<void> {
  const before = shownStatus({ ...kept, status: 'running' });
  kept = why;
  showKept(before);
  const place = rowOf('standing');
  if (place) patch(place, drawn(h(Standing, { why, runId })));
  for (const words of questions?.querySelectorAll<HTMLElement>('[data-asks]') ?? [])
    words.hidden = isSaidIn(summary(), words.querySelector('bdi')?.textContent ?? '');
  const [oldest] = why.chain;
  const from = toldTo;
  hearReasons(why.chain);
  if (!oldest || oldest.seq <= from || why.page === undefined) return;
  const answer = await fetch(`/v1/runs/${encodeURIComponent(runId)}/why`);
  if (!answer.ok) return;
  const missed: OverviewView['why'] = await answer.json();
  hearReasons(missed.chain.filter(({ seq }) => seq > from));
}

/** What keeps a run comes without the run. */
function showKept(before: string): void {
  const after = shownStatus({ ...kept, status: 'running' });
  const state = rowOf('crumbs')?.querySelector('.state');
  if (state?.textContent.endsWith(statusWord(before))) patch(state, drawn(h(State, { status: after })));
}

/** Comes after the questions and steps that changed with it. */
function hearRun(run: OverviewView['run'] & Pick<OverviewView, 'budget'>): 'over' | void {
  for (const step of changed.values()) showStep(step, run.currentSteps);
  changed.clear();
  beside.hearRun(run);
  const place = rowOf('crumbs');
  if (place) patch(place, drawn(h(Crumbs, { run, kept, now: now() })));
  if (run.status !== status && status !== '') say(`The run: ${statusWord(run.status)}`);
  status = run.status;
  if (!isEnding(run.status)) return undefined;
  void showEnd();
  return 'over';
}

function hearAttempt(attempt: Attempt): void {
  const key = attemptKey(attempt);
  tell(key, drawn(h(AttemptLine, { attempt, runId, isAsked: isAsked(attempt.step) })));
  if (attempt.verdict !== null || attempt.artifactId !== null) texts.end(key);
}

type Step = OverviewView['steps'][number];

/** Steps that changed, by their ids: whether a person is asked about one is heard after it. */
const changed = new Map<string, Step>();

function hearStep(step: Step): void {
  changed.set(step.id, step);
  beside.hearStep(step);
}

function showStep(step: Step, current: readonly string[]): void {
  const isUnderWay = current.includes(step.id);
  const row = drawn(h(StepLine, { step, runId, isAsked: isAsked(step.id), isUnderWay }));
  const there = rowOf(`step ${step.id}`);
  if (there) patch(there, row);
  else steps?.append(row);
}

follow({
  tell: showStanding,
  on: {
    run: hearRun,
    why: (why: OverviewView['why']) => void hearWhy(why),
    step: hearStep,
    attempt: hearAttempt,
    question: hearQuestion,
    chunk: (chunk: Chunk) => texts.hear(chunk),
  },
});
